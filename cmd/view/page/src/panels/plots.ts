// Quantities over the window: age, error, thrust, energy, and any other series of the run. Where two runs are compared, both or A - B.

import uPlot from "uplot";
import type { Series } from "../api";
import { seriesNames, usualSeries } from "../begin";
import { apart, minus } from "../curves";
import { button, chip, choice, fill, h } from "../dom";
import { Feed } from "../feed";
import { lineAt } from "../lanes";
import type { Page, Panel } from "../page";
import { decimals, grouped, significant } from "../ticks";
import { blue, cut, outages, saidOf, vermilion, type Outage } from "../words";

const mostPlots = 8;

interface Curves { from: number; to: number; series: Series[][] } // by run, then by name

export class Plots implements Panel {
  readonly element: HTMLElement;
  private readonly field = h("div", { class: "plots-field" });
  private readonly more: HTMLElement;
  private readonly less: HTMLButtonElement;
  private readonly feed: Feed<Curves>;
  private readonly key = h("span", { class: "legend" });
  private cards: Card[] = [];
  private known = 0; // how many series the run has

  constructor(private readonly page: Page) {
    this.more = h("span", {});
    this.less = button("A − B", "Show the difference of the two runs", () => page.store.set({ difference: !page.store.view.difference }));
    this.less.hidden = page.meta.runs.length < 2;
    this.element = h("section", { class: "panel plots", aria: { label: "Plots" } },
      h("header", {}, h("h2", { text: "Plots" }), this.key, h("span", { class: "tools" }, this.less, this.more)), this.field);
    this.feed = new Feed<Curves>(c => this.cards.forEach((card, i) => card.show(c, i)), page.fault);
    page.store.subscribe(["series", "difference", "compare", "run"], () => this.arrange());
    page.store.subscribe(["t", "from", "to"], () => { for (const c of this.cards) c.place(); });
    page.onLook(() => this.arrange());
    page.onNews(() => {
      if (page.store.view.series.length === 0) page.store.set({ series: usualSeries(seriesNames(page.run())) });
      if (page.run().series.length !== this.known) this.arrange();
    });
    this.arrange();
  }

  count(): number { return this.cards.length; }

  draw(): void {
    const v = this.page.store.view, names = this.cards.map(c => c.name);
    if (names.length === 0) return;
    const runs = this.runs();
    this.feed.want(`${this.page.stamp()} ${runs.join()} ${v.from} ${v.to} ${v.difference} ${names.join("\n")}`, async () => {
      const got = await Promise.all(runs.map(r => this.page.api.series(r, names, v.from, v.to, 600)));
      return { from: v.from, to: v.to, series: got.map(g => g.series) };
    });
  }

  private runs(): number[] {
    const v = this.page.store.view;
    return this.page.meta.runs.length > 1 && (v.compare || v.difference) ? [0, 1] : [v.run];
  }

  /** Makes a plot for each chosen series. */
  private arrange(): void {
    const run = this.page.run(), v = this.page.store.view;
    this.known = run.series.length;
    const known = new Map(run.series.map(s => [s.name, s]));
    const names = v.series.filter(n => known.has(n)).slice(0, mostPlots);
    for (const c of this.cards) c.end();
    const runs = this.runs();
    this.less.setAttribute("aria-pressed", String(v.difference));
    fill(this.key, ...(runs.length === 2 && !v.difference ? [chip(blue, "A"), chip(vermilion, "B")] : []));
    this.cards = names.map(n => new Card(this.page, n, known.get(n)!.unit, runs, v.difference && runs.length === 2, () => {
      this.page.store.set({ series: this.page.store.view.series.filter(s => s !== n) });
    }));
    fill(this.field, ...this.cards.map(c => c.element));
    if (names.length === 0) this.field.append(h("p", { class: "soft", text: "Choose a quantity to be drawn." }));
    const rest = run.series.filter(s => !names.includes(s.name)).slice(0, 2000);
    const options = rest.map(s => ({ value: s.name, text: cut(s.unit ? `${s.name}, ${s.unit}` : s.name, 60) }));
    fill(this.more, rest.length === 0 ? null : choice("Add a quantity", [{ value: "", text: "add a quantity …" }, ...options], "", name => {
      if (name) this.page.store.set({ series: [...this.page.store.view.series, name].slice(-mostPlots) });
    }));
    if (this.feed.value && this.feed.value.series.length === runs.length) this.cards.forEach((c, i) => c.show(this.feed.value!, i));
  }
}

