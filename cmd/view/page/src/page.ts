// What every panel is made with: the store, the server, the run, and the few things that are done from more than one panel.

import type { Api, Event, Meta, Run } from "./api";
import { about, reveal, within, type Span } from "./span";
import type { Store } from "./store";

/** A panel: an element, and what draws it where something has changed since. */
export interface Panel { element: HTMLElement; draw(): void }

/** Colours of what is not data, by light or dark. */
export interface Look { ink: string; paper: string; line: string; faint: string; soft: string }

export class Page {
  /** Grows whenever earlier answers do not hold any more, as in a run that goes on. */
  epoch = 0;
  look: Look = { ink: "#000", paper: "#fff", line: "#404040", faint: "#e4e4e4", soft: "#666" };
  /** The event that was gone to last: where several happen in one instant, the next one is asked for by its number. */
  private last: { t: number; index: number; run: number } | null = null;
  private readonly restyled: (() => void)[] = [];
  private readonly renewed: (() => void)[] = [];

  constructor(
    readonly store: Store, readonly api: Api, readonly meta: Meta,
    /** Says a sentence to those who cannot see, and shows it for a while where it is to be seen too. */
    readonly say: (text: string, seen?: boolean) => void,
  ) {}

  /** The run whose facts the panels show. */
  run(): Run { return this.meta.runs[this.store.view.run] ?? this.meta.runs[0]!; }

  /** How far the runs go. */
  end(): number { return Math.max(1e-6, ...this.meta.runs.map(r => (r.reached > 0 ? r.reached : r.duration))); }

  /** What a question to the server depends on besides its own words. */
  stamp(): string { return `${this.epoch}/${this.store.view.run}`; }

  nodeName(i: number): string { return i < 0 ? "everybody" : this.run().nodes[i]?.name ?? `#${i}`; }
  linkName(i: number): string { return this.run().links[i]?.name ?? `#${i}`; }

  /** Tells that an answer did not come. */
  readonly fault = (why: string): void => { this.say(`This cannot be shown: ${why}`, true); };

  /** Shows another window, put into the run. */
  show(s: Span): void {
    const w = within(s, this.end());
    this.store.set({ from: w.from, to: w.to });
  }

  /** Goes to a time, and moves the window where the time is not in it. */
  at(t: number): void {
    const v = this.store.view, at = Math.min(Math.max(t, 0), this.end());
    const w = reveal(v, at, this.end());
    this.store.set({ t: at, from: w.from, to: w.to, live: false });
  }

  /** Goes to an event and selects what it is about. */
  go(e: Event): void {
    this.last = { t: e.t, index: e.index, run: this.store.view.run };
    this.at(e.t);
    this.store.set({
      playing: false,
      ...(e.node >= 0 ? { node: e.node } : {}),
      ...(e.frame > 0 ? { selected: { link: e.link, number: e.frame } } : {}),
      ...(e.packet > 0 ? { packet: e.packet } : {}),
    });
    this.say(e.text);
  }

  /** Selects a frame and, where one is told, the node at which it is looked at and a time. */
  select(link: number, number: number, node = -1, t = NaN): void {
    if (Number.isFinite(t)) this.at(t);
    this.store.set({ selected: { link, number }, ...(node >= 0 ? { node } : {}) });
  }

  /** Goes to the next event of a sort, before or after. */
  async step(dir: 1 | -1, what: "event" | "loss" | "send", node: number): Promise<void> {
    const v = this.store.view, l = this.last;
    const from = l && l.t === v.t && l.run === v.run ? { index: l.index } : { t: v.t };
    try {
      const e = await this.api.next(v.run, from, dir, what, node);
      if (e) { this.go(e); return; }
      const sort = { event: "event", loss: "loss", send: "frame sent" }[what], of = node >= 0 ? ` of ${this.nodeName(node)}` : "";
      this.say(`There is no ${sort}${of} ${dir > 0 ? "after" : "before"} this.`, true);
    } catch (e) {
      this.fault(e instanceof Error ? e.message : String(e));
    }
  }

  /** Shows the whole selected frame; where it is shown, or none is selected, the whole run. */
  async fit(): Promise<void> {
    const v = this.store.view, whole = { from: 0, to: this.end() };
    if (!v.selected) return this.show(whole);
    try {
      const f = await this.api.frame(v.run, v.selected.link, v.selected.number);
      const last = Math.max(f.start + f.airtime, ...f.arrivals.map(a => a.ended ?? a.began));
      const w = about(f.start, last, this.end());
      const there = Math.abs(w.from - v.from) + Math.abs(w.to - v.to) < 1e-9 + 1e-6 * (w.to - w.from);
      this.show(there ? whole : w);
    } catch {
      this.show(whole);
    }
  }

  /** Calls fn when more is known of a run that goes on. */
  onNews(fn: () => void): void { this.renewed.push(fn); }

  /** Asks again what is known of a run that goes on, and forgets earlier answers. */
  async news(): Promise<void> {
    this.epoch++;
    this.api.forget();
    try {
      const now = await this.api.meta();
      this.meta.live = now.live;
      this.meta.compare = now.compare;
      // The run may have told meanwhile that it is further than this answer knows.
      this.meta.runs.forEach((r, i) => Object.assign(r, now.runs[i], { reached: Math.max(r.reached, now.runs[i]!.reached) }));
      for (const fn of this.renewed) fn();
    } catch (e) {
      this.fault(e instanceof Error ? e.message : String(e));
    }
  }

  /** Calls fn when light or dark has changed. */
  onLook(fn: () => void): void { this.restyled.push(fn); }

  /** Reads the colours of the page again. */
  restyle(): void {
    const probe = document.body.appendChild(document.createElement("i"));
    const of = (name: string) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
    this.look = { ink: of("--ink"), paper: of("--paper"), line: of("--line"), faint: of("--faint"), soft: of("--soft") };
    probe.remove();
    for (const fn of this.restyled) fn();
  }

  /** Whether the page is dark now. */
  dark(): boolean {
    const theme = this.store.view.theme;
    return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  }
}
