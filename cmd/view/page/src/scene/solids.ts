// Obstacles and docks, to scale, as the scenario has them.

import { BoxGeometry, BufferGeometry, CylinderGeometry, Matrix4, Quaternion, SphereGeometry, Vector3 } from "three";
import type { Dock, Obstacle } from "../api";

const number = (v: unknown, otherwise = 0) => typeof v === "number" && Number.isFinite(v) ? v : otherwise;
const vector = (v: unknown, otherwise: [number, number, number] = [0, 0, 0]) =>
  Array.isArray(v) && v.length >= 3 && v.slice(0, 3).every(x => Number.isFinite(x)) ? new Vector3(v[0], v[1], v[2]) : new Vector3(...otherwise);

/** The shape of an obstacle, relative to a place; null for one that this page does not know. */
export function obstacleShape(o: Obstacle, about: Vector3): BufferGeometry | null {
  const at = vector(o.at).sub(about);
  switch (o.shape) {
    case "sphere":
      return new SphereGeometry(number(o.radius), 28, 18).translate(at.x, at.y, at.z);
    case "cylinder":
      return rod(at, vector(o.axis, [0, 0, 1]), number(o.length), number(o.radius), number(o.radius));
    case "cone":
      return rod(at, vector(o.axis, [0, 0, 1]), number(o.length), number(o.radius), number(o.tip));
    case "box": {
      const size = vector(o.size);
      const turn = new Matrix4().makeRotationZ(number(o.heading)).multiply(new Matrix4().makeRotationY(number(o.pitch)));
      return new BoxGeometry(size.x, size.y, size.z).applyMatrix4(turn.setPosition(at));
    }
    case "wall": {
      const along = vector(o.to).sub(about).sub(at), height = number(o.height);
      const turn = new Matrix4().makeRotationZ(Math.atan2(along.y, along.x));
      return new BoxGeometry(along.length(), number(o.thickness, 0.1), height)
        .applyMatrix4(turn.setPosition(at.addScaledVector(along, 0.5).setZ(at.z - height / 2)));
    }
  }
  return null;
}

/** A cylinder or a cone from a place along an axis; a radius at either end. */
export function rod(from: Vector3, axis: Vector3, length: number, begin: number, end: number, open = false): BufferGeometry {
  const g = new CylinderGeometry(end, begin, length, 32, 1, open).translate(0, length / 2, 0);
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis.clone().normalize());
  return g.applyQuaternion(turn).translate(from.x, from.y, from.z);
}

/** The funnel of a dock, from its wide end to the stop, which is at the dock's place; null where it has none. Its walls lie at the half angle to the
 *  axis; the radius at the stop is that of the dock if it says one, and half the gain of the funnel if not. */
export function funnel(d: Dock & { exit?: number }, about: Vector3): BufferGeometry | null {
  if (!(d.angle > 0) || !(d.length > 0)) return null;
  const axis = new Vector3(...d.axis).normalize(), gain = d.length * Math.tan(d.angle), exit = d.exit ?? gain / 2;
  const mouth = new Vector3(...d.at).sub(about).addScaledVector(axis, -d.length);
  return rod(mouth, axis, d.length, exit + gain, exit, true);
}
