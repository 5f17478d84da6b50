// How much of the world a picture shows: a box about all that is in it, with edges on a round grid.

import type { Run } from "../api";
import type { DockShape } from "./solids";
import { include, nothing, roundBelow, type Bounds, type Vec } from "./ways";

/** What the ground of a picture covers. Heights are of z. */
export interface Extent {
  low: [number, number];
  high: [number, number];
  step: number; // of its grid, m
  bed: number | null; // z of the bed, of its deepest place where it is uneven; null where the scenario has none
  level: number | null; // z of a level below all things, which stands for the bed where there is none or where it is far below them
}

/** The box about the nodes, docks, paths and obstacles of a run. */
export function things(run: Run): Bounds {
  const b = nothing();
  for (const n of run.nodes) include(b, n.at);
  for (const d of run.docks) {
    include(b, d.at);
    const [along, out] = reach(d);
    for (const s of [-out, out]) include(b, d.at.map((v, i) => Math.min(v + along * d.axis[i] + s, i === 2 ? 0 : Infinity)));
  }
  for (const p of run.paths) for (const at of p.points) include(b, at);
  for (const o of run.obstacles) {
    if (!Array.isArray(o.at)) continue;
    const at = o.at as number[], half = Array.isArray(o.half) ? Math.hypot(...o.half as number[]) : Number(o.radius) || 0;
    include(b, at.map(v => v - half));
    include(b, at.map((v, i) => (i === 2 ? Math.min(0, v + half) : v + half)));
    if (o.shape === "capsule" && Array.isArray(o.to)) include(b, o.to as number[]);
    if (Array.isArray(o.profile) && Array.isArray(o.axis)) for (const p of o.profile as number[][]) include(b, at.map((v, i) => v + p[0] * (o.axis as number[])[i]));
  }
  if (b.low[0] > b.high[0]) return { low: [-10, -10, -10], high: [10, 10, 0] };
  return b;
}

/** How far a dock reaches along its axis and out from it. */
function reach(d: DockShape): [number, number] {
  if (d.profile) return [0, 1].map(i => Math.max(...d.profile!.map(p => p[i]))) as [number, number];
  return [d.length || 0, 1.5 * (d.length || 0) * Math.tan(d.angle || 0)];
}

/** The extent of what is in a box, with room about it. */
export function extentOf(b: Bounds, run: Run): Extent {
  const wide = Math.max(b.high[0] - b.low[0], b.high[1] - b.low[1]), tall = b.high[2] - b.low[2];
  const size = Math.max(wide, 0.6 * tall, 10), step = roundBelow(size / 8);
  const low: number[] = [], high: number[] = [];
  for (const i of [0, 1]) {
    const room = Math.max(0.08 * size, (size * 0.5 - (b.high[i] - b.low[i])) / 2);
    low[i] = Math.floor((b.low[i] - room) / step) * step;
    high[i] = Math.ceil((b.high[i] + room) / step) * step;
  }
  const floor = run.water.floor, fine = roundBelow(size / 50);
  const bed = floor ? Math.min(...floor.z.map(row => Math.min(...row))) : run.water.depth > 0 ? -run.water.depth : null;
  const level = bed === null || b.low[2] - bed > 0.6 * size ? Math.min(0, Math.floor((b.low[2] - 0.02 * size) / fine) * fine) : null;
  return { low: low as [number, number], high: high as [number, number], step, bed, level };
}

/** The corners of what a first picture has to show: the bed or the level, and the surface where it is not too far above all things. */
export function corners(b: Bounds, e: Extent): Vec[] {
  const wide = Math.max(e.high[0] - e.low[0], e.high[1] - e.low[1]);
  const top = -b.high[2] < 0.3 * wide ? 0 : b.high[2] + 0.06 * wide, low = e.level ?? e.bed ?? b.low[2], out: Vec[] = [];
  for (const x of [e.low[0], e.high[0]]) {
    for (const y of [e.low[1], e.high[1]]) {
      for (const z of [low, top]) out.push([x, y, z]);
    }
  }
  return out;
}
