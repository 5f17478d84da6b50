// The part of a run that the 3-D panel has at hand: chunks of a few seconds about the time shown, asked for ahead while the run is played.

import { InFlight, type Api, type Run, type SceneData } from "../api";
import { lastBefore, mix, partOf, slerp, type Quat, type Vec } from "./ways";

/** Seconds of a vehicle's way that are shown behind it. */
export const trail = 30;

const kept = 40; // chunks
const retry = 2000; // ms after which a chunk that the server refused is asked for again

/** Where something is, and what it is believed to be. */
export interface Pose { at: Vec; attitude: Quat; believed: boolean; beliefAt: Vec; belief: Quat }

/** A pose to write into. */
export function pose(): Pose {
  return { at: [0, 0, 0], attitude: [1, 0, 0, 0], believed: false, beliefAt: [0, 0, 0], belief: [1, 0, 0, 0] };
}

/** Some seconds of a run. */
export interface Chunk {
  from: number;
  to: number;
  data: SceneData;
  sendOf: Int32Array; // row of the frame of each arrival, -1 where it is absent
  classOf: Uint8Array; // class in which each frame is drawn
  rows: ReadonlyMap<number, Int32Array>; // rows of the poses of each node, in the order of their times
  times: ReadonlyMap<number, Float64Array>; // of these rows
}

/** What is at hand of one run. */
export class Chunks {
  private readonly have = new Map<string, Chunk>();
  private readonly asked = new Map<string, number>(); // when, ms; Infinity while no answer has come
  private length = 4;
  /** Why something is absent, for people. */
  trouble = "";

  constructor(private readonly api: Pick<Api, "scene">, private readonly number: number, private readonly run: Run, private readonly changed: () => void) {}

  /** Asks for what is needed at a time, and where the run is played for what follows. now is of the clock on the wall, ms. */
  want(t: number, rate: number, playing: boolean, now: number): void {
    this.length = chunkLength(playing ? rate : 0);
    const k = this.index(t);
    this.ask(k, now);
    for (let back = 1; back <= Math.ceil(trail / this.length) && back <= k; back++) this.ask(k - back, now);
    if (playing) this.ask(k + 1, now);
  }

  /** The chunk of a time: of the present length, or of another one that is still at hand. */
  at(t: number): Chunk | null {
    const own = this.have.get(this.key(this.index(t)));
    if (own && own.to >= t) return own;
    for (const c of this.have.values()) {
      if (c.from <= t && (t < c.to || (t === c.to && t >= this.end()))) return c;
    }
    return null;
  }

  /** The time that can be shown instead of another one: that time, or how far its chunk goes while the run goes on; NaN for none. */
  reach(t: number): number {
    if (this.at(t)) return t;
    const own = this.have.get(this.key(this.index(t)));
    return own && own.to <= t ? own.to : NaN;
  }

  /** Whether all that is drawn at a time is at hand. */
  whole(t: number): boolean {
    const k = this.index(t);
    for (let back = 0; back <= Math.ceil(trail / this.length) && back <= k; back++) {
      if (!this.have.has(this.key(k - back))) return false;
    }
    return true;
  }

  /** Writes where a node is at a time, and whether that is at hand. */
  pose(node: number, t: number, out: Pose): boolean {
    const c = this.at(t), rows = c?.rows.get(node), times = c?.times.get(node);
    if (!c || !rows || !times || rows.length === 0) return false;
    const p = c.data.poses, i = lastBefore(times, 0, times.length, t), j = Math.min(i + 1, rows.length - 1);
    const a = rows[i], b = rows[j], part = partOf(times[i], times[j], t);
    out.at[0] = mix(p.x[a], p.x[b], part);
    out.at[1] = mix(p.y[a], p.y[b], part);
    out.at[2] = mix(p.z[a], p.z[b], part);
    turned(out.attitude, p.qw, p.qx, p.qy, p.qz, a, b, part);
    out.believed = p.believed !== undefined && p.believed[a] === 1;
    if (out.believed) {
      const until = p.believed[b] === 1 ? b : a;
      out.beliefAt[0] = mix(p.bx[a], p.bx[until], part);
      out.beliefAt[1] = mix(p.by[a], p.by[until], part);
      out.beliefAt[2] = mix(p.bz[a], p.bz[until], part);
      turned(out.belief, p.bw, p.bqx, p.bqy, p.bqz, a, until, part);
    }
    return true;
  }

