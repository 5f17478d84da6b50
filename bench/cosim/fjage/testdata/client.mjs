// Two agents of UnetStack's kind at two nodes, with fjåge's own client. Arguments: the ports of their containers. It prints what it is told.
import {Gateway, MessageClass, Performative} from 'fjage';
const say = (what, value) => console.log(JSON.stringify({[what]: value}));
const [DatagramReq, DatagramNtf, DatagramTransmissionNtf] = ['DatagramReq', 'DatagramNtf', 'DatagramTransmissionNtf'].map(n => MessageClass('org.arl.unet.' + n));
const [RangeReq, RangeNtf] = ['RangeReq', 'RangeNtf'].map(n => MessageClass('org.arl.unet.localization.' + n));
const AddressResolutionReq = MessageClass('org.arl.unet.addr.AddressResolutionReq');
const [a, b] = process.argv.slice(2).map(port => new Gateway({hostname: '127.0.0.1', port}));
const name = id => id && id.getName();

say('agents', (await a.agents()).map(name));
say('contains', [await a.containsAgent('phy'), await a.containsAgent('shell')]);
const phy = await a.agentForService('org.arl.unet.Services.PHYSICAL');
const ranging = await a.agentForService('org.arl.unet.Services.RANGING');
say('found', [name(phy), name(ranging), name(await a.agentForService('org.arl.unet.Services.TRANSPORT')), (await a.agentsForService('org.arl.unet.Services.LINK')).length]);
say('address', await a.agent('node').get('address'));
say('parameters', await b.agent('node').get(['address', 'nodeName', 'depth']));
const [resolve, nobody] = ['y', 'w'].map(name => Object.assign(new AddressResolutionReq(), {name}));
say('resolved', [(await a.agent('arp').request(resolve, 5000)).address, (await a.agent('arp').request(nobody, 5000)).perf]);

b.subscribe(b.topic(b.agent('phy')));
await b.agents();                                  // so that its subscription is known
const hello = [...Buffer.from('hello')];
for (const data of [hello, hello.map(x => x - 128)]) {
  const began = Date.now();
  const req = new DatagramReq({to: 2, protocol: 33, data});
  say('agreed', (await phy.request(req, 5000)).perf);
  const ntf = await b.receive(DatagramNtf, 10000);
  say('datagram', {from: ntf.from, to: ntf.to, protocol: ntf.protocol, data: ntf.data, rxTime: ntf.rxTime, sentAt: ntf.sentAt, wall: (Date.now() - began) / 1000});
  const sent = await a.receive(DatagramTransmissionNtf, 10000);
  say('sent', [sent.inReplyTo == req.msgID, sent.to]);
}
const rangeReq = new RangeReq({to: 2});
say('agreed', (await ranging.request(rangeReq, 5000)).perf);
const range = await a.receive(RangeNtf, 10000);
say('range', {from: range.from, to: range.to, range: range.range, mine: range.inReplyTo == rangeReq.msgID});
for (const [agent, msg] of [[phy, new DatagramReq({to: 99, data: hello})], [phy, new DatagramReq({to: 1, data: hello})], [phy, new DatagramReq({to: 2})], [ranging, new RangeReq({to: 0})], [phy, new (MessageClass('org.arl.unet.ClearReq'))()]]) {
  const rsp = await agent.request(msg, 5000);
  say('refused', [rsp.perf, rsp.reason]);
}
a.close();
b.close();
process.exit(0);
