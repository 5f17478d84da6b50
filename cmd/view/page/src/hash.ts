// What a view is, and how it stands in the address after #. Pure: the store and the tests use it.

/** Names a frame: its number is that of the frame on its link, from 1. */
export interface FrameName { link: number; number: number }

/** Where the camera of the 3-D panel is. eye and target matter to a free camera only; null means that the scene chooses. */
export interface Camera { mode: "free" | "follow" | "dock" | "top"; eye: number[] | null; target: number[] | null }

/** What the list of events shows. Empty words and -1 mean all. */
export interface Filter { kind: string; cause: string; node: number; link: number }

const panels = ["spacetime", "inspector", "events", "computers", "states", "plots"] as const;

/** A view: all that the panels share. Times are seconds of simulated time. */
export interface View {
  t: number;
  from: number;
  to: number;
  playing: boolean;
  rate: number; // simulated seconds a second
  run: number; // whose facts the panels show: 0 or 1
  node: number; // selected node, -1 for none
  selected: FrameName | null;
  packet: number; // selected packet, 0 for none
  hovered: FrameName | null;
  camera: Camera;
  scale: "real" | "visible"; // of vehicles
  compare: boolean; // both runs are shown
  filter: Filter;
  lanes: "node" | "distance";
  top: number; // how many lanes lie above those in sight
  tab: "events" | "counts";
  panel: (typeof panels)[number]; // that stands beside the 3-D view on a small screen
  series: string[]; // shown in plots, by name
  difference: boolean; // plots show A - B
  live: boolean; // the window follows what is simulated
  theme: "auto" | "light" | "dark";
  id: string; // fingerprint of the run that the link was made of, or its beginning
  command: string; // repeats the run that the link was made of
}

/** The view that an empty address means; times follow from the run. */
export function initial(): View {
  return {
    t: 0, from: 0, to: 0, playing: false, rate: 0, run: 0, node: -1, selected: null, packet: 0, hovered: null,
    camera: { mode: "free", eye: null, target: null }, scale: "visible", compare: false,
    filter: { kind: "", cause: "", node: -1, link: -1 }, lanes: "node", top: 0, tab: "events", panel: "spacetime", series: [], difference: false, live: false,
    theme: "auto", id: "", command: "",
  };
}

/** Rounds a time to the nanosecond, in which the simulator counts. */
export function rounded(t: number): number {
  return Number(t.toFixed(9));
}

/** Writes a time. */
function short(t: number): string {
  return String(rounded(t));
}

/** Writes a view as the part of an address after #. What is as in the view of an empty address is left out. */
export function format(v: View): string {
  const base = initial(), out: string[] = [];
  const put = (key: string, value: string) => { out.push(`${key}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":")}`); };
  put("t", short(v.t));
  put("from", short(v.from));
  put("to", short(v.to));
  if (v.rate > 0) put("rate", String(Number(v.rate.toPrecision(6))));
  if (v.playing) put("play", "1");
  if (v.run !== base.run) put("run", String(v.run));
  if (v.node >= 0) put("node", String(v.node));
  if (v.selected) put("sel", `${v.selected.link}.${v.selected.number}`);
  if (v.packet > 0) put("packet", String(v.packet));
  const c = v.camera;
  if (c.mode !== "free" || c.eye) {
    put("cam", [c.mode, ...(c.eye ?? []), ...(c.eye ? c.target ?? [] : [])].map(x => typeof x === "number" ? String(Number(x.toFixed(3))) : x).join(","));
  }
  if (v.scale !== base.scale) put("scale", v.scale);
  if (v.compare) put("compare", "1");
  const f = v.filter;
  if (f.kind) put("kind", f.kind);
  if (f.cause) put("cause", f.cause);
  if (f.node >= 0) put("of", String(f.node));
  if (f.link >= 0) put("on", String(f.link));
  if (v.lanes !== base.lanes) put("lanes", v.lanes);
  if (v.top > 0) put("top", String(Number(v.top.toFixed(2))));
  if (v.tab !== base.tab) put("tab", v.tab);
  if (v.panel !== base.panel) put("panel", v.panel);
  for (const name of v.series) put("series", name);
  if (v.difference) put("diff", "1");
  if (v.live) put("live", "1");
  if (v.theme !== base.theme) put("theme", v.theme);
  if (v.id) put("id", v.id);
  if (v.command) put("cmd", v.command);
  return out.join("&");
}

