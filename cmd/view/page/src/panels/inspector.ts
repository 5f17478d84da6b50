// The selected frame: what it is, what became of it at each receiver, and at one of them why: powers, noise, who interfered. Below it
// the life of the packet that it carries.

import type { Arrival, Event, Frame, Interferer } from "../api";
import { button, fill, h, list, table, word } from "../dom";
import { Feed } from "../feed";
import type { Page, Panel } from "../page";
import { grouped, span } from "../ticks";
import { cut, outcome } from "../words";

const mostArrivals = 60, mostInterferers = 40;

export class Inspector implements Panel {
  readonly element: HTMLElement;
  private readonly title = h("h2", { text: "Frame" });
  private readonly body = h("div", { class: "scroll", tabindex: 0, aria: { label: "What is known of the selected frame" } });
  private readonly arrivals: HTMLElement;
  private readonly life: HTMLElement;
  private readonly frames: Feed<Frame>;
  private readonly packets: Feed<{ rows: Event[] }>;
  private rows: Event[] = [];
  private dirty = true;
  private missing = ""; // why there is nothing to show of the frame
  /** The arrival that is shown, for tests. */
  shown: Arrival | null = null;

  constructor(private readonly page: Page) {
    const loss = (dir: 1 | -1) => () => void page.step(dir, "loss", -1);
    this.element = h("section", { class: "panel inspector", aria: { label: "Selected frame" } },
      h("header", {}, this.title, h("span", { class: "legend" }), h("span", { class: "tools" },
        button("« lost", "Previous loss (p)", loss(-1)), button("lost »", "Next loss (n)", loss(1)))), this.body);
    this.arrivals = list("Arrivals of the frame", row => page.store.set({ node: Number(row.dataset.node) }), "arrivals");
    this.life = list("Life of the packet", row => { const e = this.rows[Number(row.dataset.i)]; if (e) page.go(e); }, "life");
    this.frames = new Feed<Frame>(() => { this.missing = ""; this.dirty = true; }, why => { this.missing = why; this.dirty = true; });
    this.packets = new Feed<{ rows: Event[] }>(() => { this.dirty = true; }, page.fault);
    page.store.subscribe(["selected", "node", "packet", "run"], () => { this.dirty = true; });
  }

  draw(): void {
    const v = this.page.store.view, f = v.selected;
    if (f) this.frames.want(`${this.page.stamp()} ${f.link}.${f.number}`, () => this.page.api.frame(v.run, f.link, f.number));
    const packet = this.packet();
    if (packet > 0) this.packets.want(`${this.page.stamp()} ${packet}`, () => this.page.api.packet(v.run, packet));
    if (!this.dirty) return;
    this.dirty = false;
    this.show();
  }

  /** The frame that is selected, once it has come. */
  private frame(): Frame | null {
    const f = this.frames.value, s = this.page.store.view.selected;
    return f && s && f.link === s.link && f.number === s.number ? f : null;
  }

  private packet(): number {
    const f = this.frame();
    return f ? f.packet : this.page.store.view.packet;
  }

  private show(): void {
    const f = this.frame(), s = this.page.store.view.selected;
    this.shown = null;
    if (!f) {
      this.title.textContent = s ? `Frame ${s.number}` : "Frame";
      const text = !s ? "Select a frame: click a mark or a shell, or press n for the next loss." : this.missing ? `This frame cannot be shown: ${this.missing}.` : "";
      fill(this.body, h("p", { class: "soft", text }), this.history());
      return;
    }
    this.title.textContent = `Frame ${grouped(f.number)} on ${cut(this.page.linkName(f.link), 20)}`;
    this.title.title = `Frame ${f.number} on ${this.page.linkName(f.link)}`;
    const at = this.chosen(f);
    this.shown = at;
    const parts = at ? [this.why(f, at), this.others(at), this.heard(f, at)] : [h("p", { text: "It has reached no receiver." })];
    fill(this.body, this.head(f), ...parts, this.history());
  }

