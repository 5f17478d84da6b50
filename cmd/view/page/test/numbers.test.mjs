import assert from "node:assert/strict";
import test from "node:test";
import { about, pan, reveal, within, zoom } from "../src/span.ts";
import { decimals, grouped, significant, span, speed, ticks, usualSpeed } from "../src/ticks.ts";

const near = (got, want) => { assert.equal(got.length, want.length); got.forEach((v, i) => assert.ok(Math.abs(v - want[i]) < 1e-9, `${got} is not ${want}`)); };

test("ticks stand at multiples of 1, 2 or 5", () => {
  assert.equal(ticks(0, 10, 5).step, 2);
  near(ticks(0, 10, 5).values, [0, 2, 4, 6, 8, 10]);
  assert.equal(ticks(0, 10, 4).step, 5); // 10/4 = 2.5 is more than 2
  near(ticks(92.5, 92.6, 5).values, [92.5, 92.52, 92.54, 92.56, 92.58, 92.6]);
  near(ticks(-0.3, 0.3, 3).values, [-0.2, 0, 0.2]); // 0.6/3 = 0.2
  assert.deepEqual(ticks(1, 1, 5), { step: 0, values: [] });
});

test("decimals tell ticks apart", () => {
  assert.deepEqual([1000, 5, 1, 0.5, 0.2, 0.02, 0.001, 5e-6, 2.5, 0.25, 0].map(decimals), [0, 0, 0, 1, 1, 2, 3, 6, 1, 2, 0]);
});

test("numbers are written for people", () => {
  assert.equal(grouped(118204), "118,204");
  assert.equal(grouped(1234567.891, 2), "1,234,567.89");
  assert.equal(grouped(-1000), "−1,000");
  assert.equal(grouped(-0.001, 2), "0.00"); // not minus nothing
  assert.equal(grouped(999), "999");
  assert.equal(significant(0.0123456), "0.01235");
  assert.equal(significant(1500), "1,500");
  assert.equal(significant(2.5), "2.5");
  assert.equal(significant(-3), "−3");
  assert.equal(span(0.0315), "31.5 ms");
  assert.equal(span(12e-6), "12 µs");
  assert.equal(span(2e-9), "2 ns");
  assert.equal(span(null), "–");
  assert.equal(speed(0.01), "1/100");
  assert.equal(speed(1 / 3), "1/3");
  assert.equal(speed(50), "50");
});

// 50 m at 1500 m/s last 1/30 s: at 1/50 that is 1.67 s, at 1/30 1.0 s. 10 km last 6.67 s: at 5 1.33 s.
test("the usual speed lets the longest delay last 1 to 2 s", () => {
  for (const longest of [50 / 1500, 10e3 / 1500, 1, 1.99, 2.01, 0.4, 1e-4, 3.3e-8, 4000]) {
    const lasts = longest / usualSpeed(longest);
    assert.ok(lasts >= 1 - 1e-9 && lasts <= 2 + 1e-9, `${longest} s lasts ${lasts} s`);
  }
  assert.equal(speed(usualSpeed(50 / 1500)), "1/30");
  assert.equal(usualSpeed(10e3 / 1500), 5);
  assert.equal(usualSpeed(0), 1);
});

test("a window stays within the run", () => {
  assert.deepEqual(within({ from: -5, to: 5 }, 100), { from: 0, to: 10 });
  assert.deepEqual(within({ from: 95, to: 105 }, 100), { from: 90, to: 100 });
  assert.deepEqual(within({ from: -5, to: 500 }, 100), { from: 0, to: 100 });
});

test("zooming keeps the time under the pointer", () => {
  // 30 is at a half of [20, 40]; of a width of 10 it is at a half of [25, 35].
  assert.deepEqual(zoom({ from: 20, to: 40 }, 30, 0.5, 100), { from: 25, to: 35 });
  // 25 is at a quarter; of 40 that is 10.
  assert.deepEqual(zoom({ from: 20, to: 40 }, 25, 2, 100), { from: 15, to: 55 });
  assert.deepEqual(pan({ from: 20, to: 40 }, 0.25, 100), { from: 25, to: 45 });
  assert.deepEqual(pan({ from: 90, to: 100 }, 0.25, 100), { from: 90, to: 100 });
});

test("a window moves to a time that is not in it", () => {
  assert.deepEqual(reveal({ from: 0, to: 10 }, 5, 100), { from: 0, to: 10 });
  assert.deepEqual(reveal({ from: 0, to: 10 }, 50, 100), { from: 47.5, to: 57.5 });
  assert.deepEqual(about(10, 18, 100), { from: 9, to: 19 });
});
