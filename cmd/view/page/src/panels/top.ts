// The bar on top: which run this is, playing and its speed, the time, and what is done with the whole view.

import type { Event } from "../api";
import { button, choice, fill, h, word } from "../dom";
import type { Page, Panel } from "../page";
import { grouped, speed, usualSpeed } from "../ticks";
import { apartBy, cut } from "../words";

/** What buttons of the bar ask of the rest of the page. */
export interface Doings { help(): void; link(): void; picture(of: "3d" | "spacetime"): void }

const whole = [2, 5, 10, 20, 50, 100, 200, 500, 1000], speeds = [1e-6, 1e-5, 1e-4, ...[...whole].reverse().map(n => 1 / n), 1, ...whole];

export class Top implements Panel {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly time = h("input", { type: "text", class: "time", aria: { label: "Time in seconds" }, title: "Time in seconds: type another one, then Enter" });
  private readonly number = h("span", { class: "soft event-number" });
  private readonly speed = h("span", { class: "speed" });
  private readonly runs = h("span", { class: "runs" });
  private readonly live: HTMLButtonElement;
  private written = "";
  private offered: number[] = [];

  constructor(private readonly page: Page, doings: Doings) {
    const { store } = page;
    this.play = button("▶", "Play (Space)", () => this.toggle(), "play");
    const back = button("◀", "Previous event (←)", () => void page.step(-1, "event", store.view.node));
    const on = button("▶|", "Next event (→)", () => void page.step(1, "event", store.view.node));
    on.setAttribute("aria-label", "Next event");
    this.live = button("live", "Follow what is simulated now", () => store.set({ live: !store.view.live, playing: false }));
    this.live.hidden = !page.meta.live;
    const link = button("link", "Copy the address of this view, and show the command that repeats the run", () => doings.link());
    const help = button("?", "Help: all keys (?)", () => doings.help());
    const theme = button("◐", "Light or dark", () => store.set({ theme: page.dark() ? "light" : "dark" }));
    const kinds = [{ value: "", text: "png" }, { value: "3d", text: "3-D view" }, { value: "spacetime", text: "space and time" }];
    const pictures = choice("Save a picture", kinds, "", of => {
      pictures.value = "";
      if (of === "3d" || of === "spacetime") doings.picture(of);
    });
    pictures.classList.add("png");
    this.element = h("header", { class: page.meta.runs.length > 1 ? "top two" : "top" }, h("span", { class: "brand", text: "Halocline" }), this.runs,
      h("span", { class: "group" }, back, this.play, on, this.speed), h("span", { class: "group" }, this.time, h("span", { text: "s" }), this.number), this.live,
      h("span", { class: "space" }), h("span", { class: "group" }, link, pictures, theme, help));
    this.typing();
    this.offered = speeds;
    store.subscribe(["rate"], () => this.choices());
    store.subscribe(["run", "compare"], () => this.identity());
    store.subscribe(["playing"], () => this.playing());
    store.subscribe(["live"], () => this.playing());
    page.onNews(() => { this.live.hidden = !page.meta.live; this.identity(); this.choices(); });
    this.choices();
    this.identity();
    this.playing();
  }

  /** Shows the time; called each frame. */
  draw(): void {
    const v = this.page.store.view;
    if (document.activeElement === this.time) return;
    const text = v.playing ? v.t.toFixed(4) : exact(v.t);
    if (text === this.written) return;
    this.written = text;
    this.time.value = text;
    if (v.playing) this.number.textContent = "";
  }

  /** Shows the number of the last event at or before the time. */
  event(e: Event | null): void {
    this.number.textContent = e && !this.page.store.view.playing ? `event ${grouped(e.index)}` : "";
  }

  toggle(): void {
    const v = this.page.store.view, end = this.page.end();
    this.page.store.set({ playing: !v.playing, live: false, ...(!v.playing && v.t >= end ? { t: 0 } : {}) });
  }

