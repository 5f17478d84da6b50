import assert from "node:assert/strict";
import test from "node:test";
import { enlargement, fit, floorAt, frontRadius, lastBefore, onChord, roundBelow, slerp, tailRadius } from "../src/scene/ways.ts";

const near = (a, b, within = 1e-9) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const all = (a, b, within) => b.forEach((v, i) => near(a[i], v, within));

test("front and tail of a shell", () => {
  near(frontRadius(1500, 10, 10.02), 30); // 1500 m/s in 20 ms
  near(frontRadius(1500, 10, 9), 0);
  near(tailRadius(1500, 10, 0.0512, 10.0712), 30); // the airtime later
  near(tailRadius(1500, 10, 0.0512, 10.05), 0); // still being sent
});

test("a front on a chord leaves with the frame and meets the receiver when it begins there", () => {
  near(onChord(4.6, 5, 0.4), 0);
  near(onChord(4.7, 5, 0.4), 0.25); // a fourth of 0.4 s
  near(onChord(5, 5, 0.4), 1);
  near(onChord(6, 5, 0.4), 1);
  near(onChord(4, 5, 0.4), 0);
  near(onChord(4.999, 5, 0), 0);
  near(onChord(5, 5, 0), 1);
});

test("between samples an attitude turns at a constant rate, the shorter way", () => {
  const turned = degrees => [Math.cos(degrees * Math.PI / 360), 0, 0, Math.sin(degrees * Math.PI / 360)]; // about z
  all(slerp([0, 0, 0, 0], turned(0), turned(90), 0.5), [0.9238795325, 0, 0, 0.3826834324]); // cos and sin of 22.5 degrees
  all(slerp([0, 0, 0, 0], turned(0), turned(90), 1 / 3), [0.9659258263, 0, 0, 0.2588190451]); // of 15 degrees
  all(slerp([0, 0, 0, 0], turned(0), turned(90).map(v => -v), 0.5), [0.9238795325, 0, 0, 0.3826834324]); // q and -q are one attitude
  all(slerp([0, 0, 0, 0], turned(350), turned(370), 0.5).map(Math.abs), [1, 0, 0, 0]); // through 360
  all(slerp([0, 0, 0, 0], turned(20), turned(20.02), 0.25), turned(20.005), 1e-12);
  all(slerp([0, 0, 0, 0], turned(33), turned(33), 0.7), turned(33), 1e-12);
});

test("the sample before a time", () => {
  const t = [0, 0.05, 0.1, 0.15];
  assert.deepEqual([-1, 0, 0.04, 0.05, 0.149, 0.15, 9].map(x => lastBefore(t, 0, 4, x)), [0, 0, 0, 1, 2, 3, 3]);
  assert.equal(lastBefore(t, 1, 3, 9), 2);
});

test("round lengths", () => {
  assert.deepEqual([1, 1.9, 2, 4.9, 5, 9.9, 10, 0.06, 730].map(roundBelow), [1, 1, 2, 2, 5, 5, 10, 0.05, 500]);
  // A hull of 2.6 m at 0.2 m a pixel takes 13 pixels; 40 need a factor of 3.08, and 5 is the next round one.
  assert.equal(enlargement(2.6, 0.2, 40), 5);
  assert.equal(enlargement(2.6, 0.06, 40), 1); // 43 pixels already
  assert.equal(enlargement(1, 1, 20), 20);
  assert.equal(enlargement(1, 1, 21), 50);
});

test("the bed between the points of its grid", () => {
  const floor = { x: [0, 10], y: [0, 20], z: [[-10, -20], [-30, -60]] };
  near(floorAt(floor, 5, 0), -15);
  near(floorAt(floor, 0, 5), -15);
  near(floorAt(floor, 5, 10), -30); // the mean of the four
  near(floorAt(floor, -7, 99), -30); // as at the nearest corner
});

test("a camera sees all points, and stands no farther off than it must", () => {
  const points = [];
  for (const x of [-50, 70]) for (const y of [-20, 30]) for (const z of [-100, -40]) points.push([x, y, z]);
  for (const [azimuth, elevation] of [[-1.9, 0.42], [0.3, 0.1], [2.5, 1.2]]) {
    const halfX = 0.5, halfY = 0.3, part = 0.9, { target, distance } = fit(points, azimuth, elevation, halfX, halfY, part);
    // A camera by itself: eye, and an orthogonal frame from the direction of view and the vertical.
    const back = [Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation)];
    const right = [-Math.sin(azimuth), Math.cos(azimuth), 0];
    const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2], eye = target.map((v, i) => v + distance * back[i]);
    let widest = 0, left = Infinity, most = -Infinity;
    for (const p of points) {
      const d = p.map((v, i) => v - eye[i]), depth = -dot(d, back);
      assert.ok(depth > 0);
      left = Math.min(left, dot(d, right) / depth);
      most = Math.max(most, dot(d, right) / depth);
      widest = Math.max(widest, Math.abs(dot(d, right)) / depth / halfX, Math.abs(dot(d, up)) / depth / halfY);
    }
    near(widest, part, 1e-6);
    near(left, -most, 0.01); // in the middle
  }
});
