// Series of two runs at the same times. Pure: tests use it.

import type { Series } from "./api";
import { lineAt } from "./lanes";

/** The same with times that only grow. A jump is two points at one time, of which a join of two runs keeps one. */
export function apart(s: Series): Series {
  const t = [...s.t];
  for (let i = 1; i < t.length; i++) t[i] = Math.max(t[i]!, t[i - 1]! + Math.max(1e-9, Math.abs(t[i - 1]!) * 2 ** -50));
  return { ...s, t };
}

/** The middle of A less that of B, at the times of both, where both are known. */
export function minus(a: Series, b: Series): [number[], (number | null)[]] {
  const mid = (s: Series) => s.low.map((v, i) => (v === null || s.high[i] === null ? null : (v + s.high[i]!) / 2));
  const va = mid(a), vb = mid(b), times = [...new Set([...a.t, ...b.t])].sort((x, y) => x - y);
  return [times, times.map(t => {
    const difference = lineAt(a.t, va, t) - lineAt(b.t, vb, t);
    return Number.isNaN(difference) ? null : difference;
  })];
}
