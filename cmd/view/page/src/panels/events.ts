// The events about the present instant, with a filter, and how many of each kind and cause the run has.

import type { Count, Event } from "../api";
import { button, choice, fill, h, list, table, word } from "../dom";
import { Feed } from "../feed";
import type { Filter } from "../hash";
import type { Page, Panel } from "../page";
import { grouped } from "../ticks";
import { cut } from "../words";

const mostRows = 60, rowHeight = 19; // px

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
  private height = 0; // of the list

  constructor(private readonly page: Page, private readonly told: (last: Event | null) => void) {
    this.list = list("Events about this instant", row => { const e = this.rows[Number(row.dataset.i)]; if (e) page.go(e); }, "events-list");
    const tabs = [
      button("Events", "Events about this instant", () => page.store.set({ tab: "events" }), "tab"),
      button("Counts", "Counts by kind, cause and node", () => page.store.set({ tab: "counts" }), "tab"),
    ];
    this.element = h("section", { class: "panel events", aria: { label: "Events and counts" } }, h("header", {}, ...tabs), this.filters, this.list, this.table);
    this.near = new Feed<Near>(n => this.show(n), page.fault);
    this.sums = new Feed<{ run: number; rows: Count[] }>(c => { this.counts[c.run] = c.rows; this.choices(); this.tally(); }, page.fault);
    page.store.subscribe(["t", "filter", "run"], () => { this.stale = true; });
    page.store.subscribe(["filter", "run"], () => { this.choices(); this.tally(); });
    page.store.subscribe(["node"], () => this.tally());
    new ResizeObserver(() => { this.height = this.list.clientHeight; this.centre(); }).observe(this.list);
    page.store.subscribe(["playing"], () => { this.stale = true; });
    page.store.subscribe(["tab"], () => this.open());
    this.open();
  }

  /** Shows one of the two tabs. */
  private open(): void {
    const { tab } = this.page.store.view;
    this.list.hidden = this.filters.hidden = tab !== "events";
    this.table.hidden = tab !== "counts";
    this.element.querySelectorAll(".tab").forEach((b, i) => b.setAttribute("aria-pressed", String((i === 0) === (tab === "events"))));
  }

  draw(): void {
    const v = this.page.store.view;
    this.sums.want(`${this.page.stamp()}`, async () => ({ run: v.run, rows: (await this.page.api.counts(v.run)).rows }));
    if (!this.stale) return;
    const now = performance.now();
    if (now - this.asked < (v.playing || v.live ? 500 : 60)) return;
    this.asked = now;
    this.stale = false;
    const { t, run, filter } = v;
    this.near.want(`${this.page.stamp()} ${t} ${v.playing} ${JSON.stringify(filter)}`, async () => {
      const [before, after] = await Promise.all([
        this.page.api.events(run, 0, t, filter, mostRows, -1), this.page.api.events(run, t, Math.max(t, this.page.end()), filter, mostRows, 1),
      ]);
      const past = inOrder(before.rows);
      const last = past[past.length - 1]?.index ?? -1;
      return { t, before: past, after: inOrder(after.rows).filter(e => e.index > last && e.t > t) };
    });
  }

  private show(n: Near): void {
    const v = this.page.store.view;
    // While playing there are no more rows than are seen, and nothing is scrolled.
    const half = v.playing ? Math.max(1, Math.floor(this.height / rowHeight / 2 - 0.5)) : mostRows / 2;
    const kept = n.before.slice(-half);
    this.rows = [...kept, ...n.after.slice(0, half)];
    const rows = this.rows.map((e, i) => {
      const chosen = v.selected && e.frame > 0 && e.frame === v.selected.number && e.link === v.selected.link;
      const name = [e.t === n.t && "instant", e.t > n.t && "later", chosen && "chosen"].filter(Boolean).join(" ");
      return h("div", { role: "option", id: `event-${e.index}`, data: { i, index: e.index }, title: e.text, class: name },
        word(e.t.toFixed(4), "number"), word(e.node < 0 ? "" : cut(this.page.nodeName(e.node), 12)), word(e.kind, `kind ${e.kind}`), word(this.rest(e)));
    });
    rows.splice(kept.length, 0, h("div", { class: "nowline", role: "presentation" }));
    const focus = document.activeElement === this.list;
    fill(this.list, ...rows);
    if (!v.playing) this.centre();
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
    const from = e.kind.startsWith("rx") || ["delivered", "duplicate", "used", "outdated"].includes(e.kind);
    const peer = e.peer >= 0 ? `${from ? "←" : "→"} ${cut(this.page.nodeName(e.peer), 12)}` : "";
    return [e.cause, e.note, peer, e.frame > 0 && `frame ${e.frame}`, e.packet > 0 && `#${e.packet}`].filter(Boolean).join(" ");
  }

  private choices(): void {
    const run = this.page.run(), v = this.page.store.view, rows = this.counts[v.run] ?? [], f = v.filter;
    const set = (patch: Partial<Filter>) => this.page.store.set({ filter: { ...this.page.store.view.filter, ...patch } });
    const words = (all: string[], chosen: string, none: string) => {
      const known = [...new Set([...all, chosen])].filter(Boolean).sort();
      return [{ value: "", text: none }, ...known.map(w => ({ value: w, text: w }))];
    };
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
    const list = (kind: string, cause: string) => () => {
      this.page.store.set({ filter: { ...this.page.store.view.filter, kind, cause }, tab: "events" });
    };
    const body = [...sums.values()].sort((a, b) => a.kind.localeCompare(b.kind) || b.all - a.all).map(s => {
      const own = name ? h("td", { text: grouped(s.own), class: "number" }) : null;
      const all = h("td", { text: grouped(s.all), class: "number" });
      return h("tr", { data: { kind: s.kind, cause: s.cause, n: s.all } }, h("td", { text: s.kind }), h("td", { text: s.cause }), all, own,
        h("td", {}, button("list", `List events ${s.kind} ${s.cause}`, list(s.kind, s.cause), "small")));
    });
    const warmup = this.page.run().warmup;
    const text = warmup > 0 ? `From ${warmup} s on, the end of the warm-up.` : "Of the whole run.";
    fill(this.table, h("p", { class: "soft", text }), table(["kind", "cause", ">all nodes", ...(name ? [`>${cut(name, 12)}`] : []), ""], body));
  }
}

/** Events in the order in which they happened, whichever way they were asked for. */
function inOrder(rows: Event[]): Event[] {
  return [...rows].sort((a, b) => a.index - b.index);
}