/** Reads the part of an address after #. What is absent or makes no sense is left out of the result. */
export function parse(hash: string): Partial<View> {
  const q = new URLSearchParams(hash.replace(/^#/, "")), out: Partial<View> = {};
  const number = (key: string, least: number, most: number): number | undefined => {
    const text = q.get(key);
    if (text === null || text.trim() === "") return undefined;
    const n = Number(text);
    return Number.isFinite(n) && n >= least && n <= most ? n : undefined;
  };
  const whole = (key: string, most: number) => {
    const n = number(key, 0, most);
    return n !== undefined && Number.isInteger(n) ? n : undefined;
  };
  const word = <T extends string>(key: string, ...words: T[]): T | undefined => words.find(w => w === q.get(key));
  const put = <K extends keyof View>(key: K, value: View[K] | undefined) => { if (value !== undefined) out[key] = value; };
  const flag = (key: string) => (q.get(key) === "1" ? true : undefined);
  put("t", number("t", 0, 1e9));
  const from = number("from", -1e9, 1e9), to = number("to", -1e9, 1e9);
  if (from !== undefined && to !== undefined && to > from) { out.from = from; out.to = to; }
  put("rate", number("rate", 1e-9, 1e6));
  put("playing", flag("play"));
  put("run", whole("run", 1));
  put("node", whole("node", 1e7));
  put("selected", frameName(q.get("sel")));
  put("packet", whole("packet", Number.MAX_SAFE_INTEGER));
  put("camera", camera(q.get("cam")));
  put("scale", word("scale", "real", "visible"));
  put("compare", flag("compare"));
  const filter = { kind: clipped(q.get("kind")), cause: clipped(q.get("cause")), node: whole("of", 1e7) ?? -1, link: whole("on", 255) ?? -1 };
  if (filter.kind || filter.cause || filter.node >= 0 || filter.link >= 0) out.filter = filter;
  put("lanes", word("lanes", "node", "distance"));
  put("top", number("top", 0, 1e7));
  put("tab", word("tab", "events", "counts"));
  put("panel", word("panel", ...panels));
  if (q.has("series")) out.series = q.getAll("series").slice(0, 12).map(clipped);
  put("difference", flag("diff"));
  put("live", flag("live"));
  put("theme", word("theme", "auto", "light", "dark"));
  const id = q.get("id");
  if (id && /^[0-9a-f]{4,64}$/.test(id)) out.id = id;
  put("command", safeCommand(q.get("cmd")));
  return out;
}

/** A name of at most so many characters as names of scenarios have. */
function clipped(text: string | null): string {
  return (text ?? "").slice(0, 400);
}

function frameName(text: string | null): FrameName | undefined {
  const m = /^(\d{1,3})\.(\d{1,15})$/.exec(text ?? "");
  return m ? { link: Number(m[1]), number: Number(m[2]) } : undefined;
}

function camera(text: string | null): Camera | undefined {
  const [mode, ...rest] = (text ?? "").split(",");
  const known = (["free", "follow", "dock", "top"] as const).find(m => m === mode);
  if (!known) return undefined;
  const numbers = rest.map(Number);
  if (numbers.length === 0) return { mode: known, eye: null, target: null };
  if ((numbers.length !== 3 && numbers.length !== 6) || !numbers.every(n => Number.isFinite(n) && Math.abs(n) < 1e8)) return undefined;
  return { mode: known, eye: numbers.slice(0, 3), target: numbers.length === 6 ? numbers.slice(3) : null };
}

/** A command of an address is shown to be copied into a shell: it is refused if it could be anything but halocline. */
export function safeCommand(text: string | null): string | undefined {
  if (!text || text.length > 2000 || !/^halocline [a-z]+( |$)/.test(text)) return undefined;
  return /[;&|<>$`\\(){}!*?#~\n\r]/.test(text) ? undefined : text;
}
