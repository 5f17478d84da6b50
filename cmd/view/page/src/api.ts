// The server's answers, typed, with a cache. cmd/view's API is all GET and of the same origin.

import { decode, type Column, type Table } from "./columns";
import type { Filter } from "./hash";

type F64 = Float64Array;
type F32 = Float32Array;
type I32 = Int32Array;
type U8 = Uint8Array;
type Vec = [number, number, number];
type Quat = [number, number, number, number]; // w, x, y, z: turns body vectors into world vectors

/** Classes of arrivals. Sent frames are a class of their own where they are counted. */
export const Received = 0, Collision = 1, Lost = 2, Missed = 3, InFlight = 4, Sent = 5;

export interface Meta { version: string; live: boolean; runs: Run[]; compare: First | null }

export interface Run {
  title: string; description: string; command: string; seed: number | string; duration: number; warmup: number; reached: number;
  fingerprint: string; events: number; complete: boolean; reason: string;
  water: { depth: number; floor: { x: number[]; y: number[]; z: number[][] } | null };
  nodes: NodeMeta[]; links: LinkMeta[]; obstacles: Obstacle[]; docks: Dock[];
  paths: { node: number; points: Vec[] }[]; computers: { node: number; tasks: string[] }[];
  series: { name: string; unit: string; sampled: boolean }[];
  frames: number; arrivals: number; records: number; beliefs: boolean; failures: Failure[];
}

/** The beginning or the end of a failure of a part of a vehicle: a thruster, a fin or an instrument. */
export interface Failure { node: number; t: number; part: string; works: boolean }

export interface Hull { shape: "torpedo" | "box"; length: number; width: number; height: number; diameter?: number }
export interface NodeMeta { name: string; group: string; at: Vec; attitude: Quat; moves: boolean; hull: Hull | null; program: string }
export interface LinkMeta { name: string; medium: string; speed: number; protocol: string; unit: string; nodes: number[]; longest: number }
/** An obstacle as the scenario has it; which of its lengths are there depends on its shape. */
export interface Obstacle { shape: string; [key: string]: unknown }
export interface Dock { node: number; at: Vec; axis: Vec; angle: number; length: number }

/** The first record in which two runs differ. */
export interface First { t: number; index: number; a: Event | null; b: Event | null }

export interface Event {
  index: number; t: number; node: number; link: number; kind: string; packet: number; frame: number; peer: number;
  cause: string; value: number | null; note: string; text: string;
}

export interface Count { node: number; link: number; kind: string; cause: string; n: number }

export interface Overview {
  from: number; width: number; bins: number;
  classes: { received: number[]; collision: number[]; lost: number[]; missed: number[]; sent: number[] };
}

export interface Sends {
  rows: number; link: I32; number: F64; node: I32; dest: I32; start: F64; airtime: F64; power: F32; bits: I32; kind: I32; packet: F64;
  x: F32; y: F32; z: F32; last: F64;
}
export interface Arrivals {
  rows: number; link: I32; number: F64; node: I32; sender: I32; began: F64; ended: F64; delay: F64; class: U8; cause: U8; locked: U8;
}
export interface Poses {
  rows: number; node: I32; t: F64; x: F64; y: F64; z: F64; qw: F32; qx: F32; qy: F32; qz: F32; believed: U8; bx: F64; by: F64; bz: F64;
  bw: F32; bqx: F32; bqy: F32; bqz: F32; surge: F32; sway: F32; heave: F32;
}
export interface Bins { rows: number; node: I32; link: I32; bin: I32; received: I32; collision: I32; lost: I32; missed: I32; sent: I32 }

export interface Exact { exact: true; words: string[]; causes: string[]; sends: Sends; arrivals: Arrivals }
export interface Binned { exact: false; from: number; width: number; count: number; bins: Bins }
export type Lanes = Exact | Binned;