  /** The arrival at the selected node, else the first that was lost, else the first. */
  private chosen(f: Frame): Arrival | null {
    const node = this.page.store.view.node;
    return f.arrivals.find(a => a.node === node) ?? f.arrivals.find(a => a.node === f.dest) ?? f.arrivals.find(a => !a.received) ?? f.arrivals[0] ?? null;
  }

  private head(f: Frame): HTMLElement {
    const p = this.page, from = this.named(f.node), to = f.dest < 0 ? h("b", { text: "everybody" }) : this.named(f.dest);
    const sent = button(`${instant(f.start)} s`, "Go to the start of sending", () => p.at(f.start), "small");
    const power = f.power !== null ? ` · ${grouped(f.power, 2)} ${this.level(f.link)}` : "";
    return h("div", { class: "about" },
      h("p", {}, from, " → ", to, f.kind ? ` · ${f.kind}` : "", ` · ${grouped(f.bits)} bit`),
      h("p", {}, "sent at ", sent, ` lasts ${span(f.airtime)}${f.aborted ? ", stopped by its sender" : ""}${power}`));
  }

  /** The unit of a power on a link, with what it is relative to where the recording says so. */
  private level(link: number): string {
    const unit = this.page.run().links[link]?.unit;
    return unit ? `dB re 1 ${unit.replace("u", "µ")}` : "dB";
  }

  private named(i: number): HTMLElement {
    const name = this.page.nodeName(i);
    return h("b", { text: cut(name, 24), title: name });
  }

  /** The list of arrivals; the losses come first where there are many. */
  private heard(f: Frame, at: Arrival | null): HTMLElement {
    let all = f.arrivals;
    if (all.length > mostArrivals) {
      const rank = (a: Arrival) => (a === at ? 0 : a.received ? 2 : 1);
      all = [...all].sort((a, b) => rank(a) - rank(b)).slice(0, mostArrivals);
    }
    const rows = all.map(a => {
      const name = this.page.nodeName(a.node), ended = a.ended !== null;
      const fate = outcome({ ...a, ended });
      const row = h("div", { role: "option", data: { node: a.node }, class: a === at ? "chosen" : "", aria: { selected: String(a === at) } },
        h("i", { class: `chip ${ended ? (a.received ? "received" : a.cause === "collision" ? "collision" : a.locked ? "lost" : "missed") : "flight"}` }),
        word(cut(name, 18), "", name), word(fate, "", a.by), word(a.sinr === null ? "" : `${grouped(a.sinr, 1)} dB`, "number"));
      return row;
    });
    fill(this.arrivals, ...rows);
    const rest = f.arrivals.length - all.length;
    const title = `At ${grouped(f.arrivals.length)} receiver${f.arrivals.length === 1 ? "" : "s"}`;
    return h("div", {}, h("h3", { text: title }), this.arrivals, rest > 0 ? h("p", { class: "soft", text: `and ${grouped(rest)} more` }) : null);
  }

