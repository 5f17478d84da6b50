// Where things are drawn in lanes and in bars. Pure.

/** Returns for each span which of a few tracks of its lane it is drawn in: spans that overlap are drawn below each other. The
 * spans are in order of their starts. Where all tracks are taken the first one is covered. */
export function tracks(lane: ArrayLike<number>, start: ArrayLike<number>, end: ArrayLike<number>, most: number): Uint8Array {
  const out = new Uint8Array(lane.length), ends = new Map<number, number[]>();
  for (let i = 0; i < lane.length; i++) {
    let taken = ends.get(lane[i]!);
    if (!taken) ends.set(lane[i]!, taken = new Array<number>(most).fill(-Infinity));
    const free = taken.findIndex(e => e <= start[i]!);
    out[i] = Math.max(free, 0);
    taken[out[i]!] = end[i]!;
  }
  return out;
}

/** Returns the first and the one after the last of the rows of a height that can be seen. */
export function visible(scroll: number, height: number, row: number, rows: number): { first: number; end: number } {
  const first = Math.min(Math.max(0, Math.floor(scroll / row)), rows);
  return { first, end: Math.min(rows, Math.max(first, Math.ceil((scroll + height) / row))) };
}

/** Returns how high a row is, so that rows fill a height where they can, within bounds. */
export function rowHeight(height: number, rows: number, least: number, most: number): number {
  return rows === 0 ? most : Math.min(most, Math.max(least, Math.floor(height / rows)));
}

/** Returns the edges of a stack of counts in a height that stands for max: edge k is at the rounded sum of the first k counts, so
 * that the parts add up to the whole. What is not nothing has at least one pixel in all. */
export function stack(counts: readonly number[], max: number, height: number): number[] {
  const edges = [0];
  let sum = 0;
  for (const n of counts) edges.push(max > 0 ? Math.round((height * (sum += n)) / max) : 0);
  if (sum > 0 && edges[counts.length] === 0) {
    for (let k = counts.findIndex(n => n > 0); k < counts.length; k++) edges[k + 1] = 1;
  }
  return edges;
}

/** Puts bins of an equal width together, so many at a time. */
export function coarser(counts: readonly number[], factor: number): number[] {
  const out = new Array<number>(Math.ceil(counts.length / factor)).fill(0);
  counts.forEach((n, i) => { out[Math.floor(i / factor)]! += n; });
  return out;
}

/** Returns the smallest power of two by which bins have to be put together so that at most so many are left. */
export function factorFor(bins: number, most: number): number {
  let f = 1;
  while (Math.ceil(bins / f) > most) f *= 2;
  return f;
}

/** Distance between two points. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

/** Whether any two places are so close that their lanes would run into each other: less than a fourteenth of the whole apart, as in
 * the figure that halocline plot --what space-time draws. */
export function crowded(places: readonly number[]): boolean {
  const sorted = [...places].sort((a, b) => a - b), whole = sorted[sorted.length - 1]! - sorted[0]!;
  return sorted.some((p, i) => i > 0 && p - sorted[i - 1]! < whole / 14) || (sorted.length > 1 && whole === 0);
}

/** The value of a line through points at a time: straight between them, nothing (NaN) beyond them. t is in order. */
export function lineAt(t: readonly number[], v: readonly (number | null)[], at: number): number {
  let low = 0, high = t.length - 1;
  if (high < 0 || at < t[0]! || at > t[high]!) return NaN;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (t[mid]! <= at) low = mid; else high = mid;
  }
  const a = v[low], b = v[high];
  if (at === t[low] || high === low) return a ?? NaN;
  if (at === t[high]) return b ?? NaN;
  if (a === null || a === undefined || b === null || b === undefined) return NaN;
  return a + ((b - a) * (at - t[low]!)) / (t[high]! - t[low]!);
}
