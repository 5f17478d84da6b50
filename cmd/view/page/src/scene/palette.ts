// Colours of the 3-D panel. Those of the classes, and their words, are those of the figures that halocline plot makes.

import { Color } from "three";
import { Collision, InFlight, Lost, Missed, Received, Sent } from "../api";

/** Colours by class of arrival: received, collision, lost, missed, in flight, sent (Okabe and Ito's palette, and a grey). */
const classes: Record<number, number> = {
  [Received]: 0x009e73, [Collision]: 0xd55e00, [Lost]: 0xe69f00, [Missed]: 0x9a9a9a, [InFlight]: 0x56b4e9, [Sent]: 0x0072b2,
};

/** What the classes that a shell or a flash may have are called. */
export const words: readonly { of: number; word: string }[] = [
  { of: Sent, word: "sending" }, { of: Received, word: "received" }, { of: Collision, word: "lost in a collision" }, { of: Lost, word: "lost otherwise" },
  { of: Missed, word: "missed" }, { of: InFlight, word: "not ended" },
];

/** The colours of one theme. */
export interface Palette {
  dark: boolean;
  paper: Color; ink: Color; muted: Color; surface: Color; bed: Color; bedLine: Color; deep: Color; shallow: Color; water: Color;
  stem: Color; node: Color; hull: Color; frame: Color; black: Color; belief: Color; trail: Color; path: Color; obstacle: Color; dock: Color;
  of: Color[]; // by class
}

/** Returns the colours of a theme. */
export function palette(dark: boolean): Palette {
  const c = (light: number, night: number) => new Color(dark ? night : light);
  return {
    dark,
    paper: c(0xf3f7fa, 0x0e161e), ink: c(0x17222d, 0xe8eef4), muted: c(0x5d6e7e, 0x93a5b6),
    surface: c(0xa3cbe3, 0x2c5673), bed: c(0xe4ddcf, 0x26282a), bedLine: c(0xcabfa9, 0x3b3d3e),
    deep: c(0x8f8a80, 0x1c2328), shallow: c(0xf0e6cf, 0x5c5a50), water: c(0xc3dcea, 0x1f3d52),
    stem: c(0xa7b4bf, 0x44525f), node: c(0x33475b, 0xb9c7d4),
    hull: c(0xf2b90f, 0xf2b90f), frame: c(0x454f59, 0x8b97a3), black: c(0x20262c, 0x566370),
    belief: c(0xb3578b, 0xe08dbd), trail: c(0x5f7386, 0xa9bccd), path: c(0x8a97a3, 0x5f6d7a),
    obstacle: c(0x9aa3a8, 0x5a636a), dock: c(0x2f6f8f, 0x6fb1d1),
    of: [0, 1, 2, 3, 4, 5].map(i => new Color(classes[i])),
  };
}

/** A colour as CSS has it. */
export function css(c: Color): string {
  return `#${c.getHexString()}`;
}
