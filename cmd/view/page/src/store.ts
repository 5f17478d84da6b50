// The one store of the page. Panels read store.view, change it by store.set and are told by store.subscribe. All of it but what is
// hovered stands in the address after #, so that a link is a view.

import { format, initial, parse, rounded, type View } from "./hash";
export type { Camera, Filter, FrameName, View } from "./hash";

type Key = keyof View;

export class Store {
  private now: View = initial();
  private readonly listeners: { keys: ReadonlySet<Key>; fn: (changed: ReadonlySet<Key>) => void }[] = [];
  private written = "";
  private due = 0; // timer of the address

  /** What is shown. Read it, and change it by set only. */
  get view(): Readonly<View> { return this.now; }

  /** Changes a part of the view, and tells those who asked for a key whose value is another one now. Times are rounded as in the
   * address, so that a link shows the same. */
  set(part: Partial<View>): void {
    const changed = new Set<Key>(), next: View = { ...this.now }, patch = { ...part };
    for (const key of ["t", "from", "to"] as const) if (patch[key] !== undefined) patch[key] = rounded(patch[key]);
    for (const key of Object.keys(patch) as Key[]) {
      if (patch[key] !== undefined && !same(patch[key], this.now[key])) {
        Object.assign(next, { [key]: patch[key] });
        changed.add(key);
      }
    }
    if (changed.size === 0) return;
    this.now = next;
    for (const l of this.listeners.slice()) {
      for (const key of changed) {
        if (l.keys.has(key)) { l.fn(changed); break; }
      }
    }
    if (changed.size > 1 || !changed.has("hovered")) this.note();
  }

  /** Calls fn after each change of one of the keys. Returns what ends it. */
  subscribe(keys: Key[], fn: (changed: ReadonlySet<Key>) => void): () => void {
    const l = { keys: new Set(keys), fn };
    this.listeners.push(l);
    return () => { const i = this.listeners.indexOf(l); if (i >= 0) this.listeners.splice(i, 1); };
  }

  /** Takes the view of the address over and returns it; calls edited when somebody has edited the address. */
  attach(edited: (given: Partial<View>) => void): Partial<View> {
    const first = parse(location.hash);
    this.set(first);
    addEventListener("hashchange", () => {
      if (location.hash.replace(/^#/, "") === this.written) return;
      const given = parse(location.hash), v = this.now;
      this.set({ ...initial(), t: v.t, from: v.from, to: v.to, rate: v.rate, theme: v.theme, series: v.series, ...given });
      edited(given);
    });
    return first;
  }

  /** The address of this view. A link does not play. */
  link(): string {
    return `${location.origin}${location.pathname}${location.search}#${format({ ...this.now, playing: false })}`;
  }

  /** Writes the address, three times a second at most: Safari refuses more than a hundred in half a minute. */
  private note(): void {
    if (this.due || typeof window === "undefined") return;
    this.due = window.setTimeout(() => {
      this.due = 0;
      const text = format(this.now);
      if (text === this.written) return;
      this.written = text;
      history.replaceState(null, "", `#${text}`);
    }, 330);
  }
}

/** Whether two values of a view are the same; objects of it are small. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  return typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b);
}
