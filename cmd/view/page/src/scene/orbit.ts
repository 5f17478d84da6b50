// The camera: it turns about a place, which may be that of a vehicle. Mouse, touch and keys move it.

import { PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "../store";
import { fit, include, nothing, type Vec } from "./ways";

const view = 34; // degrees from the lower to the upper edge of the picture
const steepest = 1.5533; // rad, 89 degrees: upright is never seen end on

/** What the camera is about: where things are that it follows. */
export interface Sight {
  corners: Vec[]; // what a first picture shows
  vehicle: Vec | null; // the one that is followed
  dock: Vec | null;
  start: Vec; // where the vehicle was at first
  length: number; // of the vehicle's hull, m
}

/** The camera, and where it stands. */
export class Orbit {
  readonly camera = new PerspectiveCamera(view, 1, 0.1, 1000);
  readonly target = new Vector3();
  distance = 10;
  private azimuth = -1.1;
  private elevation = 0.4;
  private mode: Camera["mode"] = "free";
  private chosen = false; // whether somebody moved it; if not, it fits itself to what there is

  /** Takes over what a view says. */
  take(c: Camera): void {
    this.mode = c.mode;
    this.chosen = c.eye !== null;
    if (!c.eye) return;
    const [x, y, z] = c.target ?? [0, 0, 0];
    this.target.set(x, y, z);
    if (c.mode === "top") {
      this.target.set(c.eye[0], c.eye[1], 0);
      this.distance = c.eye[2];
      return;
    }
    const dx = c.eye[0] - x, dy = c.eye[1] - y, dz = c.eye[2] - z;
    this.distance = Math.max(1e-3, Math.hypot(dx, dy, dz));
    this.azimuth = Math.atan2(dy, dx);
    this.elevation = Math.asin(Math.min(1, Math.max(-1, dz / this.distance)));
  }

  /** Whether it looks from the dock. */
  get docked(): boolean { return this.mode === "dock"; }

  /** What a view has to say so that the camera comes to stand here again. For a camera that follows it is relative to the vehicle. */
  told(): Camera {
    if (!this.chosen || this.mode === "dock") return { mode: this.mode, eye: null, target: null };
    const round = (v: number) => Number(v.toFixed(3));
    if (this.mode === "top") return { mode: "top", eye: [this.target.x, this.target.y, this.distance].map(round), target: null };
    const o = this.offset(), t = this.mode === "follow" ? new Vector3() : this.target;
    const eye = [t.x + o.x, t.y + o.y, t.z + o.z].map(round);
    return { mode: this.mode, eye, target: this.mode === "follow" ? null : [t.x, t.y, t.z].map(round) };
  }

  private offset(): Vector3 {
    const ce = Math.cos(this.elevation);
    return new Vector3(ce * Math.cos(this.azimuth), ce * Math.sin(this.azimuth), Math.sin(this.elevation)).multiplyScalar(this.distance);
  }

  /** Sets the camera for a picture of a size. */
  set(s: Sight, width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    const halfY = Math.tan(view / 2 * Math.PI / 180), halfX = halfY * this.camera.aspect;
    const part = 0.96 - Math.min(0.2, 26 / Math.max(1, height)); // words and buttons lie along the edges
    this.camera.up.set(0, 0, 1);
    if (this.mode === "dock" && s.dock) this.fromDock(s, halfX, halfY);
    else if (this.mode === "top") this.fromTop(s, halfX, halfY, part);
    else {
      if (this.mode === "follow" && s.vehicle) {
        this.target.set(...s.vehicle);
        if (!this.chosen) { this.distance = s.length > 0 ? 7 * s.length : 40; this.azimuth = -2.3; this.elevation = 0.35; }
      } else if (!this.chosen) this.first(s, halfX, halfY, part);
      this.camera.position.copy(this.target).add(this.offset());
    }
    this.camera.near = this.distance / 100;
    this.camera.far = this.distance * 200;
    this.camera.lookAt(this.target);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** A camera that sees all: across the longer side of the world, from above the horizon by so much that things lie side by side. */
  private first(s: Sight, halfX: number, halfY: number, part: number): void {
    const b = nothing();
    for (const c of s.corners) include(b, c);
    this.azimuth = b.high[0] - b.low[0] >= b.high[1] - b.low[1] ? -1.95 : -0.38;
    this.elevation = Math.min(0.5, Math.max(0.33, 0.42 * (1.6 / this.camera.aspect) ** 0.35)); // lower where the picture is broad
    const f = fit(s.corners, this.azimuth, this.elevation, halfX, halfY, part);
    this.target.set(...f.target);
    this.distance = Math.max(f.distance, 3);
  }

  /** From above, north up. */
  private fromTop(s: Sight, halfX: number, halfY: number, part: number): void {
    if (!this.chosen) {
      const f = fit(s.corners, -Math.PI / 2, Math.PI / 2, halfX, halfY, part);
      this.target.set(...f.target);
      this.distance = f.distance;
    }
    this.camera.up.set(0, 1, 0);
    this.camera.position.copy(this.target);
    this.camera.position.z += this.distance;
  }

  /** From behind the dock, a little above it, toward the vehicle. One that is nearly there is still looked for where it came from. */
  private fromDock(s: Sight, halfX: number, halfY: number): void {
    const dock = s.dock!, to = s.vehicle ?? s.start, first = Math.hypot(s.start[0] - dock[0], s.start[1] - dock[1]) || 1, room = 0.8 * (s.length || 2);
    const x = to[0] - dock[0] + 2 * (s.start[0] - dock[0]) / first, y = to[1] - dock[1] + 2 * (s.start[1] - dock[1]) / first, points: Vec[] = [];
    for (const at of [dock, to]) {
      for (const side of [-room, room]) points.push([at[0] + side, at[1], at[2]], [at[0], at[1] + side, at[2]], [at[0], at[1], at[2] + side]);
    }
    this.azimuth = Math.atan2(-y, -x);
    this.elevation = 0.2;
    const f = fit(points, this.azimuth, this.elevation, halfX, halfY, 0.7);
    this.target.set(...f.target);
    this.distance = f.distance;
    this.camera.position.copy(this.target).add(this.offset());
  }

  /** Turns the camera about its target. A camera in the dock or on top becomes a free one. */
  turn(dx: number, dy: number): void {
    this.release();
    this.azimuth -= dx;
    this.elevation = Math.min(steepest, Math.max(-steepest, this.elevation + dy));
  }

  /** Moves the camera and its target by pixels of the picture. */
  shift(dx: number, dy: number, height: number): void {
    if (this.mode === "follow" || this.mode === "dock") this.release(true);
    this.chosen = true;
    const pixel = 2 * this.distance * Math.tan(view / 2 * Math.PI / 180) / height, m = this.camera.matrixWorld.elements;
    for (const [k, by] of [[0, -dx], [4, dy]]) this.target.add(step.set(m[k], m[k + 1], m[k + 2]).multiplyScalar(by * pixel));
  }

  /** Brings the camera nearer (factor below 1) or farther. */
  zoom(factor: number): void {
    if (this.mode === "dock") this.release();
    this.chosen = true;
    this.distance = Math.min(1e6, Math.max(0.2, this.distance * factor));
  }

  private release(always = false): void {
    this.chosen = true;
    if (!always && this.mode !== "dock" && this.mode !== "top") return;
    if (this.mode === "dock") {
      const d = this.camera.position.clone().sub(this.target);
      this.distance = d.length();
      this.azimuth = Math.atan2(d.y, d.x);
      this.elevation = Math.asin(d.z / this.distance);
    } else if (this.mode === "top") {
      this.azimuth = -Math.PI / 2;
      this.elevation = steepest;
    }
    this.mode = "free";
  }

  /** Lets the camera fit itself again. */
  home(): void { this.chosen = false; }
}

const step = new Vector3();

/** Hands the movements of mouse, fingers and keys on an element to a camera. Returns what ends it. */
export function steer(e: HTMLElement, orbit: Orbit, moved: () => void, clicked: (x: number, y: number) => void): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let began: { x: number; y: number } | null = null;
  const at = (ev: PointerEvent) => ({ x: ev.clientX, y: ev.clientY });
  const down = (ev: PointerEvent) => {
    e.setPointerCapture(ev.pointerId);
    fingers.set(ev.pointerId, at(ev));
    began = fingers.size === 1 ? at(ev) : null;
  };
  const move = (ev: PointerEvent) => {
    const old = fingers.get(ev.pointerId);
    if (!old) return;
    const now = at(ev), dx = now.x - old.x, dy = now.y - old.y;
    if (began && Math.hypot(now.x - began.x, now.y - began.y) < 4) return;
    began = null;
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], other = a === old ? b : a;
      const before = Math.hypot(old.x - other.x, old.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
      if (before > 0 && after > 0) orbit.zoom(before / after);
      orbit.shift(dx / 2, dy / 2, e.clientHeight);
    } else if (ev.shiftKey || (ev.buttons & 6) !== 0) orbit.shift(dx, dy, e.clientHeight);
    else orbit.turn(dx * 0.006, dy * 0.006);
    fingers.set(ev.pointerId, now);
    moved();
  };
  const up = (ev: PointerEvent) => {
    const box = e.getBoundingClientRect();
    if (began && ev.type === "pointerup") clicked(began.x - box.left, began.y - box.top);
    began = null;
    fingers.delete(ev.pointerId);
  };
  const wheel = (ev: WheelEvent) => {
    ev.preventDefault();
    orbit.zoom(Math.exp(Math.min(120, Math.max(-120, ev.deltaY * (ev.deltaMode === 1 ? 30 : 1))) * 0.0015));
    moved();
  };
  const key = (ev: KeyboardEvent) => {
    if (ev.ctrlKey || ev.metaKey || ev.altKey || !pressed(ev, orbit, e.clientHeight)) return;
    ev.preventDefault();
    ev.stopPropagation();
    moved();
  };
  const menu = (ev: Event) => ev.preventDefault();
  const heard: [string, (ev: never) => void][] = [
    ["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", up], ["wheel", wheel], ["keydown", key], ["contextmenu", menu],
  ];
  for (const [name, fn] of heard) e.addEventListener(name, fn as EventListener, { passive: false });
  return () => { for (const [name, fn] of heard) e.removeEventListener(name, fn as EventListener); };
}

/** Whether a key moves the camera: arrows turn it, with shift they move it, + and - come nearer and go away, Home shows all. */
function pressed(ev: KeyboardEvent, orbit: Orbit, height: number): boolean {
  const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const to = arrows[ev.key];
  if (to && ev.shiftKey) orbit.shift(-40 * to[0], 40 * to[1], height);
  else if (to) orbit.turn(0.08 * to[0], 0.08 * to[1]);
  else if (ev.key === "+" || ev.key === "=") orbit.zoom(0.85);
  else if (ev.key === "-") orbit.zoom(1 / 0.85);
  else if (ev.key === "Home") orbit.home();
  else return false;
  return true;
}
