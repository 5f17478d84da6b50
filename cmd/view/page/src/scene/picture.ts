// What the parts of one picture share.

import { Vector3 } from "three";
import type { Hull } from "../api";
import type { FrameName } from "../store";
import type { Palette } from "./palette";
import type { Vec } from "./ways";

/** The picture that is about to be drawn. */
export interface Picture {
  t: number; // s
  flash: number; // simulated seconds that a flash lasts
  pixel: number; // length that a pixel shows, at a distance of 1
  eye: Vector3;
  ahead: Vector3; // direction of the camera, of length 1
  palette: Palette;
  enlarge: boolean; // whether vehicles are enlarged so that they are seen
  factor: number; // by which vehicles are enlarged
  node: number; // selected, -1 for none
  selected: FrameName | null;
}

/** Says where a node is at the time of the picture; false if that is not at hand. */
export type Where = (node: number, out: Vec) => boolean;

/** The length in the world that a pixel shows at a place. */
export function pixelAt(p: Picture, at: ArrayLike<number>): number {
  const depth = (at[0] - p.eye.x) * p.ahead.x + (at[1] - p.eye.y) * p.ahead.y + (at[2] - p.eye.z) * p.ahead.z;
  return p.pixel * Math.max(1e-3, depth);
}

/** How far words and rings are from the middle of a node, pixels: beyond most of its hull. */
export function gapAbout(p: Picture, hull: Hull | null, at: ArrayLike<number>): number {
  return hull ? Math.min(70, 9 + 0.4 * hull.length * p.factor / pixelAt(p, at)) : 9;
}
