// A panel of rows over time: names on the left, a canvas that is drawn when something changes, and a cursor of time that is an
// element of its own, moved by a transform. Only rows in sight are drawn; a panel with many of them scrolls.

import { h } from "./dom";
import { gestures, type Surface } from "./gestures";
import { rowHeight, visible } from "./lanes";
import type { Page } from "./page";
import { decimals, grouped, ticks } from "./ticks";
import { cut } from "./words";

/** A row: its name, what it is about, and how far its middle lies below the top of all rows where places are free. */
export interface Row { name: string; title?: string; node: number; place?: number }

/** What a panel of rows does on its own. */
export interface Content {
  title: string;
  name: string;
  least: number; // height of a row at least, px
  most: number;
  axis: boolean;
  paint(c: CanvasRenderingContext2D, r: Rows): void;
  hover?: Surface["hover"];
  leave?: Surface["leave"];
  click?: Surface["click"];
}

const gutter = 104, axisHeight = 18;

export class Rows {
  readonly element: HTMLElement;
  readonly tools = h("span", { class: "tools" });
  readonly legend = h("span", { class: "legend" });
  readonly scroller: HTMLElement;
  readonly canvas = h("canvas", { class: "plot" });
  private readonly pad = h("div", { class: "pad" });
  private readonly names: HTMLElement;
  private readonly cursor = h("div", { class: "cursor" });
  readonly overlay = h("div", { class: "mark" });
  private readonly context: CanvasRenderingContext2D;
  private size = { width: 0, height: 0 };
  private rows: Row[] = [];
  private free = false;
  /** Height of a row, and of all of the plot. */
  row = 20;
  dirty = true;
  /** Is called when rows have got their places. */
  onLayout = (): void => {};

  constructor(readonly page: Page, readonly content: Content) {
    this.names = h("div", { class: "names", role: "listbox", tabindex: 0, aria: { label: `${content.title}: rows` } });
    const stage = h("div", { class: "stage" }, this.names, h("div", { class: "field" }, this.canvas, this.overlay, this.cursor));
    this.scroller = h("div", { class: "scroller" }, stage, this.pad);
    this.element = h("section", { class: `panel ${content.name}`, aria: { label: content.title } },
      h("header", {}, h("h2", { text: content.title }), this.legend, this.tools), this.scroller);
    this.context = this.canvas.getContext("2d", { willReadFrequently: true })!;
    const soil = () => { this.dirty = true; };
    this.scroller.addEventListener("scroll", soil, { passive: true });
    new ResizeObserver(() => this.measure()).observe(this.scroller);
    page.store.subscribe(["from", "to", "run", "selected", "node"], soil);
    page.store.subscribe(["t", "from", "to"], () => this.place());
    page.onLook(soil);
    gestures(page, {
      element: stage,
      plot: () => ({ left: gutter, width: this.width, bottom: this.height }),
      ...(content.hover ? { hover: content.hover } : {}), ...(content.leave ? { leave: content.leave } : {}), ...(content.click ? { click: content.click } : {}),
    });
    this.choose();
  }

  /** Width and height of the plot, without axis, in CSS pixels. */
  get width(): number { return Math.max(1, this.size.width - gutter); }
  get height(): number { return Math.max(1, this.size.height - (this.content.axis ? axisHeight : 0)); }
  get shown(): readonly Row[] { return this.rows; }

  /** Shows other rows. Where they have places of their own, these are parts of the height. */
  set(rows: Row[]): void {
    this.rows = rows;
    this.free = rows.some(r => r.place !== undefined);
    this.layout();
  }

  x(t: number): number { const v = this.page.store.view; return ((t - v.from) / (v.to - v.from)) * this.width; }
  time(x: number): number { const v = this.page.store.view; return v.from + (x / this.width) * (v.to - v.from); }

  /** Where the middle of a row is, from the top of the plot. */
  y(i: number): number {
    const place = this.rows[i]?.place;
    if (this.free && place !== undefined) return 14 + place * (this.height - 34);
    return (i + 0.5) * this.row - this.scroller.scrollTop;
  }

  /** The rows in sight. */
  sight(): { first: number; end: number } {
    if (this.free) return { first: 0, end: this.rows.length };
    return visible(this.scroller.scrollTop, this.height, this.row, this.rows.length);
  }

  /** Scrolls so that a row is in sight. */
  reveal(i: number): void {
    const top = i * this.row, s = this.scroller;
    if (this.free || i < 0) return;
    if (top < s.scrollTop) s.scrollTop = top;
    else if (top + this.row > s.scrollTop + this.height) s.scrollTop = top + this.row - this.height;
  }

