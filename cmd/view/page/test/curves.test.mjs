import assert from "node:assert/strict";
import test from "node:test";
import { apart, minus } from "../src/curves.ts";

const series = (t, v) => ({ name: "age", unit: "s", t, low: v, high: v });

test("a jump is still one where two runs are put together", () => {
  const s = apart(series([0, 1, 1, 2], [0, 1, 0, 1]));
  assert.deepEqual([s.t.length, s.low], [4, [0, 1, 0, 1]]);
  for (let i = 1; i < 4; i++) assert.ok(s.t[i] > s.t[i - 1] && s.t[i] - [0, 1, 1, 2][i] < 2e-9);
  const late = apart(series([3e7, 3e7, 3e7], [1, 2, 3])); // a year, where 1 ns is less than what a number tells apart
  assert.ok(late.t[1] > late.t[0] && late.t[2] > late.t[1]);
});

test("a difference knows the jumps of both runs", () => {
  // A grows as t; B as well, and falls by 1 at 1 s. A - B is 0 before, 1 after, and not known where B has ended.
  const [t, d] = minus(apart(series([0, 4], [0, 4])), apart(series([0, 1, 1, 3], [0, 1, 0, 2])));
  const at = (x) => d[t.findLastIndex((y) => y <= x + 2e-9)];
  assert.equal(d[t.indexOf(1)], 0);
  assert.ok(Math.abs(at(1) - 1) < 1e-8 && Math.abs(at(3) - 1) < 1e-8);
  assert.equal(at(4), null);
});
