// Who sends and who hears what, when: a lane for each node, or nodes at their distances from the selected one. Under some thousand
// marks each frame and each arrival is drawn, beyond that stacked bars of counts.

import type { Lanes } from "../api";
import { button, chip, fill, h, word } from "../dom";
import { Feed } from "../feed";
import { crowded, distance } from "../lanes";
import { laneBins, marksOf, partsOf, type LaneBins, type Marks } from "../marks";
import type { Page, Panel } from "../page";
import { Rows, type Row } from "../rows";
import { significant, span } from "../ticks";
import { classColours, classNames, cut, outcome } from "../words";
import { heights, paintBins, paintMarks, type Scene } from "./spacetime-paint";

/** How many marks are drawn at most: of exact ones, and of bars. */
const mostMarks = 3400;

export class SpaceTime implements Panel {
  readonly element: HTMLElement;
  readonly rows: Rows;
  private marks: Marks | null = null;
  private bins: LaneBins | null = null;
  private answer: Lanes | null = null;
  private readonly feed: Feed<Lanes>;
  private readonly tip = h("div", { class: "tip" });
  private lane = new Map<number, number>(); // row of a node
  private at = -1; // the mark that arrow keys are at: an arrival, or a frame after all arrivals
  private drawn = 0;
  private scaled = false; // whether lanes are at their distances, so that all waves of a speed slant alike

  constructor(private readonly page: Page) {
    this.rows = new Rows(page, {
      title: "Space and time", name: "spacetime", least: 15, most: 80, axis: true,
      paint: c => this.paint(c),
      hover: (x, y) => this.hover(x, y), leave: () => this.leave(), click: (x, y) => this.click(x, y),
    });
    this.element = this.rows.element;
    this.element.append(this.tip);
    this.feed = new Feed(l => this.take(l), page.fault);
    const way = button("by distance", "Place nodes at their distance from the selected one", () => {
      page.store.set({ lanes: page.store.view.lanes === "node" ? "distance" : "node" });
    });
    this.rows.tools.append(way);
    const arrange = () => {
      const far = page.store.view.lanes === "distance";
      way.setAttribute("aria-pressed", String(far));
      this.arrange();
    };
    page.store.subscribe(["lanes", "run"], arrange);
    page.store.subscribe(["node"], () => {
      if (page.store.view.lanes === "distance") this.arrange();
      this.rows.reveal(this.lane.get(page.store.view.node) ?? -1);
    });
    page.store.subscribe(["from", "to", "run"], () => { this.tip.hidden = true; });
    page.store.subscribe(["hovered"], () => { this.rows.dirty = true; });
    this.keys();
    this.scrolls();
    arrange();
  }

  /** How far lanes are scrolled is part of the view. */
  private scrolls(): void {
    const { store } = this.page, { scroller } = this.rows, now = () => scroller.scrollTop / this.rows.row;
    scroller.addEventListener("scroll", () => { if (Math.abs(now() - store.view.top) > 0.1) store.set({ top: now() }); }, { passive: true });
    const follow = () => { if (Math.abs(now() - store.view.top) > 0.1) scroller.scrollTop = store.view.top * this.rows.row; };
    store.subscribe(["top"], follow);
    this.rows.onLayout = follow;
  }

  /** How many marks were drawn last. */
  count(): number { return this.drawn; }

  draw(): void {
    const v = this.page.store.view, bins = Math.max(20, Math.min(600, Math.floor(this.rows.width / 4)));
    this.feed.want(`${this.page.stamp()} ${v.from} ${v.to} ${bins}`, () => this.page.api.lanes(v.run, v.from, v.to, bins, mostMarks));
    this.rows.draw();
  }

  /** Orders the rows: by node, or by distance. */
  private arrange(): void {
    const run = this.page.run(), v = this.page.store.view, on = new Set(run.links.flatMap(l => l.nodes));
    const nodes = run.nodes.map((_, i) => i).filter(i => on.size === 0 || on.has(i));
    let rows: Row[] = nodes.map(i => ({ name: run.nodes[i]!.name, node: i }));
    this.scaled = false;
    if (v.lanes === "distance") {
      const from = this.where(on.has(v.node) ? v.node : nodes[0] ?? 0), far = nodes.map(i => distance(from, this.where(i)));
      this.scaled = this.marks !== null && !crowded(far);
      const most = Math.max(1e-9, ...far), at = (k: number) => far[k]!;
      rows = rows.map(({ name, node }, k) => ({
        name: `${cut(name, 12)} (${significant(at(k))} m)`, title: `${name}, ${at(k).toFixed(1)} m away`, node, place: at(k) / most,
      }));
      rows.sort((a, b) => a.place! - b.place! || a.node - b.node);
      if (!this.scaled) rows = rows.map(({ place: _, ...r }) => r);
    }
    this.lane = new Map(rows.map((r, i) => [r.node, i]));
    this.rows.set(rows);
  }