  draw(): void {
    if (!this.dirty || this.size.width < gutter + 20) return;
    this.dirty = false;
    const c = this.context, scale = devicePixelRatio || 1, w = this.width, all = this.size.height;
    const wide = Math.round(w * scale), high = Math.round(all * scale);
    if (this.canvas.width !== wide || this.canvas.height !== high) { this.canvas.width = wide; this.canvas.height = high; }
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.fillStyle = this.page.look.paper;
    c.fillRect(0, 0, w, all);
    this.grid(c);
    c.save();
    c.beginPath();
    c.rect(0, 0, w, this.height);
    c.clip();
    this.content.paint(c, this);
    c.restore();
    this.label();
    this.place();
  }

  private measure(): void {
    this.size = { width: this.scroller.clientWidth, height: this.scroller.clientHeight };
    this.layout();
  }

  private layout(): void {
    this.row = rowHeight(this.height, this.rows.length, this.content.least, this.content.most);
    const whole = this.free ? 0 : this.row * this.rows.length - this.height;
    this.pad.style.height = `${Math.max(0, whole)}px`;
    this.dirty = true;
    this.onLayout();
  }

  /** Moves the cursor of time. */
  private place(): void {
    const v = this.page.store.view, x = this.x(v.t);
    const seen = x >= 0 && x <= this.width;
    this.cursor.style.visibility = seen ? "visible" : "hidden";
    if (seen) this.cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  private grid(c: CanvasRenderingContext2D): void {
    const v = this.page.store.view, l = this.page.look, t = ticks(v.from, v.to, Math.max(2, this.width / 90));
    c.lineWidth = 1;
    c.strokeStyle = l.faint;
    c.beginPath();
    for (const at of t.values) { const x = Math.round(this.x(at)) + 0.5; c.moveTo(x, 0); c.lineTo(x, this.height); }
    c.stroke();
    if (!this.content.axis) return;
    c.fillStyle = l.soft;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    for (const at of t.values) {
      const x = this.x(at), text = `${grouped(at, decimals(t.step))}${at === t.values[t.values.length - 1] ? " s" : ""}`, half = c.measureText(text).width / 2;
      c.textAlign = "center";
      if (x - half >= 0 && x + half <= this.width) c.fillText(text, x, this.height + axisHeight / 2 + 1);
    }
  }

  /** Writes the names of the rows in sight. Elements are used again. */
  private label(): void {
    const { first, end } = this.sight(), chosen = this.page.store.view.node;
    while (this.names.childElementCount > end - first) this.names.lastElementChild!.remove();
    let floor = -Infinity, shown: HTMLElement | null = null, under = 0;
    for (let i = first; i < end; i++) {
      let e = this.names.children[i - first] as HTMLElement | undefined;
      if (!e) this.names.append(e = h("div", { role: "option" }));
      const r = this.rows[i]!, text = cut(r.name, 40);
      if (e.textContent !== text) e.textContent = text;
      e.title = r.title ?? r.name;
      e.dataset.row = String(i);
      e.id = `${this.content.name}-row-${i}`;
      e.setAttribute("aria-selected", String(r.node >= 0 && r.node === chosen));
      const y = this.y(i);
      e.style.transform = `translateY(${Math.round(y - 8)}px)`;
      const hidden = y - floor < 13 || y > this.height;
      e.style.visibility = hidden ? "hidden" : "visible";
      if (!hidden) { floor = y; shown = e; under = 0; }
      else if (this.free && shown) { shown.title += `\n${e.title}`; shown.textContent = `${cut(shown.textContent!.replace(/ \+\d+$/, ""), 36)} +${++under}`; }
    }
  }

  /** A name is clicked, or walked to by arrow keys: its node is selected. */
  private choose(): void {
    const take = (i: number) => {
      const r = this.rows[i];
      if (!r) return;
      this.reveal(i);
      this.dirty = true;
      if (r.node >= 0) this.page.store.set({ node: r.node });
      this.names.setAttribute("aria-activedescendant", `${this.content.name}-row-${i}`);
      this.page.say(r.title ?? r.name);
    };
    this.names.addEventListener("click", e => {
      const row = (e.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
      if (row !== undefined) take(Number(row));
    });
    this.names.addEventListener("keydown", e => {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[e.key];
      if (step === undefined) return;
      const at = this.rows.findIndex(r => r.node === this.page.store.view.node);
      take(Math.min(this.rows.length - 1, Math.max(0, at + step)));
      e.preventDefault();
      e.stopPropagation();
    });
  }
}
