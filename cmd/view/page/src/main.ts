// The page of halocline view: it asks for the run, makes the panels, and has the only loop of frames.

import "uplot/dist/uPlot.min.css";
import "./page.css";
import { Api, type Meta } from "./api";
import { usual } from "./begin";
import { Clock } from "./clock";
import { button, choice, fill, h } from "./dom";
import { handle, keysOf } from "./keys";
import { Page, type Panel } from "./page";
import { Computers } from "./panels/computers";
import { Events } from "./panels/events";
import { makeHelp, makeLink } from "./panels/help";
import { Inspector } from "./panels/inspector";
import { Overview } from "./panels/overview";
import { Plots } from "./panels/plots";
import { SpaceTime } from "./panels/spacetime";
import { States } from "./panels/states";
import { Top } from "./panels/top";
import { save } from "./picture";
import { makeScene, type Scene } from "./scene/scene";
import { Store, type View } from "./store";
import { cut } from "./words";

/** How long the JavaScript of the last frames took, ms, for tests. */
class Costs {
  private readonly all: number[] = [];
  add(ms: number): void { this.all.push(ms); if (this.all.length > 600) this.all.shift(); }
  clear(): void { this.all.length = 0; }
  count(): number { return this.all.length; }
  /** The part p of them is shorter than this. */
  quantile(p: number): number { const s = [...this.all].sort((a, b) => a - b); return s[Math.min(s.length - 1, Math.floor(p * s.length))] ?? 0; }
}

async function main(): Promise<void> {
  let edited = (_: Partial<View>): void => {};
  const store = new Store(), api = new Api(), given = store.attach(g => edited(g));
  theme(store);
  const notices = h("div", { role: "status", class: "notices" }), spoken = h("div", { class: "away", role: "status", aria: { live: "polite" } });
  document.body.append(notices, spoken);
  let meta: Meta;
  try {
    meta = await api.meta();
  } catch (e) {
    notice(notices, `The run cannot be shown: ${e instanceof Error ? e.message : String(e)}`);
    return;
  }
  const page = new Page(store, api, meta, (text, seen) => { if (seen) brief(notices, text); else spoken.textContent = text; });
  const own = { id: meta.runs[0]!.fingerprint.slice(0, 16), command: meta.runs[0]!.command };
  edited = g => {
    otherRun(page, g, notices);
    store.set(own);
    if (g.t !== undefined && g.from === undefined) page.at(g.t);
  };
  otherRun(page, given, notices);
  store.set({ run: Math.min(given.run ?? 0, meta.runs.length - 1), compare: (given.compare ?? false) && meta.runs.length > 1 });
  store.set({ ...await usual(api, page.run(), given, page.end(), meta.live), ...own, live: given.live ?? (meta.live && given.t === undefined) });
  build(page, notices, meta.live || await tells(page));
}

/** Whether any protocol tells of a state in a run. */
async function tells(page: Page): Promise<boolean> {
  const all = await Promise.all(page.meta.runs.map((_, i) => page.api.states(i, 0, page.end(), 1).catch(() => null)));
  return all.some(a => (a?.rows.length ?? 0) > 0);
}

/** Makes the panels, lays them out, and draws them. */
function build(page: Page, notices: HTMLElement, stateful: boolean): void {
  const { store, api, meta } = page, run = meta.runs[0]!;
  document.title = `${cut(meta.runs.map(r => r.title).join(" | "), 80)} · Halocline`;
  page.restyle();
  store.subscribe(["theme"], () => page.restyle());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.restyle());
  const link = makeLink(page), scene = makeScene(store, api, meta.runs), space = new SpaceTime(page), overview = new Overview(page), inspector = new Inspector(page);
  const three = around(page, scene);
  const help: HTMLDialogElement[] = [];
  const picture = (of: "3d" | "spacetime") => void save(of === "3d" ? three : space.element, `${run.title}-${of}-${Number(store.view.t.toFixed(6))}`).catch(page.fault);
  const top = new Top(page, { help: () => help[0]?.showModal(), link: () => link.open(), picture });
  const keys = keysOf(page, { help: () => help[0]?.showModal(), faster: by => top.faster(by), play: () => top.toggle() });
  help.push(makeHelp(keys));
  handle(keys);
  const events = new Events(page, e => top.event(e));
  const has = (what: (r: typeof run) => boolean) => meta.runs.some(what);
  const computers = has(r => r.computers.length > 0) ? new Computers(page) : null, states = stateful ? new States(page) : null;
  const plots = meta.live || has(r => r.series.length > 0) ? new Plots(page) : null;
  const panels: (Panel & { count?(): number })[] = [overview, space, computers, states, plots, inspector, events, top].filter(p => p !== null);
  const lower = h("div", { class: "lower" }, computers?.element, states?.element);
  lower.hidden = !computers && !states;
  const side = h("div", { class: "side" }, inspector.element, events.element);
  const body = h("main", {}, three, overview.element, side, space.element, lower, plots?.element);
  const names: [View["panel"], string, Panel | null][] = [
    ["spacetime", "Space-time", space], ["inspector", "Frame", inspector], ["events", "Events", events],
    ["computers", "Computers", computers], ["states", "States", states], ["plots", "Plots", plots],
  ];
  body.append(tabs(store, body, names.filter(n => n[2])));
  document.body.prepend(top.element, notices);
  document.body.append(body, link.element, help[0]!);
  for (const r of meta.runs) if (!r.complete && !meta.live) notice(notices, `This recording is not complete${r.reason ? `: ${r.reason}` : "."}`);
  const clock = new Clock(page), costs = new Costs(), scenes = new Costs();
  if (meta.live) clock.listen();
  let quiet = 0;
  const frame = (now: number) => {
    const begun = performance.now();
    clock.tick(now);
    for (const p of panels) p.draw();
    const own = performance.now();
    scene.draw(now);
    costs.add(own - begun);
    scenes.add(performance.now() - own);
    quiet = api.pending === 0 && scene.ready() ? quiet + 1 : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Object.assign(window, { halocline: {
    store, api, meta, page, scene, costs, scenes, inspector, counts: events.counts,
    marks: () => panels.reduce((n, p) => n + (p.count?.() ?? 0), 0),
    ready: () => quiet >= 3,
  } });
}

