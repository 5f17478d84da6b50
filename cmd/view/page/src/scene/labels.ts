// Words over the picture, as HTML: names of nodes, depths, the scale bar, the axes, the factor of vehicles, and what colours mean.

import { Vector3, type PerspectiveCamera } from "three";
import { vermilion } from "../words";
import { css, words, type Palette } from "./palette";
import { roundBelow } from "./ways";

/** A name to be set beside a place of the picture, by a gap in pixels. */
export interface Name { text: string; at: number[]; rank: number; gap: number; strong: boolean; quiet: boolean; alarm: boolean }

const most = 80; // names in one picture
const side = 76; // of the picture of the axes, pixels

interface Word { element: HTMLSpanElement; text: string; width: number }

/** The words over one picture. */
export class Labels {
  readonly element = div();
  private readonly names = div();
  private readonly pool: Word[] = [];
  private readonly bar = div();
  private readonly barText = div();
  private readonly note = div();
  private readonly title = div();
  private readonly legend = div();
  private readonly axes = document.createElement("canvas");
  private readonly ends = new Float64Array(6); // of the axes drawn, pixels
  private ink = "";
  private readonly taken: number[] = []; // left, top, right, bottom of each name that is set
  private readonly at = new Vector3();

  constructor(title: string) {
    place(this.element, { inset: "0", overflow: "hidden", pointerEvents: "none", userSelect: "none" });
    this.element.style.font = "11.5px system-ui, sans-serif";
    place(this.names, { inset: "0" });
    place(this.barText, { left: "14px", bottom: "21px" });
    place(this.bar, { left: "14px", bottom: "14px", height: "5px", boxSizing: "border-box" });
    place(this.note, { left: "14px", bottom: "40px", maxWidth: "45%" });
    place(this.title, { left: "14px", top: "10px", fontWeight: "600", maxWidth: "90%", whiteSpace: "nowrap", overflow: "hidden", textOverflow: "ellipsis" });
    place(this.legend, { right: "12px", bottom: "10px", display: "flex", gap: "12px" });
    this.title.textContent = title;
    this.axes.width = this.axes.height = 2 * side;
    place(this.axes, { right: "10px", top: "8px", width: `${side}px`, height: `${side}px` });
    this.element.append(this.names, this.barText, this.bar, this.note, this.title, this.legend, this.axes);
  }

