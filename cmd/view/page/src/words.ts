// Words and colours, which are those of halocline plot --what space-time and schedule (bench/report/figure).

import type { Failure } from "./api";
import { significant } from "./ticks";

/** The palette of the figures. */
export const blue = "#0072b2", vermilion = "#d55e00", green = "#009e73", purple = "#cc79a7", orange = "#e69f00", sky = "#56b4e9", grey = "#9a9a9a";

/** What classes of arrivals are called, by number; 5 is what was sent. */
export const classNames = ["received", "lost in a collision", "lost otherwise", "missed", "in flight", "sent"] as const;

/** Colours of the classes. What is in flight has no fate yet. */
export const classColours = [green, vermilion, orange, grey, sky, blue] as const;

/** The order in which outcomes are stacked, from below. */
export const stacked = [0, 1, 2, 3] as const;

/** Colours of states, taken in turn; text on them is black, by their luminance. */
export const stateColours = [sky, orange, green, purple, "#f0e442", "#b0b0b0", "#7fb8d8", "#e8a27c"] as const;

/** Cuts a name that is longer than so many characters; its full text belongs into a title. */
export function cut(name: string, most: number): string {
  const letters = Array.from(name);
  return letters.length <= most ? name : `${letters.slice(0, Math.max(1, most - 1)).join("")}…`;
}

/** The words of a command that another one lacks, to tell two runs apart; seeds are told anyway. */
export function differing(own: string, other: string): string {
  const known = new Set(other.split(" "));
  return own.replace(/--seed \S+/, "").split(" ").filter(w => w && !known.has(w) && !w.startsWith("--")).join(" ");
}

/** What two runs are told apart by: where commands differ, the values of one that the other lacks, each by the end of its path. */
export function apartBy(own: string, other: string): string {
  return differing(own, other).split(" ").filter(Boolean).map(w => w.replace(/^'|'$/g, "").replace(/^[^=]*\.(?=[^.=]*=)/, "")).join(" ");
}

/** The parts of a node that have failed at a time. */
export function failed(all: readonly Failure[], node: number, t: number): string[] {
  const out: string[] = [];
  for (const f of all) {
    if (f.node !== node || f.t > t) continue;
    if (!f.works) out.push(f.part);
    else if (out.includes(f.part)) out.splice(out.indexOf(f.part), 1);
  }
  return out;
}

/** A time for which a part has failed, s. One that never works again has failed until Infinity. */
export interface Outage { from: number; to: number }

/** The times for which the thruster or the fin has failed of which a series shows the thrust or the angle. */
export function outages(series: string, nodes: readonly { name: string }[], all: readonly Failure[]): Outage[] {
  const out: Outage[] = [];
  for (const f of all) {
    if (![`thrust_${f.part}`, `angle_${f.part}`].some(quantity => series === `${nodes[f.node]?.name ?? ""}.${quantity}`)) continue;
    if (!f.works) out.push({ from: f.t, to: Infinity });
    else for (const o of out) o.to = Math.min(o.to, f.t);
  }
  return out;
}

/** Says for which times a part has failed. */
export function saidOf(all: readonly Outage[]): string {
  return all.map(o => `failed ${o.to === Infinity ? "at" : "from"} ${significant(o.from)} s${o.to === Infinity ? "" : ` to ${significant(o.to)} s`}`).join(", ");
}

/** What became of an arrival. One that the radio never began to receive is missed; collisions are named together. */
export function outcome(a: { received: boolean; ended: boolean; locked: boolean; cause: string }): string {
  if (!a.ended) return "in flight";
  if (a.received) return "received";
  return `${a.locked || a.cause === "collision" ? "lost" : "missed"}: ${a.cause || "no cause told"}`;
}