/** The plot of one series. */
class Card {
  readonly element: HTMLElement;
  private readonly box = h("div", { class: "curve" });
  private readonly cursor = h("div", { class: "cursor" });
  private readonly now = h("span", { class: "soft" });
  private readonly failed = h("span", { class: "alarm" });
  private broken: Outage[] = []; // for which times the thruster or the fin has failed
  private plot: uPlot | null = null;
  private data: uPlot.AlignedData = [[], []];
  private curves: { from: number; to: number } = { from: 0, to: 1 };
  private readonly watch: ResizeObserver;
  private read = ""; // for which time the value was written last

  constructor(
    private readonly page: Page, readonly name: string, private readonly unit: string, private readonly runs: number[],
    private readonly difference: boolean, remove: () => void,
  ) {
    const title = `${name}${difference ? ", A − B" : ""}${unit ? ` (${unit})` : ""}`;
    this.element = h("figure", { class: "card", tabindex: 0, aria: { label: title } },
      h("figcaption", { title }, h("b", { text: cut(title, 44) }), this.failed, this.now, button("×", `Remove ${cut(name, 60)}`, remove, "small")), this.box);
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(this.box);
  }

  end(): void {
    this.watch.disconnect();
    this.plot?.destroy();
  }

  show(c: Curves, i: number): void {
    const of = c.series.map(s => s.find(x => x.name === this.name) ?? s[i]).filter((s): s is Series => s?.name === this.name).map(apart);
    if (of.length === 0) return;
    this.curves = { from: c.from, to: c.to };
    this.read = "-";
    this.mark();
    if (this.difference && of.length === 2) this.data = minus(of[0]!, of[1]!);
    else if (of.length === 2) this.data = uPlot.join(of.map(s => [s.t, s.low, s.high] as uPlot.AlignedData));
    else this.data = [of[0]!.t, of[0]!.low, of[0]!.high];
    const curves = this.difference ? 1 : 2 * of.length;
    if (this.plot && this.plot.series.length === curves + 1) {
      this.plot.setData(this.data, false);
      this.plot.setScale("x", { min: c.from, max: c.to });
    } else this.make(curves);
    this.place();
  }

