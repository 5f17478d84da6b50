// The events about the present instant, with a filter, and how many of each kind and cause the run has.

import type { Count, Event } from "../api";
import { button, choice, fill, h, list } from "../dom";
import { Feed } from "../feed";
import type { Filter } from "../hash";
import type { Page, Panel } from "../page";
import { grouped } from "../ticks";
import { cut } from "../words";

const mostRows = 60;

interface Near { t: number; before: Event[]; after: Event[] }

export class Events implements Panel {
  readonly element: HTMLElement;
  /** What the counts of both runs say, for tests. */
  readonly counts: Count[][] = [];
  private readonly list: HTMLElement;
  private readonly filters = h("div", { class: "filters" });
  private readonly table = h("div", { class: "scroll counts", tabindex: 0, aria: { label: "Counts of the run" } });
  private readonly near: Feed<Near>;
  private readonly sums: Feed<{ run: number; rows: Count[] }>;
  private rows: Event[] = [];
  private asked = 0;
  private stale = true;

  constructor(private readonly page: Page, private readonly told: (last: Event | null) => void) {
    this.list = list("Events about this instant", row => { const e = this.rows[Number(row.dataset.i)]; if (e) page.go(e); }, "events-list");
    const tabs = (["events", "counts"] as const).map(t => button(t === "events" ? "Events" : "Counts", t === "events" ? "Events about this instant" : "Counts by kind, cause and node", () => this.open(t), "tab"));
    this.element = h("section", { class: "panel events", aria: { label: "Events and counts" } }, h("header", {}, ...tabs, h("span", { class: "legend" })), this.filters, this.list, this.table);
    this.near = new Feed<Near>(n => this.show(n), page.fault);
    this.sums = new Feed<{ run: number; rows: Count[] }>(c => { this.counts[c.run] = c.rows; this.choices(); this.tally(); }, page.fault);
    page.store.subscribe(["t", "filter", "run"], () => { this.stale = true; });
    page.store.subscribe(["filter", "run"], () => { this.choices(); this.tally(); });
    page.store.subscribe(["node"], () => this.tally());
    new ResizeObserver(() => this.centre()).observe(this.list);
    this.open("events");
  }

  /** Shows another of the two tabs. */
  open(tab: "events" | "counts"): void {
    this.list.hidden = this.filters.hidden = tab !== "events";
    this.table.hidden = tab !== "counts";
    this.element.querySelectorAll(".tab").forEach((b, i) => b.setAttribute("aria-pressed", String((i === 0) === (tab === "events"))));
  }

  draw(): void {
    const v = this.page.store.view;
    this.sums.want(`${this.page.stamp()}`, async () => ({ run: v.run, rows: (await this.page.api.counts(v.run)).rows }));
    if (!this.stale) return;
    const now = performance.now();
    if (now - this.asked < (v.playing ? 500 : 60)) return;
    this.asked = now;
    this.stale = false;
    const { t, run, filter } = v;
    this.near.want(`${this.page.stamp()} ${t} ${JSON.stringify(filter)}`, async () => {
      const [before, after] = await Promise.all([
        this.page.api.events(run, 0, t, filter, mostRows, -1), this.page.api.events(run, t, this.page.end(), filter, mostRows, 1),
      ]);
      const past = inOrder(before.rows);
      const last = past[past.length - 1]?.index ?? -1;
      return { t, before: past, after: inOrder(after.rows).filter(e => e.index > last && e.t > t) };
    });
  }

  private show(n: Near): void {
    const kept = n.before.slice(-mostRows / 2);
    this.rows = [...kept, ...n.after.slice(0, mostRows / 2)];
    const v = this.page.store.view;
    const rows = this.rows.map((e, i) => {
      const instant = e.t === n.t, name = this.page.nodeName(e.node);
      return h("div", { role: "option", id: `event-${e.index}`, data: { i, index: e.index }, title: e.text, class: `${instant ? "instant " : ""}${e.t > n.t ? "later" : ""}${v.selected && e.frame > 0 && e.frame === v.selected.number && e.link === v.selected.link ? " chosen" : ""}` },
        h("span", { class: "number", text: e.t.toFixed(4) }), h("span", { text: e.node < 0 ? "" : cut(name, 12) }), h("span", { class: `kind ${e.kind}`, text: e.kind }),
        h("span", { class: "rest", text: this.rest(e) }));
    });
    rows.splice(kept.length, 0, h("div", { class: "nowline", role: "presentation" }));
    const focus = document.activeElement === this.list;
    fill(this.list, ...rows);
    this.centre();
    if (focus) rows[kept.length - 1]?.classList.add("at");
    const f = v.filter;
    this.told(f.kind || f.cause || f.node >= 0 || f.link >= 0 ? null : kept[kept.length - 1] ?? null);
  }

