import assert from "node:assert/strict";
import test from "node:test";
import { Matrix4, Quaternion, Vector3 } from "three";
import { Chunks, chunkLength, prepare } from "../src/scene/chunks.ts";
import { pen } from "../src/scene/lines.ts";
import { Orbit } from "../src/scene/orbit.ts";
import { palette } from "../src/scene/palette.ts";
import { Vehicles } from "../src/scene/vehicles.ts";
import { Waves } from "../src/scene/waves.ts";

// Objects of three need no picture: what they would draw is read back from them here, as it is in a browser.

const near = (a, b, within = 1e-9) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

/** The columns of rows, as the server's answers have them. */
function columns(rows, names) {
  return { rows: rows.length, ...Object.fromEntries(names.map(n => [n, Float64Array.from(rows, r => r[n] ?? 0)])) };
}

function data(sends, arrivals, poses) {
  return {
    from: 0, to: 4, partial: false, words: [], causes: [],
    sends: columns(sends, ["link", "number", "node", "dest", "start", "airtime", "x", "y", "z", "last"]),
    arrivals: columns(arrivals, ["link", "number", "node", "sender", "began", "ended", "delay", "class"]),
    poses: columns(poses, ["node", "t", "x", "y", "z", "qw", "qx", "qy", "qz", "believed", "bx", "by", "bz", "bw", "bqx", "bqy", "bqz"]),
  };
}

function run(patch = {}) {
  const node = (name, at, moves = false) => ({ name, group: "", at, attitude: [1, 0, 0, 0], moves, hull: null, program: "" });
  return {
    duration: 100, reached: 100, water: { depth: 0, floor: null }, obstacles: [], docks: [], paths: [],
    nodes: [node("dock", [0, 0, -100]), node("far", [600, 0, -100]), node("auv", [10, 20, -90], true)],
    links: [{ medium: "acoustic", speed: 1500 }, { medium: "acoustic", speed: 0 }, { medium: "rf", speed: 2e8 }], ...patch,
  };
}

const picture = (t, patch = {}) => ({
  t, flash: 0.1, pixel: 1e-3, eye: new Vector3(0, -500, 0), ahead: new Vector3(0, 1, 0), palette: palette(false), enlarge: false, factor: 1, node: -1,
  selected: null, ...patch,
});

/** Chunks that have an answer. */
async function chunks(r, answer, t = 1) {
  const c = new Chunks({ scene: async () => answer }, 0, r, () => {});
  c.want(t, 0, false, 0);
  await new Promise(done => setTimeout(done, 0));
  return c;
}

/** The frames in flight of a run at a time. */
async function waves(r, answer, t) {
  const w = new Waves(r, await chunks(r, answer), (node, out) => { r.nodes[node].at.forEach((v, i) => { out[i] = v; }); return true; }, pen(), pen());
  w.update(picture(t), [100, 50, -50], new Quaternion());
  return w;
}

test("shells are drawn with the radii of front and tail", async () => {
  const sends = [
    { link: 0, number: 7, node: 0, dest: 1, start: 1, airtime: 0.1, z: -100, last: 1.5 },
    { link: 0, number: 8, node: 1, dest: 0, start: 1.15, airtime: 0.1, x: 600, z: -100, last: 1.65 },
    { link: 0, number: 9, node: 1, dest: 0, start: 3, airtime: 0.1, x: 600, z: -100, last: 3.5 },
  ];
  const w = await waves(run(), data(sends, [], []), 1.2), shells = w.shells();
  // Frame 7: 0.2 s at 1500 m/s, and 0.1 s since the end of its sending. Frame 8: 0.05 s, still being sent. Frame 9: not sent yet.
  assert.deepEqual(shells.map(s => s.number), [7, 8]);
  near(shells[0].radius, 300, 1e-3);
  near(shells[0].tail, 150, 1e-3);
  near(shells[1].radius, 75, 1e-3);
  near(shells[1].tail, 0);
  w.update(picture(1.51), [0, 0, 0], new Quaternion());
  assert.deepEqual(w.shells().map(s => s.number), [8]); // the last arrival of frame 7 has ended
  near(w.shells()[0].radius, 540, 1e-3);
  near(w.shells()[0].tail, 390, 1e-3);
});

test("more shells than there is room for are all drawn, as they are", async () => {
  const sends = Array.from({ length: 300 }, (_, i) => ({ link: 0, number: i + 1, node: 0, dest: -1, start: 1 - i / 1000, airtime: 0.01, x: i, z: -100, last: 3 }));
  const shells = (await waves(run(), data(sends, [], []), 1.5)).shells();
  assert.equal(shells.length, 300);
  shells.forEach((s, i) => { near(s.radius, 750 + 1.5 * i, 1e-3); near(s.tail, 735 + 1.5 * i, 1e-3); });
});