  /** Where a node is: where it sent from last in the window, or where it began. */
  private where(node: number): number[] {
    const s = this.marks?.sends;
    for (let i = (s?.rows ?? 0) - 1; s && i >= 0; i--) if (s.node[i] === node) return [s.x[i]!, s.y[i]!, s.z[i]!];
    return this.page.run().nodes[node]?.at ?? [0, 0, 0];
  }

  private take(l: Lanes): void {
    this.answer = l;
    this.marks = l.exact ? marksOf(l) : null;
    this.bins = null;
    this.at = -1;
    if (this.page.store.view.lanes === "distance") this.arrange();
    this.rows.dirty = true;
  }

  private scene(): Scene {
    const v = this.page.store.view;
    return {
      x: t => this.rows.x(t), y: node => { const i = this.lane.get(node); return i === undefined ? NaN : this.rows.y(i); },
      width: this.rows.width, height: this.rows.height, row: this.scaled ? 30 : this.rows.row,
      bands: this.scaled, look: this.page.look, selected: v.selected, node: v.node, hovered: v.hovered,
    };
  }

  private paint(c: CanvasRenderingContext2D): void {
    const s = this.scene(), { first, end } = this.rows.sight();
    c.strokeStyle = this.page.look.line;
    c.lineWidth = 0.6;
    c.beginPath();
    for (let i = first; i < end; i++) { const y = Math.round(this.rows.y(i)) + 0.5; c.moveTo(0, y); c.lineTo(s.width, y); }
    c.stroke();
    const l = this.answer;
    if (this.marks) this.drawn = paintMarks(c, this.marks, s);
    else if (l && !l.exact) {
      const lanes = this.rows.shown.slice(first, end).map(r => r.node);
      for (let factor = 1; !this.bins || (factor <= l.count && partsOf(this.bins, lanes) > mostMarks); factor *= 2) {
        this.bins = laneBins(l.bins, l.from, l.width, l.count, factor);
      }
      this.drawn = paintBins(c, this.bins, lanes, s);
    } else this.drawn = 0;
    this.key();
  }

  /** The legend: what is there to be seen, in words. */
  private key(): void {
    const seen = new Set<number>([5]);
    if (this.marks) for (const k of this.marks.arrivals.class) seen.add(k);
    else for (const k of [0, 1, 2, 3]) seen.add(k);
    const near = this.page.store.view.lanes === "distance" && this.marks && !this.scaled;
    const counts = ` counts, at most ${this.bins?.most ?? 0} in a bar of ${span(this.bins?.width)}`;
    const text = near ? "in order of distance, not to scale: some are too close" : this.marks ? "" : counts;
    const stamp = [...seen].sort().join() + text;
    if (this.rows.legend.dataset.stamp === stamp) return;
    this.rows.legend.dataset.stamp = stamp;
    const chips = [5, 0, 1, 2, 3, 4].filter(k => seen.has(k)).map(k => chip(classColours[k]!, classNames[k]!, k === 1 && this.marks ? "crossed" : ""));
    fill(this.rows.legend, ...chips, text ? word(text, "soft") : null);
  }

  /** The mark at a place: an arrival, or a frame (counted after all arrivals), or -1. */
  private find(x: number, y: number): number {
    const m = this.marks;
    if (!m) return -1;
    const s = this.scene(), hs = heights(s.row);
    let best = -1, least = 5;
    for (let i = 0; i < m.arrivals.rows; i++) {
      const top = s.y(m.arrivals.node[i]!) + 1 + m.track[i]! * (hs.bar + 1);
      if (y < top - 1 || y > top + hs.bar + 1) continue;
      const a = s.x(m.arrivals.began[i]!), b = s.x(m.end[i]!), off = x < a ? a - x : x > b ? x - b : 0;
      if (off < least) { least = off; best = i; }
    }
    for (let i = 0; i < m.sends.rows; i++) {
      const bottom = s.y(m.sends.node[i]!);
      if (y > bottom + 1 || y < bottom - hs.send - 2) continue;
      const a = s.x(m.sends.start[i]!), b = s.x(m.sends.start[i]! + m.sends.airtime[i]!), off = x < a ? a - x : x > b ? x - b : 0;
      if (off < least) { least = off; best = m.arrivals.rows + i; }
    }
    return best;
  }

