import assert from "node:assert/strict";
import test from "node:test";
import { seriesNames, usual, usualSeries, usualWidth } from "../src/begin.ts";
import { decode } from "../src/columns.ts";
import { format, initial, parse, safeCommand } from "../src/hash.ts";
import { apartBy, cut, differing, failed, outages, saidOf } from "../src/words.ts";

test("a view is the same after it was an address", () => {
  const v = {
    ...initial(), t: 92.565123456, from: 92.5, to: 92.75, playing: true, rate: 0.01, run: 1, node: 17, selected: { link: 0, number: 101 }, packet: 12,
    camera: { mode: "follow", eye: [1.5, -2, 3], target: [0, 0, -50.25] }, scale: "real", compare: true, filter: { kind: "rx-lost", cause: "collision", node: 3, link: 0 },
    lanes: "distance", top: 12.25, tab: "counts", panel: "plots", series: ["auv.distance", 'a "quoted" <name>, & = # %'], difference: true, live: true, theme: "dark", id: "f152ced3f152ced3", command: "halocline view docking --seed 1",
  };
  assert.deepEqual({ ...initial(), ...parse(`#${format(v)}`) }, v);
});

test("an address is written as VIEW says", () => {
  assert.equal(format({ ...initial(), t: 92.565, from: 92, to: 93, selected: { link: 0, number: 101 } }), "t=92.565&from=92&to=93&sel=0.101");
});

test("what makes no sense in an address is left out", () => {
  assert.deepEqual(parse("#t=abc&from=5&to=4&run=7&node=-1&sel=x&cam=sideways&theme=pink&id=<b>&rate=0&packet=1.5"), {});
  assert.deepEqual(parse("#t=1e99&cam=free,1,2"), {});
  assert.deepEqual(parse(""), {});
});

test("a command of an address is shown only if it is one of halocline alone", () => {
  assert.equal(safeCommand("halocline view docking --seed 1 --set a.b=5m"), "halocline view docking --seed 1 --set a.b=5m");
  for (const bad of ["rm -rf /", "halocline view x; rm y", "halocline view $(id)", "halocline view `id`", "halocline view x | sh", "halocline view x\nid", "halocline-x view", "halocline view x > y", ""]) {
    assert.equal(safeCommand(bad), undefined, bad);
  }
});

// Written byte by byte: the header with its blanks ends at a multiple of 8, then come two float64 and two bytes.
test("columns are views of the bytes", () => {
  const header = JSON.stringify({ more: 3, tables: { a: { rows: 2, columns: [{ name: "x", type: "f64", offset: 0 }, { name: "k", type: "u8", offset: 16 }] } } });
  const length = Math.ceil((4 + header.length) / 8) * 8 - 4, bytes = new ArrayBuffer(4 + length + 24), view = new DataView(bytes);
  view.setUint32(0, length, true);
  for (let i = 0; i < length; i++) view.setUint8(4 + i, i < header.length ? header.charCodeAt(i) : 32);
  view.setFloat64(4 + length, 1.5, true);
  view.setFloat64(4 + length + 8, -2, true);
  view.setUint8(4 + length + 16, 9);
  view.setUint8(4 + length + 17, 250);
  const got = decode(bytes);
  assert.equal(got.header.more, 3);
  assert.equal(got.tables.a.rows, 2);
  assert.deepEqual([...got.tables.a.columns.x], [1.5, -2]);
  assert.deepEqual([...got.tables.a.columns.k], [9, 250]);
  assert.equal(got.tables.a.columns.x.buffer, bytes);
});

test("names are cut by letters, not by halves of them", () => {
  assert.equal(cut("abcdef", 6), "abcdef");
  assert.equal(cut("abcdefg", 6), "abcde…");
  assert.equal(cut("🐬🐬🐬", 2), "🐬…");
});

// 1,000 arrivals a second: 1500 take 1.5 s. Ways of 0.05 s need 1 s, ways of 1 s 20 s, of which 2 s are left.
test("the first window shows ways, and no more than can be told apart", () => {
  assert.equal(usualWidth(0.05, 100_000, 100), 1);
  assert.equal(usualWidth(1, 100_000, 100), 2);
  assert.equal(usualWidth(0.1, 100_000, 100), 1.5);
  assert.equal(usualWidth(10, 0, 100), 100);
});

