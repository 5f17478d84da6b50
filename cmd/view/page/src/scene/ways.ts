// What the 3-D panel reckons: places and attitudes between samples, how far sound has come, what a camera has to see. Pure functions,
// without three. Lengths in m, times in s, angles in rad; x and y are horizontal, z points up.

/** A place or a direction. */
export type Vec = [number, number, number];
/** An attitude: w, x, y, z. It turns vectors of the body into those of the world. */
export type Quat = [number, number, number, number];

/** Radius of the front of a frame: how far sound of one speed has come since the frame began to be sent. */
export function frontRadius(speed: number, start: number, t: number): number {
  return Math.max(0, speed * (t - start));
}

/** Radius of the tail of a frame: how far the sound that was sent last has come, and 0 while the frame is still being sent. */
export function tailRadius(speed: number, start: number, airtime: number, t: number): number {
  return speed * Math.max(0, t - start - airtime);
}

/** Part of the chord to a receiver that sound has gone which needs a delay and is at the receiver at a time: from 0 to 1. */
export function onChord(t: number, there: number, delay: number): number {
  if (!(delay > 0)) return t >= there ? 1 : 0;
  return Math.min(1, Math.max(0, (t - there + delay) / delay));
}

/** Index of the last of some times (from lo to hi - 1, ascending) that is not after t; lo where all are. */
export function lastBefore(times: ArrayLike<number>, lo: number, hi: number, t: number): number {
  let low = lo, high = hi - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle; else high = middle - 1;
  }
  return low;
}

/** Part of the way from one time to another at which t is: from 0 to 1. */
export function partOf(from: number, to: number, t: number): number {
  return to > from ? Math.min(1, Math.max(0, (t - from) / (to - from))) : 0;
}

/** The value a part of the way from a to b. */
export function mix(a: number, b: number, part: number): number {
  return a + (b - a) * part;
}

/** Writes the attitude a part of the way from a to b into out: the shorter way round at a constant rate (K. Shoemake, Animating rotation with
 *  quaternion curves, SIGGRAPH 1985: slerp). Below 0.001 rad, where sin would divide by nearly nothing, it goes straight. */
export function slerp(out: Quat, a: Readonly<Quat>, b: Readonly<Quat>, part: number): Quat {
  let cos = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cos < 0 ? -1 : 1;
  cos = Math.min(1, cos * sign);
  const angle = Math.acos(cos);
  let u = 1 - part, v = part;
  if (angle > 1e-3) {
    const sin = Math.sin(angle);
    u = Math.sin(u * angle) / sin;
    v = Math.sin(v * angle) / sin;
  }
  v *= sign;
  for (let i = 0; i < 4; i++) out[i] = u * a[i] + v * b[i];
  const norm = Math.hypot(out[0], out[1], out[2], out[3]) || 1;
  for (let i = 0; i < 4; i++) out[i] /= norm;
  return out;
}

/** The greatest of 1, 2 and 5 times a power of ten that is not above a length: what a scale bar has. */
export function roundBelow(length: number): number {
  if (!(length > 0) || !Number.isFinite(length)) return 1;
  const power = 10 ** Math.floor(Math.log10(length) + 1e-12), part = length / power * (1 + 1e-12);
  return power * (part >= 5 ? 5 : part >= 2 ? 2 : 1);
}

/** By how much a vehicle is enlarged so that it is seen: 1, or the least of 1, 2 and 5 times a power of ten with which its length takes some pixels.
 *  pixel is the length in the world that one pixel shows. */
export function enlargement(length: number, pixel: number, pixels: number): number {
  const needed = pixels * pixel / length;
  if (!(needed > 1) || !Number.isFinite(needed)) return 1;
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) {
      if (power * digit >= needed * (1 - 1e-9)) return power * digit;
    }
  }
}

/** Heights of the bed above a grid of places, z[row of y][column of x]. */
export interface Floor { x: number[]; y: number[]; z: number[][] }

/** Height of the bed at a place, straight between the points of the grid, and outside it as at its edge. */
export function floorAt(floor: Floor, x: number, y: number): number {
  const { x: xs, y: ys, z } = floor;
  const i = lastBefore(xs, 0, xs.length, x), j = lastBefore(ys, 0, ys.length, y);
  const i1 = Math.min(i + 1, xs.length - 1), j1 = Math.min(j + 1, ys.length - 1);
  const u = partOf(xs[i], xs[i1], x), v = partOf(ys[j], ys[j1], y);
  return mix(mix(z[j][i], z[j][i1], u), mix(z[j1][i], z[j1][i1], u), v);
}

/** A box along the axes. */
export interface Bounds { low: Vec; high: Vec }

/** Makes a box so large that a place is in it. */
export function include(b: Bounds, at: ArrayLike<number>): void {
  for (let i = 0; i < 3; i++) {
    b.low[i] = Math.min(b.low[i], at[i]);
    b.high[i] = Math.max(b.high[i], at[i]);
  }
}

/** The box in which nothing is yet. */
export function nothing(): Bounds {
  return { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
}

/** Where a camera turns about, and how far it is from there. */
export interface Fit { target: Vec; distance: number }

/** The nearest camera that looks in a direction and sees all points within a part of its picture. azimuth and elevation say where the camera is,
 *  seen from the target; halfX and halfY are the tangents of half its angles of view. */
export function fit(points: readonly Vec[], azimuth: number, elevation: number, halfX: number, halfY: number, part: number): Fit {
  const ca = Math.cos(azimuth), sa = Math.sin(azimuth), ce = Math.cos(elevation), se = Math.sin(elevation);
  const right: Vec = [-sa, ca, 0], up: Vec = [-se * ca, -se * sa, ce], back: Vec = [ce * ca, ce * sa, se];
  const dot = (a: Readonly<Vec>, b: Readonly<Vec>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const box = nothing();
  for (const p of points) include(box, p);
  const target: Vec = [0, 1, 2].map(i => (box.low[i] + box.high[i]) / 2) as Vec;
  let distance = 0;
  for (let round = 0; round < 6; round++) {
    distance = 0;
    for (const p of points) {
      const d: Vec = [p[0] - target[0], p[1] - target[1], p[2] - target[2]];
      distance = Math.max(distance, Math.abs(dot(d, right)) / (halfX * part) + dot(d, back), Math.abs(dot(d, up)) / (halfY * part) + dot(d, back));
    }
    let left = Infinity, most = -Infinity, low = Infinity, high = -Infinity;
    for (const p of points) {
      const d: Vec = [p[0] - target[0], p[1] - target[1], p[2] - target[2]], depth = Math.max(1e-9, distance - dot(d, back));
      const x = dot(d, right) / depth, y = dot(d, up) / depth;
      left = Math.min(left, x); most = Math.max(most, x); low = Math.min(low, y); high = Math.max(high, y);
    }
    if (round === 5) break;
    const dx = (left + most) / 2 * distance, dy = (low + high) / 2 * distance;
    for (let i = 0; i < 3; i++) target[i] = target[i] + right[i] * dx + up[i] * dy;
  }
  return { target, distance };
}
