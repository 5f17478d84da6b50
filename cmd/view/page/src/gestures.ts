// Pointer and wheel over a panel that has time along x: the wheel zooms, with Shift it pans; dragging pans, on the axis it moves the
// time; two fingers zoom.

import type { Page } from "./page";
import { pan, zoom } from "./span";

export interface Surface {
  element: HTMLElement;
  /** Where the plot begins and how wide it is, in CSS pixels of the element. */
  plot(): { left: number; width: number; bottom: number };
  /** The pointer is over a place, or gone (null). */
  hover?(x: number, y: number): void;
  leave?(): void;
  /** Takes what is at a place; says whether there was anything. */
  click?(x: number, y: number): boolean;
}

export function gestures(page: Page, s: Surface): void {
  const down = new Map<number, { x: number; y: number }>();
  let begun: { x: number; from: number; to: number; scrub: boolean; moved: boolean } | null = null;
  let pinch = 0;
  const place = (e: PointerEvent | WheelEvent) => {
    const r = s.element.getBoundingClientRect(), p = s.plot();
    return { x: e.clientX - r.left - p.left, y: e.clientY - r.top, p };
  };
  const time = (x: number, width: number) => { const v = page.store.view; return v.from + (x / width) * (v.to - v.from); };

  s.element.addEventListener("wheel", e => {
    const { x, p } = place(e), v = page.store.view;
    if (x < 0) return; // over names: lanes scroll
    e.preventDefault();
    const step = (e.deltaMode === 1 ? 16 : 1) * (e.deltaY || e.deltaX);
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) page.show(pan(v, (e.shiftKey ? step : e.deltaX) / p.width, page.end()));
    else page.show(zoom(v, time(x, p.width), Math.exp(Math.max(-1, Math.min(1, step / 400))), page.end()));
  }, { passive: false });

  s.element.addEventListener("pointerdown", e => {
    const { x, y, p } = place(e);
    if (e.button !== 0 || x < 0 || x > p.width) return;
    down.set(e.pointerId, { x, y });
    s.element.setPointerCapture(e.pointerId);
    const v = page.store.view;
    begun = { x, from: v.from, to: v.to, scrub: y > p.bottom, moved: false };
    if (begun.scrub) page.at(time(x, p.width));
    if (down.size === 2) pinch = width(down);
  });
  s.element.addEventListener("pointermove", e => {
    const { x, y, p } = place(e);
    if (!down.has(e.pointerId)) { if (x >= 0 && x <= p.width) s.hover?.(x, y); else s.leave?.(); return; }
    down.set(e.pointerId, { x, y });
    if (down.size === 2) {
      const now = width(down), mid = [...down.values()].reduce((a, d) => a + d.x, 0) / 2;
      if (pinch > 0 && now > 0) page.show(zoom(page.store.view, time(mid, p.width), pinch / now, page.end()));
      pinch = now;
      begun = null;
    } else if (begun) {
      if (Math.abs(x - begun.x) > 4) begun.moved = true;
      if (begun.scrub) page.at(time(Math.min(Math.max(x, 0), p.width), p.width));
      else if (begun.moved) {
        const d = ((begun.x - x) / p.width) * (begun.to - begun.from);
        page.show({ from: begun.from + d, to: begun.to + d });
      }
    }
  });
  const up = (e: PointerEvent) => {
    const { x, y, p } = place(e);
    if (down.delete(e.pointerId) && begun && !begun.moved && !begun.scrub && e.type === "pointerup") {
      if (!s.click?.(x, y)) page.at(time(x, p.width));
    }
    begun = null;
  };
  s.element.addEventListener("pointerup", up);
  s.element.addEventListener("pointercancel", up);
  s.element.addEventListener("pointerleave", () => s.leave?.());
}

function width(down: Map<number, { x: number; y: number }>): number {
  const [a, b] = [...down.values()];
  return a && b ? Math.abs(a.x - b.x) : 0;
}