/** All frames of which anything is in the water in a window, and the poses of what moves. */
export interface SceneData { from: number; to: number; partial: boolean; words: string[]; causes: string[]; sends: Sends; arrivals: Arrivals; poses: Poses }

export interface Interferer { link: number; number: number; node: number; began: number; ended: number; overlap: number; power: number | null; kind: string }
export interface Arrival {
  node: number; began: number; ended: number | null; delay: number; distance: number; power: number | null; mean: number | null;
  noise: number | null; fading: number | null; doppler: number | null; locked: boolean; received: boolean; sinr: number | null; cause: string;
  interference: number | null; reckoned: number | null; by: string; interferers: Interferer[]; blocked: string | null;
}
export interface Frame {
  link: number; number: number; node: number; dest: number; kind: string; bits: number; packet: number; start: number; airtime: number;
  aborted: boolean; power: number | null; arrivals: Arrival[];
}

export interface Series { name: string; unit: string; t: number[]; low: (number | null)[]; high: (number | null)[] }

export interface Job {
  computer: number; task: number | string; release: number; start: number | null; end: number | null; missed: boolean; skipped: boolean;
  runs: [number, number][];
}
export type Schedule =
  | { exact: true; jobs: Job[] }
  | { exact: false; from: number; width: number; bins: number; busy: number[][]; missed: number[][] };

export interface StateRow { node: number; link: number; t: number; name: string; value: number | null }

export interface Live { reached: number; ended: boolean }

const mostKept = 96; // answers
const mostBytes = 48e6; // of answers in columns

/** Asks the server, and remembers what it said. */
export class Api {
  private readonly kept = new Map<string, { answer: Promise<unknown>; bytes: number }>();
  private bytes = 0;
  /** How many requests were made, and how many are under way, for tests. */
  asked = 0;
  pending = 0;

  meta(): Promise<Meta> { return this.fresh("api/meta"); }
  counts(run: number): Promise<{ rows: Count[] }> { return this.json(run, "counts", {}); }

  overview(run: number, from: number, to: number, bins: number): Promise<Overview> {
    return this.json(run, "overview", { from, to, bins });
  }

  async lanes(run: number, from: number, to: number, bins: number, most = 4000): Promise<Lanes> {
    return this.columns(run, "lanes", { from, to, bins, most }, (header, tables) => {
      if (!header.exact) return { exact: false, from: header.from, width: header.width, count: header.bins, bins: table<Bins>(tables.bins) };
      return { exact: true, words: header.words ?? [], causes: header.causes ?? [], sends: table<Sends>(tables.sends), arrivals: table<Arrivals>(tables.arrivals) };
    });
  }

  async scene(run: number, from: number, to: number): Promise<SceneData> {
    return this.columns(run, "scene", { from, to }, (header, tables) => ({
      from, to, partial: Boolean(header.partial), words: header.words ?? [], causes: header.causes ?? [],
      sends: table<Sends>(tables.sends), arrivals: table<Arrivals>(tables.arrivals), poses: table<Poses>(tables.poses),
    }));
  }

  frame(run: number, link: number, number: number): Promise<Frame> { return this.json(run, "frame", { link, number }); }
  packet(run: number, number: number): Promise<{ rows: Event[] }> { return this.json(run, "packet", { number }); }

  /** The events of a span of time, both ends included. */
  events(run: number, from: number, to: number, f: Filter, most = 200, dir: 1 | -1 = 1): Promise<{ rows: Event[]; more: boolean }> {
    return this.json(run, "events", { from, to, ...filtered(f), most, dir });
  }

  /** The next event of a sort strictly after or before t, or after or before the record of an index. */
  next(run: number, at: { t: number } | { index: number }, dir: 1 | -1, what: "event" | "loss" | "send", node = -1, link = -1): Promise<Event | null> {
    return this.json(run, "next", { ...at, dir, what, ...(node >= 0 ? { node } : {}), ...(link >= 0 ? { link } : {}) });
  }

