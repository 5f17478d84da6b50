// Obstacles and docks, to scale: balls, capsules, boxes, and what a profile makes that turns about an axis.

import { BoxGeometry, BufferGeometry, CapsuleGeometry, Color, LatheGeometry, Matrix4, Quaternion, SphereGeometry, Vector2, Vector3 } from "three";
import type { Dock, Obstacle } from "../api";
import { join } from "./hulls";

const number = (v: unknown) => typeof v === "number" && Number.isFinite(v) ? v : 0;
const numbers = (v: unknown, n: number): number[] | null => Array.isArray(v) && v.length >= n && v.slice(0, n).every(x => Number.isFinite(x)) ? v as number[] : null;
const vector = (v: unknown) => new Vector3(...numbers(v, 3) ?? [0, 0, 0]);

/** A dock may say the profile of what stands there: places along its axis, and out from it. */
export type DockShape = Dock & { profile?: number[][] };

/** The shape of an obstacle, relative to a place; null for one that this page does not know. */
export function obstacleShape(o: Obstacle, about: Vector3): BufferGeometry | null {
  const at = vector(o.at).sub(about);
  switch (o.shape) {
    case "sphere":
      return new SphereGeometry(number(o.radius), 28, 18).translate(at.x, at.y, at.z);
    case "capsule": {
      const to = vector(o.to).sub(about), along = to.clone().sub(at), middle = at.add(to).multiplyScalar(0.5);
      return new CapsuleGeometry(number(o.radius), along.length(), 8, 24).applyMatrix4(toward(along, middle));
    }
    case "box": {
      const half = vector(o.half), q = numbers(o.turned, 4) ?? [1, 0, 0, 0];
      const turn = new Matrix4().makeRotationFromQuaternion(new Quaternion(q[1], q[2], q[3], q[0]));
      return new BoxGeometry(2 * half.x, 2 * half.y, 2 * half.z).applyMatrix4(turn.setPosition(at));
    }
    case "turned":
      return lathe(o.profile, vector(o.axis), at, 40);
  }
  return null;
}

/** The shape of a dock, relative to a place: that of its profile, or a funnel of its angle and length; null where it has neither. */
export function dockShape(d: DockShape, about: Vector3, sides = 40): BufferGeometry | null {
  const at = vector(d.at).sub(about), gain = d.length * Math.tan(d.angle);
  if (d.profile) return lathe(d.profile, vector(d.axis), at, sides);
  return gain > 0 ? lathe([[0, 1.5 * gain], [d.length, 0.5 * gain], [d.length, 0.55 * gain], [0, 1.55 * gain]], vector(d.axis), at, sides) : null;
}

/** What is between the sides of a profile that turns about an axis, from a place on. Each side is a face of its own, so that edges are sharp. */
function lathe(profile: unknown, axis: Vector3, at: Vector3, around: number): BufferGeometry | null {
  const points = Array.isArray(profile) ? profile.map(p => numbers(p, 2)).filter(p => p !== null) : [];
  const sides = points.flatMap((p, i) => {
    const q = points[(i + 1) % points.length];
    if (p[1] === 0 && q[1] === 0) return [];
    return [{ shape: new LatheGeometry([new Vector2(p[1], p[0]), new Vector2(q[1], q[0])], around) as BufferGeometry, colour: new Color() }];
  });
  return points.length < 3 || axis.lengthSq() === 0 ? null : join(sides).applyMatrix4(toward(axis, at));
}

/** Turns y into a direction, and puts it at a place. */
function toward(axis: Vector3, at: Vector3): Matrix4 {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), axis.clone().normalize());
  return new Matrix4().makeRotationFromQuaternion(turn).setPosition(at);
}