test("without one speed of sound, a front meets the receiver when it begins to arrive", async () => {
  const sends = [{ link: 1, number: 3, node: 0, dest: 1, start: 1, airtime: 0.2, z: -100, last: 1.7 }];
  const arrivals = [{ link: 1, number: 3, node: 1, sender: 0, began: 1.5, ended: 1.7, delay: 0.5 }];
  for (const [t, x] of [[1, 0], [1.25, 300], [1.5, 600], [1.6, 600]]) { // 600 m in 0.5 s
    const w = await waves(run(), data(sends, arrivals, []), t), fronts = w.frontsDrawn();
    assert.equal(fronts.length, 1);
    assert.equal(w.shells().length, 0);
    near(fronts[0].position[0], x, 1e-3);
    near(fronts[0].position[1], 0, 1e-3);
    near(fronts[0].position[2], -100, 1e-3);
  }
  assert.equal((await waves(run(), data(sends, arrivals, []), 1.71)).frontsDrawn().length, 0);
});

test("a frame has the colour of what became of it where it was meant for, or most often", () => {
  const c = prepare(0, 4, data(
    [{ link: 0, number: 1, dest: 2 }, { link: 0, number: 2, dest: -1 }, { link: 0, number: 3, dest: 1 }],
    [
      { link: 0, number: 1, node: 1, class: 0 }, { link: 0, number: 1, node: 2, class: 1 },
      { link: 0, number: 2, node: 0, class: 3 }, { link: 0, number: 2, node: 1, class: 3 }, { link: 0, number: 2, node: 2, class: 0 },
    ], []));
  assert.deepEqual([...c.classOf], [1, 3, 4]);
  assert.deepEqual([...c.sendOf], [0, 0, 1, 1, 1]);
});

// Heading 30, pitch 20 and roll 10 degrees: half angles of 15, 10 and 5. Their sines and cosines, from a table:
const [sy, cy, sp, cp, sr, cr] = [0.2588190451, 0.9659258263, 0.1736481777, 0.9848077530, 0.0871557427, 0.9961946981];
const turned = { // about z by the heading, then about y by the pitch, then about x by the roll
  qw: cr * cp * cy + sr * sp * sy, qx: sr * cp * cy - cr * sp * sy, qy: cr * sp * cy + sr * cp * sy, qz: cr * cp * sy - sr * sp * cy,
};

test("a vehicle turned by 30, 20 and 10 degrees points where that says", async () => {
  const r = run();
  r.nodes[2].hull = { shape: "box", length: 2, width: 1, height: 1 };
  const poses = [0.95, 1, 1.05].map(t => ({ node: 2, t, x: 10 + t, y: 20, z: -90, ...turned }));
  const v = new Vehicles(r, await chunks(r, data([], [], poses)), pen(), palette(false));
  v.update(picture(1.025, { factor: 5 }), [0, 0, 0]);
  const [drawn] = v.drawn();
  assert.equal(drawn.node, 2);
  [11.025, 20, -90].forEach((x, i) => near(drawn.position[i], x, 1e-9));
  // Columns of Rz(30) Ry(20) Rx(10), worked with sin 30 = 0.5, cos 30 = 0.866025, sin 20 = 0.342020, cos 20 = 0.939693, sin 10 = 0.173648,
  // cos 10 = 0.984808: the bow points down by 20 degrees, and its direction has a heading of 30.
  const q = new Quaternion(drawn.quaternion[1], drawn.quaternion[2], drawn.quaternion[3], drawn.quaternion[0]);
  const axes = [[0.813798, 0.469846, -0.342020], [-0.440970, 0.882564, 0.163176], [0.378522, 0.018028, 0.925417]];
  axes.forEach((axis, i) => {
    const got = new Vector3(+(i === 0), +(i === 1), +(i === 2)).applyQuaternion(q).toArray();
    axis.forEach((x, k) => near(got[k], x, 2e-6));
  });
  // What is drawn is five times as large: the bow is 5 m ahead of the middle.
  const body = v.group.children.find(o => o.name === "auv"), shape = body.geometry.getAttribute("position"), bow = new Vector3();
  let most = 0;
  for (let i = 0; i < shape.count; i++) {
    bow.fromBufferAttribute(shape, i).applyMatrix4(body.matrixWorld).sub(new Vector3(11.025, 20, -90));
    most = Math.max(most, bow.dot(new Vector3(0.813798, 0.469846, -0.342020)));
  }
  near(most, 5, 0.35); // lamps stand 0.066 m before the frame
  assert.ok(new Matrix4().copy(body.matrixWorld).determinant() > 0);
});

