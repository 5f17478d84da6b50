// The window of time that panels show. Pure.

export interface Span { from: number; to: number }

/** The narrowest window, in seconds: the simulator counts nanoseconds. */
const narrowest = 1e-6;

/** Puts a window into a run that ends at end: not wider than it, and not beyond it. */
export function within(s: Span, end: number): Span {
  const whole = Math.max(end, narrowest);
  const width = Math.min(Math.max(s.to - s.from, narrowest), whole);
  const from = Math.min(Math.max(s.from, 0), whole - width);
  return { from, to: from + width };
}

/** Makes a window wider (factor > 1) or narrower about a time, which keeps its place. */
export function zoom(s: Span, at: number, factor: number, end: number): Span {
  const width = Math.min(Math.max((s.to - s.from) * factor, narrowest), Math.max(end, narrowest));
  const part = Math.min(Math.max((at - s.from) / (s.to - s.from), 0), 1);
  return within({ from: at - part * width, to: at - part * width + width }, end);
}

/** Moves a window by a part of its width. */
export function pan(s: Span, part: number, end: number): Span {
  const d = part * (s.to - s.from);
  return within({ from: s.from + d, to: s.to + d }, end);
}

/** Returns the window itself where a time is in it, else one of the same width that has the time at a quarter of it: what led there
 * is of interest too. */
export function reveal(s: Span, t: number, end: number): Span {
  if (t >= s.from && t <= s.to) return s;
  const width = s.to - s.from;
  return within({ from: t - width / 4, to: t + 0.75 * width }, end);
}

/** Returns a window about a span of interest, with a tenth of it free on either side. */
export function about(from: number, to: number, end: number): Span {
  const d = Math.max(to - from, narrowest) / 8;
  return within({ from: from - d, to: to + d }, end);
}