  /** Calls visit with chunks from the first to the last that are at hand without a gap, and reach from some time at most trail before t to t. */
  behind(t: number, visit: (c: Chunk) => void): void {
    const last = this.index(t);
    let first = last;
    while (first > 0 && (first) * this.length > t - trail && this.have.has(this.key(first - 1))) first--;
    for (let k = first; k <= last; k++) {
      const c = this.have.get(this.key(k));
      if (c) visit(c);
    }
  }

  private end(): number { return Math.min(this.run.duration, Math.max(this.run.reached, 0)) || this.run.duration; }

  private index(t: number): number {
    return Math.max(0, Math.min(Math.floor(t / this.length), Math.ceil(this.end() / this.length) - 1));
  }

  private key(k: number): string { return `${this.length}:${k}`; }

  private ask(k: number, now: number): void {
    const from = k * this.length, to = Math.min(from + this.length, this.end()), key = this.key(k), old = this.have.get(key);
    if (!(from < to)) return;
    if (old && old.to >= to) { // put last: it is used
      this.have.delete(key);
      this.have.set(key, old);
      return;
    }
    const since = this.asked.get(key);
    if (since !== undefined && now - since < retry) return;
    this.asked.set(key, Infinity);
    this.api.scene(this.number, from, to).then(data => {
      this.asked.delete(key);
      this.trouble = "";
      this.have.set(key, prepare(from, to, data));
      for (const first of this.have.keys()) {
        if (this.have.size <= kept) break;
        this.have.delete(first);
      }
      this.changed();
    }, (e: unknown) => {
      this.asked.set(key, now);
      this.trouble = e instanceof Error ? e.message : String(e);
      this.changed();
    });
  }
}

/** Seconds that a chunk has: 4, or so many more that one lasts two seconds while the run is played. */
export function chunkLength(rate: number): number {
  let length = 4;
  while (length < 2 * rate && length < 64) length *= 2;
  return length;
}

function turned(out: Quat, w: Float32Array, x: Float32Array, y: Float32Array, z: Float32Array, a: number, b: number, part: number): void {
  from[0] = w[a]; from[1] = x[a]; from[2] = y[a]; from[3] = z[a];
  to[0] = w[b]; to[1] = x[b]; to[2] = y[b]; to[3] = z[b];
  slerp(out, from, to, part);
}
const from: Quat = [1, 0, 0, 0], to: Quat = [1, 0, 0, 0];

/** Makes what is looked up in each picture. */
export function prepare(from: number, to: number, data: SceneData): Chunk {
  const { sends: s, arrivals: a, poses: p } = data;
  const rowOf = new Map<string, number>();
  for (let i = 0; i < s.rows; i++) rowOf.set(`${s.link[i]}.${s.number[i]}`, i);
  const sendOf = new Int32Array(a.rows).fill(-1), votes = new Int32Array(s.rows * 5), classOf = new Uint8Array(s.rows).fill(InFlight);
  for (let i = 0; i < a.rows; i++) {
    const row = rowOf.get(`${a.link[i]}.${a.number[i]}`);
    if (row === undefined) continue;
    sendOf[i] = row;
    const heard = s.dest[row] < 0 || s.dest[row] === a.node[i];
    if (heard && a.class[i] < 5) votes[row * 5 + a.class[i]]++;
  }
  for (let i = 0; i < s.rows; i++) {
    let most = 0;
    for (let c = 0; c < 5; c++) {
      if (votes[i * 5 + c] > most) { most = votes[i * 5 + c]; classOf[i] = c; }
    }
  }
  const lists = new Map<number, number[]>();
  for (let i = 0; i < p.rows; i++) {
    const list = lists.get(p.node[i]);
    if (list) list.push(i); else lists.set(p.node[i], [i]);
  }
  const rows = new Map<number, Int32Array>(), times = new Map<number, Float64Array>();
  for (const [node, list] of lists) {
    list.sort((i, j) => p.t[i] - p.t[j]);
    rows.set(node, Int32Array.from(list));
    times.set(node, Float64Array.from(list, i => p.t[i]));
  }
  return { from, to, data, sendOf, classOf, rows, times };
}