/** The panel about the 3-D view, with what chooses its camera. */
function around(page: Page, scene: Scene): HTMLElement {
  const { store } = page, tools = h("span", { class: "tools" });
  scene.element.classList.add("view");
  const modes: [View["camera"]["mode"], string][] = [["free", "free camera"], ["follow", "follow the node"], ["dock", "from the dock"], ["top", "from above"]];
  const show = () => {
    const v = store.view, shown = page.run().docks.length > 0 ? modes : modes.filter(([m]) => m !== "dock");
    const stamp = `${v.camera.mode} ${v.scale}`;
    if (tools.dataset.stamp === stamp) return;
    tools.dataset.stamp = stamp;
    const focus = [...tools.children].indexOf(document.activeElement!);
    const turn = () => store.set({ scale: store.view.scale === "real" ? "visible" : "real" });
    const scale = button(v.scale === "real" ? "to scale" : "visible", "Vehicles: to scale, or enlarged so that they are seen", turn);
    const choose = (m: string) => store.set({ camera: { mode: m as View["camera"]["mode"], eye: null, target: null } });
    const mode = choice("Camera", shown.map(([value, text]) => ({ value, text })), shown.some(([m]) => m === v.camera.mode) ? v.camera.mode : "free", choose);
    fill(tools, mode, scale);
    (tools.children[focus] as HTMLElement | undefined)?.focus();
  };
  store.subscribe(["camera", "scale", "run"], show);
  show();
  return h("section", { class: "panel scene", aria: { label: "The run in three dimensions" } }, h("header", {}, tools), scene.element);
}

/** The tabs of a small screen, of which one panel is shown beside the 3-D view. */
function tabs(store: Store, body: HTMLElement, names: [View["panel"], string, unknown][]): HTMLElement {
  const bar = h("nav", { class: "tabs", aria: { label: "Panels" } });
  for (const [name, text] of names) bar.append(button(text, `Show ${text}`, () => store.set({ panel: name })));
  const show = () => {
    body.dataset.tab = store.view.panel;
    names.forEach(([name], i) => bar.children[i]!.setAttribute("aria-pressed", String(name === store.view.panel)));
  };
  store.subscribe(["panel"], show);
  show();
  return bar;
}

/** Follows the choice of light or dark, by the view or by the system. */
function theme(store: Store): void {
  const data = document.documentElement.dataset;
  const show = () => { if (store.view.theme === "auto") delete data.theme; else data.theme = store.view.theme; };
  store.subscribe(["theme"], show);
  show();
}

/** Says so where the address was made of another run than this one. */
function otherRun(page: Page, given: Partial<View>, notices: HTMLElement): void {
  const { id, command } = given, known = page.meta.runs.map(r => r.fingerprint).filter(Boolean);
  if (!id || known.length === 0 || known.some(f => f.startsWith(id) || id.startsWith(f))) return;
  const text = `This address was made of another run, with the fingerprint ${id}…; the run shown here has ${known[0]!.slice(0, 16)}….`;
  notice(notices, command ? `${text} This command repeats the other one:` : text, command);
}

/** Shows a sentence until it is closed. */
function notice(to: HTMLElement, text: string, command?: string): HTMLElement {
  const close = button("×", "Close this notice", () => e.remove(), "small");
  const e = h("div", { class: "notice" }, h("p", {}, text, command ? " " : null, command ? h("code", { text: command }) : null), close);
  to.append(e);
  return e;
}

let short: HTMLElement | null = null;

/** Shows a sentence for some seconds. */
function brief(to: HTMLElement, text: string): void {
  short?.remove();
  const e = short = notice(to, text);
  e.classList.add("brief");
  setTimeout(() => e.remove(), 4000 + 60 * text.length);
}

void main();
