// The states that access protocols tell of themselves: slots, back-off, waiting. A row for each node and link that tells any.

import type { StateRow } from "../api";
import { Feed } from "../feed";
import type { Page, Panel } from "../page";
import { Rows, type Row } from "../rows";
import { significant } from "../ticks";
import { cut, stateColours } from "../words";

const most = 500;

export class States implements Panel {
  readonly element: HTMLElement;
  private readonly rows: Rows;
  private readonly feed: Feed<{ rows: StateRow[] }>;
  private readonly row = new Map<string, number>();
  private known: (Row & { link: number })[] = [];
  private spans: StateRow[][] = [];
  private readonly colours = new Map<string, string>();
  private drawn = 0;

  constructor(private readonly page: Page) {
    this.rows = new Rows(page, { title: "Protocol states", name: "states", least: 16, most: 26, axis: true, paint: c => this.paint(c) });
    this.element = this.rows.element;
    this.feed = new Feed<{ rows: StateRow[] }>(a => this.take(a.rows), page.fault);
    page.store.subscribe(["run"], () => { this.known = []; this.spans = []; this.row.clear(); this.rows.set([]); });
  }

  count(): number { return this.drawn; }

  draw(): void {
    const v = this.page.store.view;
    this.feed.want(`${this.page.stamp()} ${v.from} ${v.to}`, () => this.page.api.states(v.run, v.from, v.to, most));
    this.rows.draw();
  }

  private take(rows: StateRow[]): void {
    const many = this.page.run().links.length > 1, before = this.known.length;
    for (const r of rows) {
      if (this.known.some(k => k.node === r.node && k.link === r.link)) continue;
      const name = this.page.nodeName(r.node), link = this.page.linkName(r.link);
      this.known.push({ name: many ? `${cut(name, 9)} ${link}` : name, title: `${name} on ${link}`, node: r.node, link: r.link });
    }
    if (this.known.length !== before) {
      this.known.sort((a, b) => a.node - b.node || a.link - b.link);
      this.row.clear();
      this.known.forEach((k, i) => this.row.set(`${k.node}/${k.link}`, i));
    }
    this.spans = this.known.map(() => []);
    for (const r of rows) {
      this.spans[this.row.get(`${r.node}/${r.link}`)!]!.push(r);
      if (!this.colours.has(r.name)) this.colours.set(r.name, stateColours[this.colours.size % stateColours.length]!);
    }
    if (this.known.length !== before) this.rows.set(this.known.slice());
    this.rows.dirty = true;
  }

  private paint(c: CanvasRenderingContext2D): void {
    const r = this.rows, { first, end } = r.sight(), high = Math.min(16, r.row - 3), past = this.page.end(), cutOff = (this.feed.value?.rows.length ?? 0) >= most;
    this.drawn = 0;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.textAlign = "left";
    for (let i = first; i < end; i++) {
      const spans = this.spans[i] ?? [], y = r.y(i) - high / 2;
      spans.forEach((s, k) => {
        const x = Math.max(-2, r.x(s.t)), to = Math.min(r.width + 2, r.x(spans[k + 1]?.t ?? (cutOff ? s.t : past)));
        if (to < 0) return;
        this.drawn++;
        c.fillStyle = this.colours.get(s.name)!;
        c.fillRect(x, y, Math.max(1, to - x - 0.5), high);
        if (to - x < 26) return;
        const text = `${s.name}${s.value ? ` ${significant(s.value)}` : ""}`, letters = Math.floor((to - x - 6) / 6.2);
        c.fillStyle = "#000";
        c.fillText(cut(text, letters), x + 3, y + high / 2 + 0.5);
      });
    }
    this.rows.legend.textContent = cutOff ? `the first ${most} changes; zoom in to see all` : "";
    if (this.known.length === 0 && this.feed.value) {
      c.fillStyle = this.page.look.soft;
      c.fillText("No protocol tells of a state in this window.", 6, 20);
    }
  }
}
