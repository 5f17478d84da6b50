// What a page shows first, where the address does not say so.

import type { Api, Run } from "./api";
import type { View } from "./hash";
import { within } from "./span";
import { usualSpeed, watchingSpeed } from "./ticks";
import { outages } from "./words";

/** A delay, in s, below which nobody looks at waves, as over radio links: then frames are looked at. */
const slow = 1e-4;

/** Quantities that are drawn first, by what their names hold. */
const wanted = [/(^|[._-])age/i, /error/i, /distance/i, /thrust/i, /energy|battery|charge/i, /power$/i, /[._](z|depth)$/i, /surge|speed/i, /./, /./, /./, /./];

/** The names of a run's series, those of failed thrusters and fins first, so that they are drawn first. */
export function seriesNames(run: Pick<Run, "series" | "nodes" | "failures">): string[] {
  const names = run.series.map(s => s.name), failed = names.filter(n => outages(n, run.nodes, run.failures).length > 0);
  return [...failed, ...names.filter(n => !failed.includes(n))];
}

/** Chooses up to four series, of which each shows another thing, and of one node where it has them. */
export function usualSeries(names: readonly string[]): string[] {
  const out: string[] = [], owner = (n: string) => n.split(".")[0], what = (n: string) => n.slice(n.indexOf(".") + 1);
  for (const w of wanted) {
    const fit = names.filter(n => w.test(n) && !out.some(o => what(o) === what(n)));
    const found = fit.find(n => out.length > 0 && owner(n) === owner(out[0]!)) ?? fit[0];
    if (found !== undefined && out.length < 4) out.push(found);
  }
  return out;
}

/** A window in which the longest way is seen well, and, where that leaves two of it, not more than some 1500 arrivals. */
export function usualWidth(longest: number, arrivals: number, end: number): number {
  const few = arrivals > 0 ? (1500 * end) / arrivals : end;
  return Math.min(end, Math.max(Math.min(20 * longest, few), 2 * longest, end / 500, 1e-3));
}

/** Whether a run has vehicles. */
const sails = (run: Run): boolean => run.nodes.some(n => n.moves && n.hull !== null);

/** The speed at which a run is seen best: its vehicles move, and else sound does, or the frames of a link on which nothing takes long. */
function openingSpeed(run: Run, longest: number, end: number, live: boolean): number {
  if (live) return 1;
  if (run.frames === 0 || sails(run)) return watchingSpeed(end);
  return longest < slow ? 1 / 100 : usualSpeed(longest);
}

/** Returns what the address leaves open: a speed, series, a window in which something happens, and a time at which sound is seen. Without frames the
 * window is the whole run, unless some may still come. */
export async function usual(api: Api, run: Run, given: Partial<View>, end: number, live: boolean): Promise<Partial<View>> {
  const longest = Math.max(0, ...run.links.map(l => l.longest || 0)), out: Partial<View> = {};
  if (given.rate === undefined) out.rate = openingSpeed(run, longest, end, live);
  if (given.series === undefined) out.series = usualSeries(seriesNames(run));
  const played = sails(run) && given.rate === undefined ? 10 * out.rate! : 0; // in ten seconds, after which the window moves on
  const usually = run.frames === 0 && !live ? end : Math.max(usualWidth(longest, run.arrivals, end), Math.min(end, played));
  const width = given.from !== undefined && given.to !== undefined ? given.to - given.from : usually;
  if (given.t === undefined) {
    const first = await api.next(given.run ?? 0, { t: -1 }, 1, "send").catch(() => null);
    out.t = Math.min(end, first ? first.t + Math.max(0.3 * longest, 0) : 0);
    if (first && first.link >= 0 && first.frame > 0 && given.selected === undefined) out.selected = { link: first.link, number: first.frame };
  }
  const t = given.t ?? out.t ?? 0;
  Object.assign(out, given.from === undefined ? within({ from: t - width / 5, to: t + (width * 4) / 5 }, end) : within({ from: given.from, to: given.to! }, end));
  return out;
}
