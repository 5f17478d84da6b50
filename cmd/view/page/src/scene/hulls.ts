// The shapes of vehicles, to scale: x forward, y left, z up, about the place that the vehicle is said to be at.

import { BoxGeometry, BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, LatheGeometry, Matrix4, SphereGeometry, Vector2 } from "three";
import type { Hull } from "../api";
import type { Palette } from "./palette";

interface Part { shape: BufferGeometry; colour: Color; place?: Matrix4 }

/** The body of a hull. Parts have their colours at their corners, so that one call draws all of it. sides is how many a round body has. */
export function hullShape(hull: Hull & { middle?: number[] }, p: Palette, sides = 24): BufferGeometry {
  const [x, y, z] = hull.middle ?? [0, 0, 0];
  return join(hull.shape === "torpedo" ? torpedo(hull, p, sides) : box(hull, p)).translate(x, y, z);
}

/** A body of revolution: nose, cylinder and tail, four fins, a propeller, and a mast that shows which side is up. */
function torpedo(h: Hull, p: Palette, sides: number): Part[] {
  const l = h.length, r = (h.diameter ?? Math.min(h.width, h.height)) / 2;
  const nose = Math.min(1.6 * r, 0.25 * l), tail = Math.min(5 * r, 0.35 * l), outline: Vector2[] = [];
  const steps = 8;
  for (let i = 0; i <= steps; i++) { // the tail, from its end forward
    const s = i / steps;
    outline.push(new Vector2(r * (0.12 + 0.88 * Math.sin(s * Math.PI / 2)), -l / 2 + s * tail));
  }
  outline[0].x = 0;
  const body = new LatheGeometry(outline.concat([new Vector2(r, l / 2 - nose)]), sides);
  const cap: Vector2[] = [];
  for (let i = 0; i <= steps; i++) {
    const a = i / steps * Math.PI / 2;
    cap.push(new Vector2(r * Math.cos(a), l / 2 - nose + nose * Math.sin(a)));
  }
  const forward = new Matrix4().makeRotationZ(-Math.PI / 2); // a lathe turns about y
  const parts: Part[] = [
    { shape: body, colour: p.hull, place: forward }, { shape: new LatheGeometry(cap, sides), colour: p.frame, place: forward },
    { shape: new CylinderGeometry(0.75 * r, 0.75 * r, 0.02 * l, 20), colour: p.black, place: forward.clone().setPosition(-l / 2, 0, 0) },
    { shape: new BoxGeometry(0.9 * r, 0.12 * r, 1.1 * r), colour: p.black, place: new Matrix4().makeTranslation(0.1 * l, 0, 1.35 * r) },
  ];
  const span = 1.5 * r, chord = Math.max(0.9 * r, 0.05 * l);
  for (let k = 0; k < 4; k++) {
    const turned = new Matrix4().makeRotationX(k * Math.PI / 2);
    const at = new Matrix4().makeTranslation(-l / 2 + 0.09 * l, 0, 0.55 * r + span / 2);
    parts.push({ shape: new BoxGeometry(chord, 0.1 * r, span), colour: p.black, place: turned.multiply(at) });
  }
  return parts;
}

/** An open frame with its float on top, four thrusters along it and two upright ones, and lamps that show which end is the front. */
function box(h: Hull, p: Palette): Part[] {
  const { length: l, width: w, height: t } = h, bar = 0.07 * Math.min(w, t), parts: Part[] = [];
  const put = (shape: BufferGeometry, colour: Color, x: number, y: number, z: number, turn = new Matrix4()) =>
    parts.push({ shape, colour, place: turn.clone().setPosition(x, y, z) });
  put(new BoxGeometry(l, w, 0.36 * t), p.hull, 0, 0, 0.32 * t);
  put(new BoxGeometry(0.82 * l, 0.5 * w, 0.3 * t), p.frame, 0, 0, -0.12 * t);
  for (const y of [-1, 1]) {
    put(new BoxGeometry(l, bar, bar), p.black, 0, y * (w - bar) / 2, -(t - bar) / 2);
    for (const x of [-1, 0, 1]) put(new BoxGeometry(bar, bar, 0.64 * t), p.black, x * (l - bar) / 2, y * (w - bar) / 2, -0.18 * t);
  }
  for (const x of [-1, 1]) put(new BoxGeometry(bar, w, bar), p.black, x * (l - bar) / 2, 0, -(t - bar) / 2);
  const r = 0.11 * Math.min(l, w);
  for (const y of [-1, 1]) {
    for (const x of [-1, 1]) {
      const turn = new Matrix4().makeRotationZ(-Math.PI / 2 + x * y * Math.PI / 4);
      put(new CylinderGeometry(r, r, 1.2 * r, 14), p.black, x * 0.33 * l, y * 0.36 * w, -0.22 * t, turn);
    }
    put(new CylinderGeometry(r, r, 0.1 * t, 14), p.black, 0, y * 0.28 * w, 0.48 * t, new Matrix4().makeRotationX(Math.PI / 2));
    put(new SphereGeometry(0.6 * r, 10, 8), new Color(0xffffff), 0.5 * l, y * 0.22 * w, -0.05 * t);
  }
  return parts;
}

/** An arrowhead along x of length 1, for what moves and has no hull. */
export function arrow(): BufferGeometry {
  const g = new ConeGeometry(0.38, 1, 10);
  g.rotateZ(-Math.PI / 2);
  return g;
}

/** One shape of all parts, with a colour at each corner. */
export function join(parts: Part[]): BufferGeometry {
  const flat = parts.map(part => {
    const g = part.shape.index ? part.shape.toNonIndexed() : part.shape;
    if (part.place) g.applyMatrix4(part.place);
    return g;
  });
  const corners = flat.reduce((n, g) => n + g.getAttribute("position").count, 0);
  const position = new Float32Array(3 * corners), normal = new Float32Array(3 * corners), colour = new Float32Array(3 * corners);
  let at = 0;
  flat.forEach((g, i) => {
    position.set(g.getAttribute("position").array, at);
    normal.set(g.getAttribute("normal").array, at);
    const n = g.getAttribute("position").array.length, c = parts[i].colour;
    for (let k = at; k < at + n; k += 3) { colour[k] = c.r; colour[k + 1] = c.g; colour[k + 2] = c.b; }
    at += n;
    g.dispose();
  });
  const out = new BufferGeometry();
  out.setAttribute("position", new BufferAttribute(position, 3));
  out.setAttribute("normal", new BufferAttribute(normal, 3));
  out.setAttribute("color", new BufferAttribute(colour, 3));
  return out;
}
