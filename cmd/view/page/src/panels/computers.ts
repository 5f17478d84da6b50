// What the real-time computers do: bars of tasks that run, deadlines missed; zoomed out, how busy each computer is. Forms and colours
// are those of halocline plot --what schedule.

import type { Job, Schedule } from "../api";
import { chip, fill, word } from "../dom";
import { Feed } from "../feed";
import { factorFor } from "../lanes";
import type { Page, Panel } from "../page";
import { Rows, type Row } from "../rows";
import { significant } from "../ticks";
import { blue, cut, sky, vermilion } from "../words";

const mostJobs = 700, mostBars = 500;

export class Computers implements Panel {
  readonly element: HTMLElement;
  private readonly rows: Rows;
  private readonly feed: Feed<Schedule>;
  private row = new Map<string, number>();
  private drawn = 0;
  private exact: boolean | null = null;

  constructor(private readonly page: Page) {
    this.rows = new Rows(page, {
      title: "Computers", name: "computers", least: 15, most: 30, axis: true, paint: c => this.paint(c), click: (x, y) => this.click(x, y),
    });
    this.element = this.rows.element;
    this.feed = new Feed<Schedule>(s => { this.arrange(s.exact); this.rows.dirty = true; }, page.fault);
    page.store.subscribe(["run"], () => { this.exact = null; });
  }

  count(): number { return this.drawn; }

  draw(): void {
    const v = this.page.store.view;
    this.feed.want(`${this.page.stamp()} ${v.from} ${v.to}`, () => this.page.api.schedule(v.run, v.from, v.to, mostJobs));
    this.rows.draw();
  }

  /** A row for each task, or for each computer where only shares are shown. */
  private arrange(exact: boolean): void {
    if (this.exact === exact) return;
    this.exact = exact;
    const run = this.page.run(), rows: Row[] = [];
    this.row.clear();
    run.computers.forEach((c, i) => {
      const name = this.page.nodeName(c.node);
      if (!exact) { this.row.set(`${i}`, rows.length); rows.push({ name, node: c.node }); return; }
      c.tasks.forEach((task, k) => {
        this.row.set(`${i}/${task}`, rows.length);
        this.row.set(`${i}/${k}`, rows.length);
        rows.push({ name: run.computers.length > 1 ? `${cut(name, 9)} ${task}` : task, title: `${name}: task ${task}`, node: c.node });
      });
    });
    this.rows.set(rows);
    this.legend(exact);
  }

  private legend(exact: boolean, full = 1): void {
    const stamp = `${exact} ${full}`;
    if (this.rows.legend.dataset.stamp === stamp) return;
    this.rows.legend.dataset.stamp = stamp;
    const late = chip(vermilion, "deadline missed", "wedge");
    const busy = full > 0 ? `busy, full height ${significant(full * 100)} % of the time` : "busy: never, its tasks take no time";
    fill(this.rows.legend, ...(exact ? [chip(blue, "runs"), chip(sky, "unfinished"), late, word("× skipped")] : [chip(blue, busy), late]));
  }

  private paint(c: CanvasRenderingContext2D): void {
    const s = this.feed.value, r = this.rows, { first, end } = r.sight();
    c.strokeStyle = this.page.look.line;
    c.lineWidth = 0.6;
    c.beginPath();
    for (let i = first; i < end; i++) { const y = this.base(i); c.moveTo(0, y); c.lineTo(r.width, y); }
    c.stroke();
    this.drawn = 0;
    if (!s) return;
    if (s.exact) for (const job of s.jobs) this.job(c, job);
    else this.shares(c, s);
  }

  /** Where the line of a row is, on which bars stand. */
  private base(i: number): number { return Math.round(this.rows.y(i) + this.rows.row * 0.36) + 0.5; }