  private why(f: Frame, a: Arrival): HTMLElement {
    const rows: [string, string, string, number | null][] = [], level = this.level(f.link);
    const dB = (key: string, name: string, v: number | null) => { if (v !== null) rows.push([key, name, `${grouped(v, 2)} dB`, v]); };
    rows.push(["began", "arrives", `${instant(a.began)} s`, a.began]);
    rows.push(["delay", "delay", span(a.delay), a.delay]);
    if (a.distance > 0) rows.push(["distance", "distance", `${a.distance < 1000 ? a.distance.toFixed(1) : grouped(a.distance, 0)} m`, a.distance]);
    dB("power", "power", a.power);
    dB("mean", "mean power", a.mean);
    dB("fading", "fading", a.fading);
    dB("noise", "noise", a.noise);
    dB("interference", "interference", a.interference);
    dB("sinr", "SINR", a.sinr);
    dB("reckoned", "SINR reckoned", a.reckoned);
    if (a.doppler !== null) rows.push(["doppler", "closing at", `${grouped(a.doppler, 3)} m/s`, a.doppler]);
    const dl = h("dl", { data: { node: a.node, cause: a.cause } });
    for (const [key, name, text, v] of rows) dl.append(h("dt", { text: name }), h("dd", { text, data: { key, ...(v === null ? {} : { value: v }) } }));
    const name = this.page.nodeName(a.node), fate = outcome({ ...a, ended: a.ended !== null });
    return h("div", { class: "why" }, h("h3", { title: name, text: `${fate.charAt(0).toUpperCase()}${fate.slice(1)} at ${cut(name, 24)}` }),
      a.by ? h("p", { text: a.by }) : null, a.blocked ? h("p", { text: `The receiver was sending: ${a.blocked}` }) : null, dl,
      level !== "dB" && a.power !== null ? h("p", { class: "soft", text: `Powers are in ${level}.` }) : null);
  }

  private others(a: Arrival): HTMLElement | null {
    if (a.interferers.length === 0) return null;
    const many = [...a.interferers].sort((x, y) => (y.power ?? -Infinity) - (x.power ?? -Infinity));
    const rows = many.slice(0, mostInterferers).map(i => this.other(i));
    const title = `Also came: ${grouped(many.length)} wave${many.length === 1 ? "" : "s"}`; // not all of them did harm
    return h("div", {}, h("h3", { text: title }), table(["from", "", ">frame", ">overlap", ">power", ""], rows, "interferers"),
      many.length > mostInterferers ? h("p", { class: "soft", text: `and ${grouped(many.length - mostInterferers)} weaker ones` }) : null);
  }

  /** A wave that came as well. Noise is of no frame, and the frame of its own echo is the one that is shown. */
  private other(i: Interferer): HTMLElement {
    const noise = i.number === 0, name = noise && i.node < 0 ? "noise" : this.page.nodeName(i.node), plain = i.kind === "frame";
    const go = noise || i.kind === "its own echo" ? null : button("go", `Go to frame ${i.number} of ${cut(name, 60)}`, () => this.page.select(i.link, i.number, -1, i.began), "small");
    return h("tr", { data: { link: i.link, number: i.number, power: i.power ?? "", overlap: i.overlap, kind: i.kind } },
      h("td", { text: cut(name, 14), title: name }), h("td", { text: plain ? "" : i.kind }), h("td", { text: noise ? "" : grouped(i.number), class: "number" }),
      h("td", { text: span(i.overlap), class: "number" }), h("td", { text: i.power === null ? "–" : `${grouped(i.power, 2)} dB`, class: "number" }), h("td", {}, go));
  }

  /** What happened to the packet. */
  private history(): HTMLElement | null {
    const n = this.packet(), rows = this.packets.value?.rows ?? [];
    if (n <= 0 || rows.length === 0 || !rows.some(r => r.packet === n)) return null;
    const v = this.page.store.view;
    this.rows = rows;
    fill(this.life, ...rows.slice(0, 200).map((e, i) => {
      const chosen = v.selected && e.frame === v.selected.number && e.link === v.selected.link;
      const rest = e.cause || (e.peer >= 0 ? cut(this.page.nodeName(e.peer), 14) : "");
      return h("div", { role: "option", data: { i, index: e.index }, class: chosen ? "chosen" : "", title: e.text },
        word(e.t.toFixed(4), "number"), word(cut(this.page.nodeName(e.node), 12)), word(e.kind, `kind ${e.kind}`), word(rest));
    }));
    return h("div", {}, h("h3", { text: `Life of packet ${grouped(n)}` }), this.life);
  }
}

/** An instant to the nanosecond, with three decimals at least. */
function instant(t: number): string {
  return t.toFixed(9).replace(/0{1,6}$/, "");
}