  private make(curves: number): void {
    this.plot?.destroy();
    const l = this.page.look, axis = { stroke: l.soft, grid: { stroke: l.faint, width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif" };
    const line = (k: number): uPlot.Series => ({ stroke: k < 2 ? blue : vermilion, width: 1.3, points: { show: false }, spanGaps: k >= 2 || this.runs.length === 2 });
    this.plot = new uPlot({
      width: Math.max(60, this.box.clientWidth), height: Math.max(40, this.box.clientHeight), padding: [4, 20, 0, 0],
      hooks: { drawClear: [u => this.shade(u)], draw: [() => this.place()] }, // axes have got their sizes
      legend: { show: false }, cursor: { show: false }, select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: { x: { time: false, min: this.curves.from, max: this.curves.to }, y: { range: () => this.range() } },
      axes: [
        { ...axis, size: 18, gap: 2, space: 60 },
        { ...axis, size: (_, v) => room(v), gap: 3, space: 22, values: (_, v, __, ___, step) => v.map(y => label(y, step)) },
      ],
      series: [{}, ...Array.from({ length: curves }, (_, k) => line(k))],
      bands: curves < 2 ? [] : Array.from({ length: curves / 2 }, (_, k) => ({ series: [2 * k + 2, 2 * k + 1], fill: k === 0 ? `${blue}40` : `${vermilion}40` })),
    }, this.data, this.box);
    this.plot.over.append(this.cursor);
    this.plot.over.addEventListener("click", e => this.page.at(this.plot!.posToVal(e.offsetX, "x")));
  }

  /** Says for which times the thruster or the fin has failed, of each run where two are drawn. */
  private mark(): void {
    const of = this.runs.map(r => this.page.meta.runs[r]!).map(r => outages(this.name, r.nodes, r.failures)), said = of.map(saidOf);
    this.broken = of.flat();
    this.failed.textContent = said.every(s => s === said[0]) ? said[0]! : said.map((s, i) => `${"AB"[i]!} ${s || "works"}`).join("; ");
    this.failed.title = this.failed.textContent;
  }

  /** Shades the times for which the part has failed, below the curves, with a line at each end. */
  private shade(u: uPlot): void {
    const c = u.ctx, { left, top, width, height } = u.bbox;
    const x = (t: number) => Math.min(Math.max(u.valToPos(t, "x", true), left), left + width);
    for (const o of this.broken) {
      const from = x(o.from), to = o.to === Infinity ? left + width : x(o.to);
      c.fillStyle = `${vermilion}26`;
      c.fillRect(from, top, to - from, height);
      c.fillStyle = vermilion;
      for (const at of [from, to]) if (at > left && at < left + width) c.fillRect(at - 1, top, 2, height);
    }
  }

  /** Moves the cursor of time, by a transform; the value is written when playing pauses. */
  place(): void {
    const p = this.plot, v = this.page.store.view;
    if (!p) return;
    if (v.from !== this.curves.from || v.to !== this.curves.to) {
      this.curves = { from: v.from, to: v.to };
      p.setScale("x", { min: v.from, max: v.to });
    }
    const width = p.bbox.width / devicePixelRatio, x = ((v.t - v.from) / (v.to - v.from)) * width;
    this.cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
    this.cursor.style.visibility = x >= 0 && x <= width ? "visible" : "hidden";
    const stamp = v.playing ? "" : String(v.t);
    if (stamp === this.read) return;
    this.read = stamp;
    const at = v.playing ? NaN : lineAt(this.data[0] as number[], this.data[1] as (number | null)[], v.t);
    const seen = Math.abs(at) < 1e-12 * Math.max(...this.range().map(Math.abs)) ? 0 : at; // as of what decays for ever
    this.now.textContent = Number.isNaN(at) ? "" : `${significant(seen)} ${this.unit}`;
  }

  /** The range of the axis: of what is in the window, its edges included, where curves go on to points beyond. */
  private range(): [number, number] {
    const [t, ...curves] = this.data as [number[], ...(number | null)[][]], { from, to } = this.curves;
    let low = Infinity, high = -Infinity;
    for (const c of curves) {
      for (const v of [lineAt(t, c, from), lineAt(t, c, to), ...c.filter((_, i) => t[i]! >= from && t[i]! <= to)]) {
        if (v !== null && v < low) low = v;
        if (v !== null && v > high) high = v;
      }
    }
    return roomy(low, high);
  }

  private resize(): void {
    if (this.plot && this.box.clientWidth > 0) this.plot.setSize({ width: Math.max(60, this.box.clientWidth), height: Math.max(40, this.box.clientHeight) });
    this.place();
  }
}

/** How much room the longest tick takes, px. */
function room(ticks: string[] | null): number {
  return Math.max(34, 10 + 6.4 * Math.max(0, ...(ticks ?? []).map(t => t.length)));
}

/** Writes a tick so that it is told from its neighbours. */
function label(y: number, step: number): string {
  return Math.abs(y) >= 1e6 || step < 1e-9 ? significant(y) : grouped(y, decimals(step));
}

/** A range with some room, and of no less than a ten-thousandth of the values: what is finer is noise of numbers. */
function roomy(low: number, high: number): [number, number] {
  if (low > high) return [0, 1];
  const middle = (low + high) / 2, half = Math.max(0.56 * (high - low), 5e-5 * Math.abs(middle));
  return half > 0 ? [middle - half, middle + half] : [-0.5, 0.5];
}
