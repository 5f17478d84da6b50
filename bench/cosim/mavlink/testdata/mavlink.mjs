// Does with node-mavlink what comes in as lines of JSON, and prints a line of JSON for each. Arguments: the port to listen on, and that of the vehicle.
import mavlink from "node-mavlink";
import { createInterface } from "node:readline";

const { MavEsp8266, minimal, common } = mavlink;
const registry = { ...minimal.REGISTRY, ...common.REGISTRY };
const types = { ...minimal, ...common };
const print = (value) => console.log(JSON.stringify(value, (_, v) => (typeof v === "bigint" ? Number(v) : v)));

const link = new MavEsp8266();
const latest = {}, waiting = [];
link.on("data", (packet) => {
  const type = registry[packet.header.msgid];
  if (!type) return;
  const name = type.name, data = packet.protocol.data(packet.payload, type);
  latest[name] = { system: packet.header.sysid, component: packet.header.compid, length: packet.header.payloadLength, ...data };
  for (const w of waiting.filter((w) => w.fits(name))) {
    waiting.splice(waiting.indexOf(w), 1);
    w.done(latest[name]);
  }
});
// The newest message of a type with some fields, of a time since the beginning that is no earlier than boot.
const since = ({ type, boot, match }) => new Promise((done) => {
  const fits = (name) => name === type && latest[name] && (latest[name].timeBootMs ?? Infinity) >= (boot ?? 0) &&
    Object.entries(match ?? {}).every(([field, value]) => latest[name][field] === value);
  fits(type) ? done(latest[type]) : waiting.push({ fits, done });
});
const send = ({ type, fields }) => link.send(Object.assign(new types[type](), { targetSystem: 1, targetComponent: 1, ...fields }));
const acts = {
  since,
  send,
  ask: async (o) => { // sends something, and prints the next message of a type; what is lost is sent again
    delete latest[o.answer];
    await send(o);
    const again = setInterval(() => send(o), 3000);
    const answer = await since({ type: o.answer, match: o.match });
    clearInterval(again);
    return answer;
  },
  list: async () => { // all parameters
    const all = {};
    const take = (packet) => {
      if (packet.header.msgid !== common.ParamValue.MSG_ID) return;
      const p = packet.protocol.data(packet.payload, common.ParamValue);
      all[p.paramId] = [p.paramValue, p.paramIndex, p.paramCount, p.paramType];
    };
    link.on("data", take);
    await send({ type: "ParamRequestList" });
    const again = setInterval(() => send({ type: "ParamRequestList" }), 3000);
    while (Object.keys(all).length < (Object.values(all)[0]?.[2] ?? 1)) await new Promise((done) => setTimeout(done, 10));
    clearInterval(again);
    link.off("data", take);
    return all;
  },
};

await link.start(Number(process.argv[2]), Number(process.argv[3]));
print("connected");
createInterface({ input: process.stdin }).on("line", async (line) => {
  const o = JSON.parse(line);
  print((await acts[o.do](o)) ?? null);
}).on("close", () => process.exit(0));
