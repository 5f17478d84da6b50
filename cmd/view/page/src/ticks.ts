// Ticks of an axis and how numbers are written. Pure.

/** Returns ticks at multiples of 1, 2 or 5 times a power of ten, at most so many, that lie within [from, to]. */
export function ticks(from: number, to: number, most: number): { step: number; values: number[] } {
  const least = (to - from) / Math.max(1, most);
  if (!(least > 0) || !Number.isFinite(least)) return { step: 0, values: [] };
  const ten = 10 ** Math.floor(Math.log10(least));
  const step = ten * (([1, 2, 5].find(m => m * ten >= least * (1 - 1e-12))) ?? 10);
  const values: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step && values.length <= most; k++) values.push(k * step);
  return { step, values };
}

/** How many decimals tell ticks of a step apart. */
export function decimals(step: number): number {
  let d = 0;
  while (d < 9 && Math.abs(step * 10 ** d - Math.round(step * 10 ** d)) > 1e-6 * step * 10 ** d) d++;
  return d;
}

/** Writes a number with a comma between thousands and so many decimals. */
export function grouped(v: number, places = 0): string {
  if (!Number.isFinite(v)) return v > 0 ? "∞" : v < 0 ? "−∞" : "–";
  const [whole = "", part] = Math.abs(v).toFixed(places).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? `.${part}` : "");
  return (v < 0 && Number(v.toFixed(places)) !== 0 ? "−" : "") + text;
}

/** Writes a span of time in the unit that suits it. */
export function span(s: number | null | undefined): string {
  if (s === null || s === undefined || !Number.isFinite(s)) return "–";
  const a = Math.abs(s);
  if (a === 0) return "0 s";
  if (a < 1e-6) return `${significant(s * 1e9)} ns`;
  if (a < 1e-3) return `${significant(s * 1e6)} µs`;
  if (a < 1) return `${significant(s * 1e3)} ms`;
  return `${significant(s)} s`;
}

/** Writes a number with four significant digits. */
export function significant(v: number): string {
  if (v === 0 || !Number.isFinite(v)) return grouped(v);
  const size = Math.floor(Math.log10(Math.abs(v)));
  if (size >= 7 || size < -4) return v.toExponential(3).replace("-", "−").replace("e+", "e");
  return grouped(v, Math.max(0, 3 - size)).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/** Writes a speed of playing: simulated seconds a second, as a fraction below 1. */
export function speed(rate: number): string {
  return rate >= 1 ? significant(rate) : `1/${significant(1 / rate)}`;
}

/** Returns a speed at which a run of so many s takes from half a minute to a minute and a half: 1, 2 or 5 times a power of ten, and 1 where it is shorter. */
export function watchingSpeed(length: number): number {
  for (let ten = 1e6; ten >= 1; ten /= 10) {
    for (const m of [5, 2, 1]) if (length / (m * ten) >= 30) return m * ten;
  }
  return 1;
}

/** Returns a speed at which the longest delay lasts from 1 s to 2 s: N or 1/N, N one of 1, 2, 3, 5, 7 times a power of ten. Where
 * nothing has a delay it is 1. */
export function usualSpeed(longest: number): number {
  if (!(longest > 0)) return 1;
  for (let e = 0; e < 12; e++) {
    for (const m of [1, 2, 3, 5, 7]) { // neighbours differ by a factor of at most 2, so that one of them fits
      const n = m * 10 ** e;
      if (longest * n >= 1 && longest * n <= 2) return 1 / n;
      if (longest / n >= 1 && longest / n <= 2) return n;
    }
  }
  return 1;
}
