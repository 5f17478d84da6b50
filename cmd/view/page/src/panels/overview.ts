// What became of all arrivals over the whole run, as stacked bars, with the window as a handle that is dragged.

import type { Overview as Answer } from "../api";
import { h } from "../dom";
import { Feed } from "../feed";
import { coarser, factorFor, stack } from "../lanes";
import type { Page, Panel } from "../page";
import { pan, within, zoom } from "../span";
import { decimals, grouped, span, ticks } from "../ticks";
import { blue, classColours, classNames, vermilion } from "../words";

const axis = 15, mostBins = 128;

export class Overview implements Panel {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { class: "plot" });
  private readonly field = h("div", { class: "field" }, this.canvas);
  private readonly handle: HTMLElement;
  private readonly cursor = h("div", { class: "cursor" });
  private readonly note = h("div", { class: "side" });
  private readonly feed: Feed<Answer>;
  private size = { width: 0, height: 0 };
  private dirty = true;
  private drawn = 0;

  constructor(private readonly page: Page) {
    const title = "The window that all panels show: drag it, or its edges";
    this.handle = h("div", { class: "window", tabindex: 0, role: "slider", title, aria: { label: "Window of time", valuemin: "0" } },
      h("i", { class: "edge left" }), h("i", { class: "edge right" }));
    this.field.append(this.handle, this.cursor);
    this.element = h("section", { class: "panel overview", aria: { label: "Overview of the run" } }, this.note, this.field);
    this.feed = new Feed<Answer>(() => { this.dirty = true; this.describe(); }, page.fault);
    new ResizeObserver(() => {
      this.size = { width: this.field.clientWidth, height: this.field.clientHeight };
      this.dirty = true;
      this.place();
    }).observe(this.field);
    page.store.subscribe(["from", "to", "t"], () => this.place());
    page.store.subscribe(["run"], () => { this.dirty = true; });
    page.onLook(() => { this.dirty = true; });
    this.drag();
    this.keys();
  }

  count(): number { return this.drawn; }

  draw(): void {
    const bins = Math.max(16, Math.min(mostBins, Math.floor(this.size.width / 4)));
    this.feed.want(`${this.page.stamp()} ${bins}`, () => this.page.api.overview(this.page.store.view.run, 0, this.page.end(), bins));
    if (!this.dirty || this.size.width < 10) return;
    this.dirty = false;
    const c = this.canvas.getContext("2d", { willReadFrequently: true })!, scale = devicePixelRatio || 1, { width, height } = this.size, l = this.page.look;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.fillStyle = l.paper;
    c.fillRect(0, 0, width, height);
    if (this.feed.value) this.bars(c, this.feed.value, height - axis);
    const t = ticks(0, this.page.end(), Math.max(2, width / 90));
    c.fillStyle = l.soft;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    for (const at of t.values) {
      const text = grouped(at, decimals(t.step)), w = c.measureText(text).width;
      c.fillText(text, Math.min(Math.max(0, this.x(at) - w / 2), width - w), height - axis / 2);
    }
    this.place();
  }

  private x(t: number): number { return (t / this.page.end()) * this.size.width; }

  private bars(c: CanvasRenderingContext2D, o: Answer, height: number): void {
    const factor = factorFor(o.bins, mostBins), k = o.classes, w = o.width * factor;
    const parts = [k.received, k.collision, k.lost, k.missed].map(n => coarser(n, factor)), sent = coarser(k.sent, factor);
    const sums = sent.map((_, i) => parts.reduce((a, p) => a + p[i]!, 0)), most = Math.max(...sums, 0), mostSent = Math.max(...sent, 0);
    this.drawn = 0;
    for (let i = 0; i < sums.length; i++) {
      const x = this.x(o.from + i * w), wide = Math.max(1, this.x(o.from + (i + 1) * w) - x - 0.5);
      const edges = stack(parts.map(p => p[i]!), most, height - 3);
      for (let p = 0; p < 4; p++) {
        if (edges[p + 1] === edges[p]) continue;
        c.fillStyle = classColours[p]!;
        c.fillRect(x, height - edges[p + 1]!, wide, edges[p + 1]! - edges[p]!);
        this.drawn++;
      }
      if (most === 0 && sent[i]! > 0) { c.fillStyle = blue; c.fillRect(x, height - (height * sent[i]!) / mostSent, wide, height); }
    }
    for (const f of this.page.run().failures) this.failure(c, this.x(f.t), f.works);
  }

  /** Marks the moment at which a part fails, by a full wedge, or works again, by an empty one. */
  private failure(c: CanvasRenderingContext2D, x: number, works: boolean): void {
    c.strokeStyle = c.fillStyle = vermilion;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(x, 9); c.lineTo(x - 4.5, 1); c.lineTo(x + 4.5, 1); c.closePath();
    if (!works) c.fill();
    c.stroke();
  }

  private describe(): void {
    const k = this.feed.value?.classes;
    if (!k) return;
    const sum = (n: number[]) => n.reduce((a, b) => a + b, 0);
    const counts = [k.received, k.collision, k.lost, k.missed].map((n, i) => `${grouped(sum(n))} ${classNames[i]!}`);
    this.note.textContent = "Whole run";
    this.note.title = `Arrivals of the whole run: ${counts.join(", ")}; ${grouped(sum(k.sent))} frames sent${this.failures()}`;
    this.field.title = this.note.title;
  }

  /** What has failed and works again. */
  private failures(): string {
    const said = this.page.run().failures.slice(0, 20).map(f => `\n${f.t} s: ${f.part} of ${this.page.nodeName(f.node)} ${f.works ? "works again" : "has failed"}`);
    return said.join("");
  }

  private place(): void {
    const v = this.page.store.view, x = this.x(v.from), wide = Math.max(6, this.x(v.to) - x);
    this.handle.style.transform = `translateX(${Math.min(x, this.size.width - wide).toFixed(1)}px)`;
    this.handle.style.width = `${wide.toFixed(1)}px`;
    this.cursor.style.transform = `translateX(${this.x(v.t).toFixed(1)}px)`;
    const say = `from ${v.from.toFixed(3)} s to ${v.to.toFixed(3)} s`;
    if (this.handle.getAttribute("aria-valuetext") === say) return;
    this.handle.setAttribute("aria-valuetext", say);
    this.handle.setAttribute("aria-valuenow", v.from.toFixed(3));
    this.handle.setAttribute("aria-valuemax", this.page.end().toFixed(3));
    this.handle.dataset.width = span(v.to - v.from);
  }

  private drag(): void {
    let begun: { x: number; from: number; to: number; edge: number } | null = null;
    const at = (e: PointerEvent) => ((e.clientX - this.field.getBoundingClientRect().left) / this.size.width) * this.page.end();
    this.field.addEventListener("pointerdown", e => {
      if (e.button !== 0) return;
      const on = (e.target as Element).classList, wide = this.handle.clientWidth > 24; // a narrow one is moved, not stretched
      const edge = !wide ? 0 : on.contains("left") ? -1 : on.contains("right") ? 1 : 0;
      const v = this.page.store.view, t = at(e), width = v.to - v.from;
      if (!this.handle.contains(e.target as Node)) {
        this.page.show({ from: t - width / 2, to: t + width / 2 });
        this.page.store.set({ t: Math.min(Math.max(t, 0), this.page.end()), live: false });
      }
      const now = this.page.store.view;
      begun = { x: t, from: now.from, to: now.to, edge };
      this.field.setPointerCapture(e.pointerId);
    });
    this.field.addEventListener("pointermove", e => {
      if (!begun) return;
      const d = at(e) - begun.x;
      if (begun.edge < 0) this.page.show({ from: Math.min(begun.from + d, begun.to - 1e-6), to: begun.to });
      else if (begun.edge > 0) this.page.show({ from: begun.from, to: Math.max(begun.to + d, begun.from + 1e-6) });
      else this.page.show({ from: begun.from + d, to: begun.to + d });
    });
    const done = () => { begun = null; };
    this.field.addEventListener("pointerup", done);
    this.field.addEventListener("pointercancel", done);
    this.field.addEventListener("wheel", e => {
      e.preventDefault();
      this.page.show(zoom(this.page.store.view, this.page.store.view.t, Math.exp(Math.max(-1, Math.min(1, e.deltaY / 400))), this.page.end()));
    }, { passive: false });
  }

  private keys(): void {
    this.handle.addEventListener("keydown", e => {
      const v = this.page.store.view, end = this.page.end();
      if (e.key === "ArrowRight" || e.key === "ArrowLeft") this.page.show(pan(v, e.key === "ArrowRight" ? 0.25 : -0.25, end));
      else if (e.key === "ArrowUp" || e.key === "ArrowDown") this.page.show(zoom(v, (v.from + v.to) / 2, e.key === "ArrowUp" ? 0.7 : 1 / 0.7, end));
      else if (e.key === "Home") this.page.show(within({ from: 0, to: v.to - v.from }, end));
      else if (e.key === "End") this.page.show(within({ from: end - (v.to - v.from), to: end }, end));
      else return;
      e.preventDefault();
      e.stopPropagation();
    });
  }
}