  /** Chooses a speed beside the present one. */
  faster(by: 1 | -1): void {
    const rate = this.page.store.view.rate;
    const next = by > 0 ? this.offered.find(s => s > rate * 1.0001) : [...this.offered].reverse().find(s => s < rate * 0.9999);
    if (next) { this.page.store.set({ rate: next }); this.page.say(`Speed ${speed(next)}`); }
  }

  private choices(): void {
    const rate = this.page.store.view.rate, longest = Math.max(0, ...this.page.run().links.map(l => l.longest || 0));
    const all = [...new Set([...speeds, usualSpeed(longest), ...(rate > 0 ? [rate] : [])].map(s => Number(s.toPrecision(6))))].sort((a, b) => a - b);
    this.offered = all;
    const options = all.map(s => ({ value: String(s), text: speed(s) }));
    fill(this.speed, choice("Speed: simulated seconds a second", options, String(Number(rate.toPrecision(6))), s => this.page.store.set({ rate: Number(s) })));
  }

  private playing(): void {
    const v = this.page.store.view;
    this.play.textContent = v.playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", v.playing ? "Pause" : "Play");
    this.play.title = v.playing ? "Pause (Space)" : "Play (Space)";
    this.live.setAttribute("aria-pressed", String(v.live));
    this.written = "";
  }

  /** Title, seed and fingerprint of the run, or of both. */
  private identity(): void {
    const { meta, store } = this.page, v = store.view;
    const one = (i: number, name: string) => {
      const r = meta.runs[i]!, whole = r.complete ? "complete" : `not complete${r.reason ? `: ${r.reason}` : ""}`;
      const title = `${r.title}\n${r.description}\nseed ${r.seed}, fingerprint ${r.fingerprint || "not known yet"}\n${grouped(r.events)} events, ${whole}`;
      const other = name ? apartBy(r.command, meta.runs[1 - i]!.command) : "";
      const print = h("code", { class: "soft", text: r.fingerprint ? ` ${r.fingerprint.slice(0, 8)}…` : "" });
      const e = h("span", { class: "run", title: other ? `${title}\n${r.command}` : title },
        h("b", { text: cut(other || r.title, name ? 24 : 40) }), other ? word(` ${cut(r.title, 18)}`) : null, word(` seed ${r.seed}`, "soft"), print);
      if (!name) return e;
      const show = button(name, `Show run ${name} in the panels: ${r.title}, seed ${r.seed}`, () => store.set({ run: i }));
      show.setAttribute("aria-pressed", String(v.run === i));
      return h("span", { class: "group" }, show, e);
    };
    if (meta.runs.length < 2) { fill(this.runs, one(0, "")); return; }
    const first = meta.compare;
    const jump = first ? button("first difference", `The first record that differs, at ${first.t} s, number ${grouped(first.index)}`, () => {
      this.page.at(first.t);
      const e = store.view.run === 0 ? first.a : first.b;
      if (e) this.page.go(e);
      this.page.say(`First difference, record ${grouped(first.index)}. A: ${first.a?.text ?? "no record"} B: ${first.b?.text ?? "no record"}`, true);
    }, "first") : h("span", { class: "soft", text: "no record differs" });
    const both = button("compare", "Show both runs side by side (c)", () => store.set({ compare: !store.view.compare }));
    both.setAttribute("aria-pressed", String(v.compare));
    fill(this.runs, one(0, "A"), one(1, "B"), both, jump);
  }

  private typing(): void {
    this.time.addEventListener("keydown", e => {
      if (e.key === "Enter") {
        const t = Number(this.time.value.replace(/[, ]|s$/g, ""));
        if (this.time.value.trim() !== "" && Number.isFinite(t)) this.page.at(t);
        this.written = "";
        this.time.blur();
      } else if (e.key === "Escape") { this.written = ""; this.time.blur(); }
    });
    this.time.addEventListener("blur", () => { this.written = ""; });
    this.time.addEventListener("focus", () => { this.page.store.set({ playing: false }); this.time.select(); });
  }
}

/** A time to the nanosecond, with four decimals at least. */
function exact(t: number): string {
  return t.toFixed(9).replace(/0{1,5}$/, "");
}