  /** Takes the colours of a theme. */
  paint(p: Palette): void {
    const paper = css(p.paper);
    this.element.style.color = css(p.ink);
    this.element.style.textShadow = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]].map(([x, y]) => `${x}px ${y}px 1px ${paper}`).join(", ");
    this.bar.style.border = `1.5px solid ${css(p.ink)}`;
    this.bar.style.borderTop = "none";
    this.note.style.color = css(p.muted);
    this.ink = css(p.ink);
    this.ends.fill(0);
    this.legend.replaceChildren(...words.map(({ of, word }) => {
      const item = document.createElement("span"), dot = document.createElement("span");
      dot.textContent = "●\u2009";
      dot.style.color = css(p.of[of]);
      item.append(dot, word);
      return item;
    }));
  }

  /** Sets the fixed words: the bar for a length of the world that a pixel shows, the note, and which way the axes point. */
  frame(camera: PerspectiveCamera, width: number, metresPerPixel: number, note: string, title: boolean): void {
    const length = roundBelow(130 * metresPerPixel);
    this.bar.style.width = `${(length / metresPerPixel).toFixed(1)}px`;
    text(this.barText, length >= 1000 ? `${length / 1000} km` : length >= 1 ? `${length} m` : `${Number((100 * length).toPrecision(3))} cm`);
    text(this.note, note);
    show(this.title, title);
    show(this.legend, width > 620);
    this.turn(camera);
  }

  /** Draws which way the axes point, if that has changed. */
  private turn(camera: PerspectiveCamera): void {
    let same = true;
    for (let i = 0; i < 3; i++) {
      this.at.set(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0).transformDirection(camera.matrixWorldInverse);
      same &&= this.ends[2 * i] === this.at.x && this.ends[2 * i + 1] === this.at.y;
      this.ends[2 * i] = this.at.x;
      this.ends[2 * i + 1] = this.at.y;
    }
    const c = same ? null : this.axes.getContext("2d");
    if (!c) return;
    c.setTransform(2, 0, 0, 2, side, side);
    c.clearRect(-side / 2, -side / 2, side, side);
    c.strokeStyle = c.fillStyle = this.ink;
    c.lineWidth = 1.5;
    c.font = "10.5px system-ui, sans-serif";
    c.textAlign = "center";
    c.textBaseline = "middle";
    ["x E", "y N", "z"].forEach((name, i) => {
      const x = this.ends[2 * i], y = -this.ends[2 * i + 1];
      c.beginPath();
      c.moveTo(0, 0);
      c.lineTo(22 * x, 22 * y);
      c.stroke();
      if (Math.hypot(x, y) > 0.25) c.fillText(name, 31 * x, 31 * y);
    });
  }

  /** Sets names beside their places, the most important first, and leaves out those that would lie on another one. */
  set(names: Name[], camera: PerspectiveCamera, width: number, height: number, nodes: number): void {
    this.taken.length = 0;
    this.taken.push(0, 0, 205, 62, width - side - 10, 0, width, side + 8); // the title and the choice of the camera, and the axes
    this.taken.push(0, height - 60, Math.min(0.45 * width, 260), height); // the notes and the bar
    if (width > 620) this.taken.push(width - 520, height - 28, width, height); // what colours mean
    for (const n of names.slice(0, nodes)) if (this.seen(n, camera, width, height)) this.taken.push(this.at.x - 5, this.at.y - 5, this.at.x + 5, this.at.y + 5);
    names.sort((a, b) => b.rank - a.rank);
    let used = 0;
    for (const n of names) {
      if (used >= most) break;
      if (!this.seen(n, camera, width, height)) continue;
      const { x, y } = this.at;
      if (this.fits(this.word(used, n.text), x, y, width, n)) used++;
    }
    for (let i = used; i < this.pool.length; i++) show(this.pool[i].element, false);
  }

  /** Whether a name's place is in the picture; then at is where, in pixels. */
  private seen(n: Name, camera: PerspectiveCamera, width: number, height: number): boolean {
    this.at.set(n.at[0], n.at[1], n.at[2]).project(camera);
    if (this.at.z > 1 || this.at.z < -1 || Math.abs(this.at.x) > 1 || Math.abs(this.at.y) > 1) return false;
    this.at.set((this.at.x + 1) / 2 * width, (1 - this.at.y) / 2 * height, 0);
    return true;
  }

  /** Sets a word right or left of a place, if there is room; higher or lower where there is none beside it. */
  private fits(w: Word, x: number, y: number, width: number, n: Name): boolean {
    for (const [left, top] of [-15, 3, -31].flatMap(dy => [[x + n.gap, y + dy], [x - n.gap - w.width, y + dy]])) {
      if (left < 2 || left + w.width > width - 2) continue;
      const right = left + w.width, bottom = top + 14, t = this.taken;
      let free = true;
      for (let i = 0; i < t.length && free; i += 4) free = right < t[i] || left > t[i + 2] || bottom < t[i + 1] || top > t[i + 3];
      if (!free) continue;
      t.push(left, top, right, bottom);
      const s = w.element.style;
      s.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      s.fontWeight = n.strong ? "700" : "400";
      s.opacity = n.quiet ? "0.65" : "1";
      s.color = n.alarm ? vermilion : "";
      show(w.element, true);
      return true;
    }
    return false;
  }

  /** The word of a number in the pool, with its width measured once. */
  private word(i: number, content: string): Word {
    let w = this.pool[i];
    if (!w) {
      const element = document.createElement("span");
      place(element, { left: "0", top: "0", whiteSpace: "nowrap", maxWidth: "16em", overflow: "hidden", textOverflow: "ellipsis" });
      this.names.append(element);
      w = this.pool[i] = { element, text: "", width: 0 };
    }
    if (w.text !== content) {
      w.text = w.element.textContent = content;
      w.width = Math.min(184, Math.ceil(measure(content)) + 2);
    }
    return w;
  }
}

let ruler: CanvasRenderingContext2D | null = null;

/** The width of a word, without the browser having to lay out the page. */
function measure(content: string): number {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return 7 * content.length;
  ruler.font = "600 11.5px system-ui, sans-serif";
  return ruler.measureText(content.slice(0, 60)).width;
}

function div(): HTMLDivElement { return document.createElement("div"); }

function place(e: HTMLElement, style: Partial<CSSStyleDeclaration>): void { Object.assign(e.style, { position: "absolute" }, style); }

function show(e: HTMLElement, on: boolean): void {
  const value = on ? "visible" : "hidden";
  if (e.style.visibility !== value) e.style.visibility = value;
}

function text(e: HTMLElement, content: string): void { if (e.textContent !== content) e.textContent = content; }
