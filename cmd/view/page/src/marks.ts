// What is drawn in space and time, as marks: a bar of a frame at its sender, or of an arrival at a receiver. Pure.

import type { Arrivals, Exact, Sends } from "./api";
import { tracks } from "./lanes";

export interface Marks {
  sends: Sends;
  arrivals: Arrivals;
  send: Int32Array; // of each arrival: which row of sends it is of, -1 where it is not there
  end: Float64Array; // of each arrival: its end, or the end of the frame where that is in flight
  track: Uint8Array; // of each arrival: which of three tracks below the line of its lane
  words: string[];
  causes: string[];
}

/** The number of a frame among all links. */
function frameKey(link: number, number: number): number {
  return number * 256 + link;
}

/** Prepares exact marks. */
export function marksOf(e: Exact): Marks {
  const { sends, arrivals } = e, at = new Map<number, number>();
  for (let i = 0; i < sends.rows; i++) at.set(frameKey(sends.link[i]!, sends.number[i]!), i);
  const send = new Int32Array(arrivals.rows), end = new Float64Array(arrivals.rows);
  for (let i = 0; i < arrivals.rows; i++) {
    send[i] = at.get(frameKey(arrivals.link[i]!, arrivals.number[i]!)) ?? -1;
    const ended = arrivals.ended[i]!;
    end[i] = Number.isNaN(ended) ? arrivals.began[i]! + (send[i]! >= 0 ? sends.airtime[send[i]!]! : 0) : ended;
  }
  return { sends, arrivals, send, end, track: inTracks(arrivals, end), words: e.words, causes: e.causes };
}

/** Receptions that overlap at a node are drawn below each other, on three tracks. */
function inTracks(a: Arrivals, end: Float64Array): Uint8Array {
  const order = Uint32Array.from({ length: a.rows }, (_, i) => i).sort((i, j) => a.began[i]! - a.began[j]! || i - j);
  const sorted = tracks(
    Int32Array.from(order, i => a.node[i]!), Float64Array.from(order, i => a.began[i]!), Float64Array.from(order, i => end[i]!), 3);
  const out = new Uint8Array(a.rows);
  order.forEach((i, k) => { out[i] = sorted[k]!; });
  return out;
}

/** When an arrival left its sender. */
export function left(m: Marks, i: number): number {
  const s = m.send[i]!;
  return s >= 0 ? m.sends.start[s]! : m.arrivals.began[i]! - m.arrivals.delay[i]!;
}

/** Counts of a lane in bins, put together over links: five classes a bin, in the order of stacks, and sent last. */
export interface LaneBins { from: number; width: number; bins: number; lanes: Map<number, Float64Array>; most: number; mostSent: number }

/** How many parts the bars of some lanes have. */
export function partsOf(b: LaneBins, nodes: readonly number[]): number {
  let n = 0;
  for (const node of nodes) for (const v of b.lanes.get(node) ?? []) if (v > 0) n++;
  return n;
}

/** Adds up rows of bins by node, so many bins at a time. */
export function laneBins(
  b: { rows: number; node: Int32Array; bin: Int32Array; received: Int32Array; collision: Int32Array; lost: Int32Array; missed: Int32Array; sent: Int32Array },
  from: number, width: number, bins: number, factor: number,
): LaneBins {
  const count = Math.ceil(bins / factor), lanes = new Map<number, Float64Array>();
  for (let i = 0; i < b.rows; i++) {
    let lane = lanes.get(b.node[i]!);
    if (!lane) lanes.set(b.node[i]!, lane = new Float64Array(count * 5));
    const at = Math.floor(b.bin[i]! / factor) * 5;
    lane[at] = lane[at]! + b.received[i]!;
    lane[at + 1] = lane[at + 1]! + b.collision[i]!;
    lane[at + 2] = lane[at + 2]! + b.lost[i]!;
    lane[at + 3] = lane[at + 3]! + b.missed[i]!;
    lane[at + 4] = lane[at + 4]! + b.sent[i]!;
  }
  let most = 0, mostSent = 0;
  for (const lane of lanes.values()) {
    for (let k = 0; k < lane.length; k += 5) {
      most = Math.max(most, lane[k]! + lane[k + 1]! + lane[k + 2]! + lane[k + 3]!);
      mostSent = Math.max(mostSent, lane[k + 4]!);
    }
  }
  return { from, width: width * factor, bins: count, lanes, most, mostSent };
}