test("two runs are told apart by what differs in their commands", () => {
  assert.equal(differing("halocline view docking --seed 1 --set links.acoustic.mac=csma", "halocline view docking --seed 1"), "links.acoustic.mac=csma");
  assert.equal(apartBy("halocline view docking --set 'links.acoustic.modem.errors={type: loss, probability: 0.2}'", "halocline view docking"), "errors={type: loss, probability: 0.2}");
  assert.equal(apartBy("halocline view docking --set links.acoustic.mac=csma --set seed=1", "halocline view docking"), "mac=csma seed=1");
  assert.equal(apartBy("halocline view docking", "halocline view docking --set water.current.speed=0.2m/s"), "");
  assert.equal(differing("halocline view docking --seed 2", "halocline view docking --seed 1"), "");
  assert.equal(differing("halocline view docking", "halocline view docking --seed 1"), "");
});

test("the first plots show different things", () => {
  assert.deepEqual(usualSeries(["a.x", "a.y", "a.energy", "a.age", "message.count", "a.error"]), ["a.age", "a.error", "a.energy", "a.x"]);
  assert.deepEqual(usualSeries(["q"]), ["q"]);
  assert.deepEqual(usualSeries(["a.thrust", "a.x", "b.thrust", "b.age", "b.z"]), ["b.age", "b.thrust", "b.z", "a.x"]);
});

test("a run without frames is shown whole, at its own pace, and one that goes on is not", async () => {
  const api = { next: async () => null }, run = { frames: 0, arrivals: 0, links: [], series: [], nodes: [] };
  assert.deepEqual(await usual(api, run, {}, 10, false), { rate: 1, series: [], t: 0, from: 0, to: 10 });
  assert.ok((await usual(api, run, {}, 10, true)).to < 1);
});

test("a part has failed from its failure on until it works again", () => {
  const all = [{ node: 1, t: 5, part: "2", works: false }, { node: 1, t: 6, part: "dvl", works: false }, { node: 1, t: 8, part: "2", works: true }];
  assert.deepEqual([4, 5, 7, 8].map(t => failed(all, 1, t)), [[], ["2"], ["2", "dvl"], ["dvl"]]);
  assert.deepEqual(failed(all, 0, 9), []);
});

test("a plot of a thruster or a fin knows for which times that has failed", () => {
  const nodes = [{ name: "auv" }, { name: "rov" }], fails = (node, t, part, works = false) => ({ node, t, part, works });
  const all = [fails(0, 5, "port"), fails(1, 6, "port"), fails(0, 7.25, "port", true), fails(0, 9, "port"), fails(0, 9, "rudder"), fails(0, 9, "dvl")];
  assert.deepEqual(outages("auv.thrust_port", nodes, all), [{ from: 5, to: 7.25 }, { from: 9, to: Infinity }]);
  assert.deepEqual(outages("auv.angle_rudder", nodes, all), [{ from: 9, to: Infinity }]);
  for (const other of ["auv.thrust_starboard", "auv.depth_dvl", "auv.age", "port"]) assert.deepEqual(outages(other, nodes, all), []);
  assert.equal(saidOf(outages("auv.thrust_port", nodes, all)), "failed from 5 s to 7.25 s, failed at 9 s");
  assert.equal(saidOf([]), "");
  const run = { nodes, failures: all, series: ["auv.age", "auv.thrust_starboard", "auv.thrust_port"].map(name => ({ name, unit: "" })) };
  assert.deepEqual(usualSeries(seriesNames(run)), ["auv.age", "auv.thrust_port", "auv.thrust_starboard"]); // the failed one first
});

test("a run with vehicles opens at a speed at which it takes half a minute to a minute and a half, and another at one at which sound is seen", async () => {
  const api = { next: async () => null }, vehicle = { moves: true, hull: { length: 1 } }, buoy = { moves: false, hull: null };
  const run = nodes => ({ links: [{ longest: 0.033 }], frames: 10, arrivals: 10, series: [], nodes });
  for (const [end, rate] of [[5, 1], [59, 1], [110, 2], [149, 2], [150, 5], [3600, 100]]) {
    assert.equal((await usual(api, run([vehicle, buoy]), {}, end, false)).rate, rate);
    assert.ok(end / rate < 95);
  }
  assert.equal((await usual(api, run([buoy]), {}, 110, false)).rate, 1 / 50);
  assert.equal((await usual(api, run([vehicle]), {}, 110, true)).rate, 1);
  const { from, to } = await usual(api, run([vehicle]), {}, 110, false);
  assert.equal(to - from, 20); // what is played in ten seconds
});