test("what a vehicle believes is drawn where it differs", async () => {
  const r = run();
  r.nodes[2].hull = { shape: "torpedo", length: 1.33, width: 0.19, height: 0.19, diameter: 0.19 };
  const pose = (t, bx) => ({ node: 2, t, x: 10, y: 20, z: -90, qw: 1, believed: 1, bx, by: 20, bz: -90, bw: 1 });
  const v = new Vehicles(r, await chunks(r, data([], [], [pose(0.5, 10), pose(1, 10), pose(1.1, 14)])), pen(), palette(false));
  v.update(picture(0.9), [0, 0, 0]);
  assert.equal(v.ghosts, 0);
  v.update(picture(1.05), [0, 0, 0]);
  assert.equal(v.ghosts, 1);
  const ghost = v.group.children.find(o => o.isLineSegments);
  near(ghost.position.x, 12); // half way from 10 to 14
});

test("chunks are asked for about a time, once, and while playing ahead", async () => {
  const asked = [], r = run({ duration: 50, reached: 50 });
  const c = new Chunks({ scene: async (_, from, to) => { asked.push([from, to]); return data([], [], []); } }, 0, r, () => {});
  c.want(41, 1, true, 0);
  assert.deepEqual(asked.slice(0, 2), [[40, 44], [36, 40]]);
  assert.deepEqual(asked.at(-1), [44, 48]);
  assert.equal(asked.length, 10); // its own, eight that hold the 30 s behind it, and the next
  await new Promise(done => setTimeout(done, 0));
  c.want(41.5, 1, true, 20);
  assert.equal(asked.length, 10);
  assert.equal(c.at(41.5).from, 40);
  assert.ok(c.whole(41.5));
  c.want(50, 1, true, 40);
  assert.deepEqual(asked.at(-1), [48, 50]); // none begins at the end
  assert.deepEqual([0.1, 1, 3, 8, 1000].map(chunkLength), [4, 4, 8, 16, 64]);
});

test("what goes on is asked for again, and a refusal is told and asked again later", async () => {
  const asked = [], r = run({ duration: 100, reached: 2 });
  let refuse = false;
  const api = { scene: async (_, from, to) => { asked.push([from, to]); if (refuse) throw new Error("no"); return data([], [], []); } };
  const c = new Chunks(api, 0, r, () => {}), turn = () => new Promise(done => setTimeout(done, 0));
  c.want(2, 1, false, 0);
  await turn();
  r.reached = 3;
  c.want(3, 1, false, 100);
  await turn();
  assert.deepEqual(asked, [[0, 2], [0, 3]]);
  refuse = true;
  r.reached = 4;
  c.want(3.5, 1, false, 200);
  await turn();
  assert.equal(c.trouble, "no");
  c.want(3.5, 1, false, 300);
  assert.equal(asked.length, 3);
  c.want(3.5, 1, false, 2300);
  assert.equal(asked.length, 4);
});

test("while a run goes on, what is there of it is shown", async () => {
  const r = run({ duration: 100, reached: 2 }), c = new Chunks({ scene: async () => data([], [], []) }, 0, r, () => {});
  assert.ok(Number.isNaN(c.reach(2)));
  c.want(2, 1, false, 0);
  await new Promise(done => setTimeout(done, 0));
  assert.equal(c.reach(2), 2);
  r.reached = 2.5;
  assert.equal(c.reach(2.5), 2);
  assert.equal(c.reach(5), 2); // nothing later is there
});

test("a camera stands again where it said that it stood", () => {
  const sight = { corners: [[0, 0, -50], [100, 40, 0]], vehicle: [10, 20, -30], dock: [0, 0, -50], start: [40, 0, -30], length: 2 };
  for (const camera of [
    { mode: "free", eye: [60, -90, -30], target: [1, 2, -40] }, { mode: "follow", eye: [-5, 3, 2], target: null }, { mode: "top", eye: [12, 30, 400], target: null },
    { mode: "free", eye: null, target: null }, { mode: "dock", eye: null, target: null },
  ]) {
    const o = new Orbit();
    o.take(camera);
    o.set(sight, 900, 500);
    assert.deepEqual(o.told(), camera);
    const at = camera.mode === "free" && camera.eye ? [60, -90, -30] : camera.mode === "follow" ? [5, 23, -28] : camera.mode === "top" ? [12, 30, 400] : null;
    at?.forEach((x, i) => near(o.camera.position.getComponent(i), x, 1e-9));
  }
});

test("from the dock, dock and vehicle are in the picture, the dock in front", () => {
  for (const vehicle of [[40, 10, -30], [3, 0, -49], [0, 0, -50]]) {
    const o = new Orbit(), dock = [0, 0, -50], sight = { corners: [[0, 0, -50], [100, 40, 0]], vehicle, dock, start: [60, 0, -30], length: 2 };
    o.take({ mode: "dock", eye: null, target: null });
    o.set(sight, 900, 500);
    for (const at of [dock, vehicle]) {
      const p = new Vector3(...at).project(o.camera);
      assert.ok(Math.abs(p.x) < 0.75 && Math.abs(p.y) < 0.75 && Math.abs(p.z) < 1, `${at} is at ${p.toArray()}`);
    }
    const far = at => o.camera.position.distanceTo(new Vector3(...at));
    assert.ok(far(dock) <= far(vehicle) + 1e-9);
  }
});