  private job(c: CanvasRenderingContext2D, j: Job): void {
    const r = this.rows, i = this.row.get(`${j.computer}/${j.task}`), high = r.row * 0.46;
    if (i === undefined) return;
    const y = this.base(i), x = r.x(j.release), now = this.page.end();
    if (y < -5 || y > r.height + r.row) return;
    this.drawn++;
    if (!j.skipped) {
      c.fillStyle = sky;
      c.fillRect(x, y - high * 0.28, Math.max(0.5, r.x(j.end ?? now) - x), high * 0.28);
      c.fillStyle = blue;
      for (const [from, to] of j.runs) c.fillRect(r.x(from), y - high, Math.max(0.8, r.x(to) - r.x(from)), high);
    }
    c.strokeStyle = this.page.look.ink;
    c.lineWidth = 0.8;
    c.beginPath();
    const top = y - r.row * 0.62;
    c.moveTo(x, y); c.lineTo(x, top);
    c.moveTo(x - 2, top + 3); c.lineTo(x, top); c.lineTo(x + 2, top + 3);
    c.stroke();
    if (j.skipped) this.cross(c, x, y);
    if (j.missed) this.wedge(c, r.x(j.end ?? now), y - high);
  }

  private cross(c: CanvasRenderingContext2D, x: number, y: number): void {
    c.strokeStyle = vermilion;
    c.lineWidth = 1.6;
    c.beginPath();
    c.moveTo(x - 3, y - 3); c.lineTo(x + 3, y + 3);
    c.moveTo(x - 3, y + 3); c.lineTo(x + 3, y - 3);
    c.stroke();
  }

  private wedge(c: CanvasRenderingContext2D, x: number, y: number): void {
    c.fillStyle = vermilion;
    c.beginPath();
    c.moveTo(x, y); c.lineTo(x - 3.2, y - 6); c.lineTo(x + 3.2, y - 6);
    c.fill();
  }

  private shares(c: CanvasRenderingContext2D, s: Extract<Schedule, { exact: false }>): void {
    const r = this.rows, { first, end } = r.sight(), high = r.row * 0.62;
    const factor = factorFor(s.bins, Math.max(8, Math.floor(mostBars / Math.max(1, end - first)))), full = fullShare(s.busy);
    this.legend(false, full);
    for (let i = first; i < end; i++) {
      const busy = s.busy[i], missed = s.missed[i], y = this.base(i);
      for (let k = 0; busy && k < s.bins; k += factor) {
        let sum = 0, late = 0, n = 0;
        for (let b = k; b < Math.min(s.bins, k + factor); b++, n++) { sum += busy[b] ?? 0; late += missed?.[b] ?? 0; }
        const x = r.x(s.from + k * s.width), w = Math.max(1, r.x(s.from + (k + n) * s.width) - x - 0.5);
        if (x + w < 0 || x > r.width) continue;
        if (sum > 0) { c.fillStyle = blue; const tall = Math.max(1, (high * sum) / n / full); c.fillRect(x, y - tall, w, tall); this.drawn++; }
        if (late > 0) { this.wedge(c, x + w / 2, y - high + 5); this.drawn++; }
      }
    }
  }

  private click(x: number, y: number): boolean {
    const i = this.rows.shown.findIndex((_, k) => Math.abs(this.rows.y(k) - y) <= this.rows.row / 2), row = this.rows.shown[i];
    if (row) this.page.store.set({ node: row.node });
    this.page.at(this.rows.time(x));
    return true;
  }
}

/** What share of the time a full bar stands for: the least of 1, 2, 5 parts of a power of ten that no share exceeds. 0 where nothing
 * is ever busy. */
function fullShare(busy: readonly number[][]): number {
  if (busy.every(b => b.every(x => x === 0))) return 0;
  const most = busy.reduce((a, b) => b.reduce((x, y) => Math.max(x, y), a), 0);
  for (let ten = 1e-6; ten < 1; ten *= 10) {
    for (const m of [1, 2, 5]) if (m * ten >= most) return m * ten;
  }
  return 1;
}