  series(run: number, names: string[], from: number, to: number, points = 1000): Promise<{ series: Series[] }> {
    return this.json(run, "series", { names: names.join(","), from, to, points });
  }

  schedule(run: number, from: number, to: number, most = 4000): Promise<Schedule> { return this.json(run, "schedule", { from, to, most }); }
  states(run: number, from: number, to: number, most = 2000): Promise<{ rows: StateRow[] }> { return this.json(run, "states", { from, to, most }); }

  /** Follows a run that goes on. Returns what ends it. */
  live(fn: (now: Live) => void): () => void {
    const source = new EventSource("api/live");
    source.onmessage = e => {
      const now = JSON.parse(e.data as string) as Live;
      fn(now);
      if (now.ended) source.close();
    };
    return () => source.close();
  }

  /** Forgets all answers, because the run has gone on. */
  forget(): void {
    this.kept.clear();
    this.bytes = 0;
  }

  private json<T>(run: number, what: string, query: Record<string, unknown>): Promise<T> {
    return this.remembered(address(run, what, query), async url => ({ value: await (await this.get(url)).json() as T, bytes: 0 }));
  }

  private columns<T>(run: number, what: string, query: Record<string, unknown>, make: (header: Header, tables: Record<string, Table>) => T): Promise<T> {
    return this.remembered(address(run, what, query), async url => {
      const bytes = await (await this.get(url)).arrayBuffer();
      const got = decode<Header>(bytes);
      return { value: make(got.header, got.tables), bytes: bytes.byteLength };
    });
  }

  private async fresh<T>(url: string): Promise<T> {
    return await (await this.get(url)).json() as T;
  }

  private async get(url: string): Promise<Response> {
    this.asked++;
    this.pending++;
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error((await answer.text()).trim().slice(0, 500) || `the server answered ${answer.status}`);
      return answer;
    } finally {
      this.pending--;
    }
  }

  /** Returns the answer to a question, the same one to the same question. The least recently used are forgotten. */
  private remembered<T>(url: string, ask: (url: string) => Promise<{ value: T; bytes: number }>): Promise<T> {
    const old = this.kept.get(url);
    if (old) {
      this.kept.delete(url);
      this.kept.set(url, old);
      return old.answer as Promise<T>;
    }
    const entry = { answer: Promise.resolve() as Promise<unknown>, bytes: 0 };
    const answer = ask(url).then(got => {
      if (this.kept.get(url) === entry) { entry.bytes = got.bytes; this.bytes += got.bytes; this.trim(); }
      return got.value;
    }, (e: unknown) => {
      if (this.kept.get(url) === entry) this.kept.delete(url);
      throw e;
    });
    entry.answer = answer;
    this.kept.set(url, entry);
    return answer;
  }

  private trim(): void {
    for (const [url, entry] of this.kept) {
      if (this.kept.size <= mostKept && this.bytes <= mostBytes) return;
      this.kept.delete(url);
      this.bytes -= entry.bytes;
    }
  }
}

interface Header { exact?: boolean; partial?: boolean; from: number; width: number; bins: number; words?: string[]; causes?: string[] }

/** A table as an object of its columns. One that the answer lacks has no rows. */
function table<T>(t: Table | undefined): T {
  return { rows: t?.rows ?? 0, ...(t?.columns ?? {}) as Record<string, Column> } as T;
}

function address(run: number, what: string, query: Record<string, unknown>): string {
  const q = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) q.set(key, String(value));
  const text = q.toString();
  return `api/${run}/${what}${text ? `?${text}` : ""}`;
}

function filtered(f: Filter): Record<string, unknown> {
  return {
    ...(f.kind ? { kind: f.kind } : {}), ...(f.cause ? { cause: f.cause } : {}),
    ...(f.node >= 0 ? { node: f.node } : {}), ...(f.link >= 0 ? { link: f.link } : {}),
  };
}