  /** Scrolls the list so that the line of the present instant is in its middle. */
  private centre(): void {
    const line = this.list.querySelector<HTMLElement>(".nowline");
    if (line) this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2;
  }

  private rest(e: Event): string {
    const parts = [e.cause, e.note, e.peer >= 0 ? `${e.kind.startsWith("rx") || e.kind === "delivered" ? "←" : "→"} ${cut(this.page.nodeName(e.peer), 12)}` : "", e.frame > 0 ? `frame ${e.frame}` : "", e.packet > 0 ? `#${e.packet}` : ""];
    return parts.filter(Boolean).join(" ");
  }

  private choices(): void {
    const run = this.page.run(), v = this.page.store.view, rows = this.counts[v.run] ?? [], f = v.filter;
    const set = (patch: Partial<Filter>) => this.page.store.set({ filter: { ...this.page.store.view.filter, ...patch } });
    const words = (all: string[], chosen: string, none: string) => [{ value: "", text: none }, ...[...new Set([...all, chosen])].filter(Boolean).sort().map(w => ({ value: w, text: w }))];
    const named = (all: { name: string }[], none: string) => [{ value: "-1", text: none }, ...all.map((n, i) => ({ value: String(i), text: cut(n.name, 30) }))];
    fill(this.filters,
      choice("Kind of event", words(rows.map(r => r.kind), f.kind, "all kinds"), f.kind, kind => set({ kind })),
      choice("Cause", words(rows.map(r => r.cause), f.cause, "all causes"), f.cause, cause => set({ cause })),
      choice("Node", named(run.nodes, "all nodes"), String(f.node), node => set({ node: Number(node) })),
      run.links.length > 1 ? choice("Link", named(run.links, "all links"), String(f.link), link => set({ link: Number(link) })) : null);
  }

  /** Sums by kind and cause over all nodes, and of the selected one. */
  private tally(): void {
    const v = this.page.store.view, rows = this.counts[v.run], sums = new Map<string, { kind: string; cause: string; all: number; own: number }>();
    if (!rows) return;
    for (const r of rows) {
      const key = `${r.kind} ${r.cause}`, s = sums.get(key) ?? { kind: r.kind, cause: r.cause, all: 0, own: 0 };
      s.all += r.n;
      if (r.node === v.node) s.own += r.n;
      sums.set(key, s);
    }
    const name = v.node >= 0 ? this.page.nodeName(v.node) : "";
    const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", { text: "kind" }), h("th", { text: "cause" }), h("th", { text: "all nodes", class: "number" }), name ? h("th", { text: cut(name, 12), title: name, class: "number" }) : null, h("th"))));
    const body = h("tbody");
    for (const s of [...sums.values()].sort((a, b) => a.kind.localeCompare(b.kind) || b.all - a.all)) {
      body.append(h("tr", { data: { kind: s.kind, cause: s.cause, n: s.all } }, h("td", { text: s.kind }), h("td", { text: s.cause }), h("td", { text: grouped(s.all), class: "number" }),
        name ? h("td", { text: grouped(s.own), class: "number" }) : null,
        h("td", {}, button("list", `List events ${s.kind} ${s.cause}`, () => { this.page.store.set({ filter: { ...v.filter, kind: s.kind, cause: s.cause } }); this.open("events"); }, "small"))));
    }
    table.append(body);
    const warmup = this.page.run().warmup;
    fill(this.table, h("p", { class: "soft", text: warmup > 0 ? `From ${warmup} s on, the end of the warm-up.` : "Of the whole run." }), table);
  }
}

/** Events in the order in which they happened, whichever way they were asked for. */
function inOrder(rows: Event[]): Event[] {
  return [...rows].sort((a, b) => a.index - b.index);
}
