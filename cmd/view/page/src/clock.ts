// Playing, and following a run that goes on.

import type { Page } from "./page";
import { pan, within } from "./span";

/** Moves the time on while playing. The window stays until the time leaves it, and then moves on by most of its width, so that
 * canvases are seldom drawn again. */
export class Clock {
  private last = 0;
  private reached = 0;
  private shown = 0; // when the window of a run that goes on was moved last, ms
  private asked = 0; // when it was asked last what is known of it, ms

  constructor(private readonly page: Page) {}

  /** A frame begins; now is in ms. */
  tick(now: number): void {
    const v = this.page.store.view, d = Math.min(0.25, Math.max(0, (now - this.last) / 1000)), end = this.page.end();
    this.last = now;
    if (v.live) this.follow(now);
    if (!v.playing) return;
    const t = Math.min(end, v.t + d * v.rate);
    const patch: { t: number; playing?: boolean; from?: number; to?: number } = { t };
    if (t >= end) patch.playing = false;
    if (t > v.to) {
      const next = pan(v, 0.9, end);
      Object.assign(patch, t <= next.to ? next : within({ from: t - 0.05 * (v.to - v.from), to: t + 0.95 * (v.to - v.from) }, end));
    } else if (t < v.from) Object.assign(patch, within({ from: t, to: t + v.to - v.from }, end));
    this.page.store.set(patch);
  }

  /** Listens to how far the run is. */
  listen(): void {
    this.page.api.live(now => {
      for (const r of this.page.meta.runs) r.reached = Math.max(r.reached, now.reached);
      this.reached = now.reached;
      const moment = performance.now();
      if (!now.ended && moment - this.asked < 5000) return;
      this.asked = moment;
      void this.page.news().then(() => {
        if (!now.ended) return;
        this.page.store.set({ live: false, ...(this.page.store.view.live ? { t: this.page.end() } : {}) });
        this.page.say("The run has ended.", true);
      });
    });
  }

  /** Goes to where the run is. The window moves once a second, or when the time leaves it, because all that it shows is asked again. */
  private follow(now: number): void {
    const v = this.page.store.view, width = v.to - v.from, since = now - this.shown;
    if (this.reached <= v.t) return;
    this.page.store.set({ t: this.reached });
    if (since < 300 || (since < 1000 && this.reached <= v.to)) return;
    this.shown = now;
    this.page.epoch++;
    this.page.api.forget();
    this.page.store.set(within({ from: this.reached - 0.85 * width, to: this.reached + 0.15 * width }, this.reached + 0.15 * width));
  }
}