  private describe(i: number): string {
    const m = this.marks!, p = this.page, a = m.arrivals;
    const k = i < a.rows ? m.send[i]! : i - a.rows, s = m.sends;
    const link = i < a.rows ? a.link[i]! : s.link[k]!, number = i < a.rows ? a.number[i]! : s.number[k]!;
    const what = k >= 0 ? ` ${m.words[s.kind[k]!] ?? ""}` : "";
    const way = k >= 0 ? `: ${cut(p.nodeName(s.node[k]!), 24)} → ${cut(p.nodeName(s.dest[k]!), 24)}` : "";
    const name = `${cut(p.linkName(link), 16)} frame ${number}${what}${way}`;
    if (i >= a.rows) return `${name}; sent at ${s.start[k]!.toFixed(6)} s, lasts ${span(s.airtime[k]!)}`;
    const fate = outcome({ received: a.class[i] === 0, ended: a.class[i] !== 4, locked: a.locked[i] === 1, cause: m.causes[a.cause[i]!] ?? "" });
    return `${name}; ${fate} at ${cut(p.nodeName(a.node[i]!), 24)}, arrives at ${a.began[i]!.toFixed(6)} s after ${span(a.delay[i]!)}`;
  }

  private hover(x: number, y: number): void {
    const i = this.find(x, y), m = this.marks;
    this.tip.hidden = i < 0;
    if (i < 0 || !m) { this.page.store.set({ hovered: null }); return; }
    this.tip.textContent = this.describe(i);
    const w = this.element.clientWidth, left = Math.min(Math.max(0, x + 60), Math.max(0, w - this.tip.offsetWidth - 8));
    this.tip.style.transform = `translate(${left}px, ${y + (y > this.rows.height / 2 ? -26 : 44)}px)`;
    const a = m.arrivals, s = m.sends, k = i - a.rows;
    this.page.store.set({ hovered: i < a.rows ? { link: a.link[i]!, number: a.number[i]! } : { link: s.link[k]!, number: s.number[k]! } });
  }

  private leave(): void {
    this.tip.hidden = true;
    this.page.store.set({ hovered: null });
  }

  private click(x: number, y: number): boolean {
    const i = this.find(x, y);
    if (i >= 0) this.pick(i);
    else this.page.store.set({ selected: null });
    return i >= 0;
  }

  private pick(i: number): void {
    const m = this.marks!, a = m.arrivals, s = m.sends, k = i < a.rows ? m.send[i]! : i - a.rows;
    if (i < a.rows) this.page.select(a.link[i]!, a.number[i]!, a.node[i]!);
    else this.page.select(s.link[k]!, s.number[k]!, s.node[k]!);
    if (k >= 0 && s.packet[k]! > 0) this.page.store.set({ packet: s.packet[k]! });
  }

  /** Arrow keys walk from mark to mark along a lane, or to another lane; Enter selects. */
  private keys(): void {
    const e = this.rows.canvas;
    e.addEventListener("blur", () => this.leave());
    e.tabIndex = 0;
    e.setAttribute("role", "application");
    e.setAttribute("aria-label", "Frames and arrivals: left and right go along a lane, up and down to another, Enter selects");
    e.addEventListener("keydown", k => {
      if (k.altKey || k.ctrlKey || k.metaKey || !this.marks) return;
      if (k.key === "Enter" && this.at >= 0) this.pick(this.at);
      else if (k.key === "ArrowRight" || k.key === "ArrowLeft") this.walk(k.key === "ArrowRight" ? 1 : -1, 0);
      else if (k.key === "ArrowDown" || k.key === "ArrowUp") this.walk(0, k.key === "ArrowDown" ? 1 : -1);
      else return;
      k.preventDefault();
      k.stopPropagation();
    });
  }

  private walk(along: number, across: number): void {
    const m = this.marks!, a = m.arrivals, all = a.rows + m.sends.rows, v = this.page.store.view;
    const time = (i: number) => (i < a.rows ? a.began[i]! : m.sends.start[i - a.rows]!);
    const row = (i: number) => this.lane.get(i < a.rows ? a.node[i]! : m.sends.node[i - a.rows]!) ?? -1;
    const t = this.at >= 0 ? time(this.at) : v.t, lane = this.at >= 0 ? row(this.at) : this.lane.get(v.node) ?? -1;
    let best = -1, least = Infinity;
    for (let i = 0; i < all; i++) {
      const d = time(i) - t, up = row(i) - lane;
      if (i === this.at || time(i) < v.from || time(i) > v.to) continue;
      const cost = along ? ((lane < 0 || up === 0) && (d * along > 0 || (d === 0 && (i - this.at) * along > 0)) ? Math.abs(d) : Infinity)
        : up * across > 0 ? Math.abs(up) * 1e6 + Math.abs(d) : Infinity;
      if (cost < least) { least = cost; best = i; }
    }
    if (best < 0) return;
    this.at = best;
    this.rows.reveal(row(best));
    const x = this.rows.x(time(best)), y = this.rows.y(row(best));
    this.hover(x, y + (best < a.rows ? 3 + m.track[best]! * (heights(this.scene().row).bar + 1) : -2));
    this.tip.hidden = false;
    this.tip.textContent = this.describe(best);
    this.page.say(this.tip.textContent);
  }
}
