// Does with roslib what comes in as lines of JSON, and prints a line of JSON for each.
import { Ros, Topic, Service } from "roslib";
import { createInterface } from "node:readline";

const ros = new Ros({ url: process.argv[2] });
const print = (value) => console.log(JSON.stringify(value));
const topics = {}, kept = {};
ros.on("error", () => print({ error: true }));
ros.on("connection", () => print({ connected: true }));

const topic = (o) => (topics[o.topic] ??= new Topic({ ros, name: o.topic, messageType: o.type, reconnect_on_close: false, ...o.options }));
const call = (name, args) => new Promise((done) =>
  new Service({ ros, name, serviceType: "" }).callService(args ?? {}, (values) => done({ ok: true, values }), (values) => done({ ok: false, values })));
const once = (o) => new Promise((done) => {
  const t = new Topic({ ros, name: o.topic, messageType: o.type, reconnect_on_close: false, ...o.options });
  t.subscribe((m) => { t.unsubscribe(); done(m); });
});

const acts = {
  // An answer to a call shows that all that was sent before has been taken.
  publish: async (o) => { topic(o).publish(o.msg); return call("/rosapi/get_time"); },
  once,
  call: (o) => call(o.service, o.args),
  keep: async (o) => { const list = (kept[o.topic] = []); topic(o).subscribe((m) => list.push(m)); return call("/rosapi/get_time"); },
  kept: async (o) => kept[o.topic],
  send: async (o) => { ros.callOnConnection(o.request); return call("/rosapi/get_time"); },
  raw: async (o) => { // what comes back for a request with an id
    const answer = new Promise((done) => ros.once("status:" + o.request.id, done));
    ros.callOnConnection(o.request);
    return answer;
  },
  topics: () => new Promise((done) => ros.getTopics(done, done)),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const o = JSON.parse(line);
  print((await acts[o.do](o)) ?? null);
}).on("close", () => process.exit(0));
