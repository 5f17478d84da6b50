import assert from "node:assert/strict";
import test from "node:test";
import { coarser, crowded, distance, factorFor, lineAt, rowHeight, stack, tracks, visible } from "../src/lanes.ts";
import { laneBins, marksOf, partsOf } from "../src/marks.ts";

test("spans that overlap are on tracks below each other", () => {
  // Lane 0: [0, 4], [1, 2], [2, 3], [5, 6]; the third begins where the second ends. Lane 1 has its own tracks.
  assert.deepEqual([...tracks([0, 0, 1, 0, 0], [0, 1, 1.5, 2, 5], [4, 2, 9, 3, 6], 3)], [0, 1, 0, 1, 0]);
  assert.deepEqual([...tracks([0, 0, 0], [0, 1, 2], [9, 9, 9], 2)], [0, 1, 0]); // none is free
});

test("rows in sight", () => {
  assert.deepEqual(visible(0, 100, 20, 500), { first: 0, end: 5 });
  assert.deepEqual(visible(30, 100, 20, 500), { first: 1, end: 7 }); // from 30 px to 130 px
  assert.deepEqual(visible(0, 100, 20, 3), { first: 0, end: 3 });
  assert.equal(rowHeight(100, 4, 15, 46), 25);
  assert.equal(rowHeight(100, 500, 15, 46), 15);
  assert.equal(rowHeight(100, 1, 15, 46), 46);
});

test("the parts of a stack add up to the whole", () => {
  assert.deepEqual(stack([1, 1, 1], 3, 10), [0, 3, 7, 10]); // 10/3, 20/3
  assert.deepEqual(stack([0, 0, 0], 3, 10), [0, 0, 0, 0]);
  assert.deepEqual(stack([0, 1, 0], 1000, 10), [0, 0, 1, 1]); // not nothing, so a pixel
});

test("bins are put together", () => {
  assert.deepEqual(coarser([1, 2, 3, 4, 5], 2), [3, 7, 5]);
  assert.deepEqual([factorFor(100, 100), factorFor(101, 100), factorFor(1000, 100)], [1, 2, 16]); // 1000/8 = 125, 1000/16 = 62.5
});

test("counts of lanes are added over links and bins", () => {
  const i = (...v) => Int32Array.from(v);
  const b = laneBins({
    rows: 3, node: i(7, 7, 2), bin: i(0, 1, 1), received: i(1, 2, 0), collision: i(0, 3, 0), lost: i(0, 0, 4), missed: i(1, 0, 0), sent: i(0, 0, 5),
  }, 10, 0.5, 3, 2);
  assert.equal(b.width, 1);
  assert.equal(b.bins, 2);
  assert.deepEqual([...b.lanes.get(7)], [3, 3, 0, 1, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual([...b.lanes.get(2)], [0, 0, 4, 0, 5, 0, 0, 0, 0, 0]);
  assert.equal(b.most, 7);
  assert.equal(b.mostSent, 5);
  assert.deepEqual([partsOf(b, [7]), partsOf(b, [2, 7, 99])], [3, 5]);
});

test("what is in flight lasts as long as its frame", () => {
  const i = (...v) => Int32Array.from(v), f = (...v) => Float64Array.from(v);
  const m = marksOf({
    exact: true, words: [], causes: [],
    sends: { rows: 1, link: i(2), number: f(5), node: i(0), start: f(1), airtime: f(0.25) },
    arrivals: { rows: 2, link: i(2, 1), number: f(5, 5), node: i(1, 1), began: f(3, 2), ended: f(NaN, 3.5), delay: f(2, 1) },
  });
  assert.deepEqual([...m.send], [0, -1]); // frame 5 of link 1 is another one
  assert.deepEqual([...m.end], [3.25, 3.5]);
  assert.deepEqual([...m.track], [1, 0]); // the second began first
});

test("distances and lines", () => {
  assert.deepEqual([crowded([0, 10, 140]), crowded([0, 9.5, 140]), crowded([140, 0, 70]), crowded([5, 5]), crowded([5])], [false, true, false, true, false]); // 140/14 = 10
  assert.equal(distance([0, 0, 0], [3, 4, 12]), 13);
  assert.equal(lineAt([0, 10, 20], [0, 5, 25], 15), 15);
  assert.equal(lineAt([0, 10], [0, 5], 10), 5);
  assert.ok(Number.isNaN(lineAt([0, 10], [0, 5], 11)));
  assert.ok(Number.isNaN(lineAt([0, 10], [0, null], 5)));
  assert.equal(lineAt([0, 10], [3, null], 0), 3);
});
