// The 3-D panel: water, vehicles, and sound as it spreads, at the time of the store. Two runs stand side by side, with one camera.

import { ColorManagement, Vector3, WebGLRenderer, type PerspectiveCamera } from "three";
import type { Api, Run } from "../api";
import type { Store } from "../store";
import { apartBy } from "../words";
import { Half } from "./half";
import { Orbit, steer } from "./orbit";
import type { Drawn } from "./vehicles";
import type { Front, Shell } from "./waves";

/** What the page holds of the panel. */
export interface Scene {
  element: HTMLElement;
  /** Draws the time of the store, if anything has changed; now is of the clock on the wall, ms. */
  draw(now: number): void;
  needsDraw(): boolean;
  /** Whether all that the picture needs is at hand and drawn. */
  ready(): boolean;
  /** What is drawn of a run, read back from the objects: of the one that the store shows if none is named. */
  shells(run?: number): Shell[];
  vehicles(run?: number): Drawn[];
  fronts(run?: number): Front[];
  canvas: HTMLCanvasElement;
  dispose(): void;
}

/** Makes the panel of one run or of two. */
export function makeScene(store: Store, api: Pick<Api, "scene">, runs: Run[]): Scene {
  return new Panel(store, api, runs);
}

class Panel implements Scene {
  readonly element = document.createElement("div");
  readonly canvas = document.createElement("canvas");
  private readonly renderer: WebGLRenderer | null = null; // null in a browser without WebGL
  private readonly halves: Half[];
  private readonly orbit = new Orbit();
  private readonly ends: (() => void)[] = [];
  private readonly night = matchMedia("(prefers-color-scheme: dark)");
  private dirty = true;
  private sized = true; // whether the size has changed
  private complete = false;
  private mine = false; // whether it is this panel that changes the camera of the store

  constructor(private readonly store: Store, api: Pick<Api, "scene">, runs: Run[]) {
    ColorManagement.enabled = true;
    Object.assign(this.element.style, { position: "relative", overflow: "hidden" });
    Object.assign(this.canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", touchAction: "none", cursor: "grab" });
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "The run in three dimensions. Arrow keys turn the camera, with shift they move it, plus and minus zoom, Home shows all.");
    this.element.append(this.canvas);
    const changed = () => { this.dirty = true; };
    this.halves = runs.map((run, i) => {
      const other = runs.length > 1 ? apartBy(run.command, runs[1 - i]!.command) : "";
      const title = runs.length > 1 ? `${"AB"[i]}: ${run.title}, ${other ? `${other}, ` : ""}seed ${run.seed}` : run.title;
      return new Half(api, i, run, title, this.dark(), changed);
    });
    for (const h of this.halves) this.element.append(h.labels.element);
    this.orbit.take(store.view.camera);
    try {
      this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, preserveDrawingBuffer: true }); // pictures of the page read it
      this.renderer.autoClear = false;
      this.renderer.setScissorTest(true);
    } catch {
      this.element.replaceChildren("This browser has no WebGL, which the 3-D view needs.");
    }
    this.canvas.addEventListener("webglcontextrestored", changed);
    this.listen(changed);
  }

  private listen(changed: () => void): void {
    const s = this.store;
    this.ends.push(s.subscribe(["t", "run", "node", "selected", "scale", "compare", "rate", "playing", "live"], changed));
    this.ends.push(s.subscribe(["camera"], () => {
      if (!this.mine) this.orbit.take(s.view.camera);
      changed();
    }));
    const paint = () => { for (const h of this.halves) h.paint(this.dark()); changed(); };
    this.ends.push(s.subscribe(["theme"], paint));
    this.night.addEventListener("change", paint);
    this.ends.push(() => this.night.removeEventListener("change", paint));
    const size = new ResizeObserver(() => { this.sized = this.dirty = true; });
    size.observe(this.element);
    this.ends.push(() => size.disconnect());
    this.ends.push(steer(this.canvas, this.orbit, () => this.tell(), (x, y) => this.pick(x, y)));
  }

  private dark(): boolean {
    const theme = this.store.view.theme;
    return theme === "dark" || (theme === "auto" && this.night.matches);
  }

  /** Tells the store where the camera was moved to, and stands where the store will say that it stands. */
  private tell(): void {
    const camera = this.orbit.told();
    this.orbit.take(camera);
    this.mine = true;
    this.store.set({ camera });
    this.mine = false;
    this.dirty = true;
  }

  /** The halves that are shown, from left to right. */
  private shown(): Half[] {
    const v = this.store.view;
    if (v.compare && this.halves.length > 1) return this.halves;
    return [this.halves[Math.min(v.run, this.halves.length - 1)]];
  }

  needsDraw(): boolean { return this.dirty || !this.complete; }
  ready(): boolean { return this.complete && !this.dirty; }

  draw(now: number): void {
    const v = this.store.view, halves = this.shown();
    for (const h of halves) h.chunks.want(v.t, v.rate, v.playing, now);
    if (!this.dirty) return;
    this.dirty = false;
    const renderer = this.renderer;
    if (!renderer) { this.complete = true; return; }
    const width = this.element.clientWidth, height = this.element.clientHeight;
    if (width < 2 || height < 2) return;
    if (this.sized) {
      this.sized = false;
      renderer.setPixelRatio(Math.min(2, devicePixelRatio));
      renderer.setSize(width, height, false);
    }
    const part = width / halves.length, camera = this.orbit.camera;
    const sights = halves.map(h => h.sight(v)), sight = sights[Math.min(v.run, halves.length - 1)];
    this.orbit.set({ ...sight, corners: sights.flatMap(s => s.corners) }, part, height);
    for (const h of this.halves) h.labels.element.style.display = halves.includes(h) ? "" : "none";
    this.complete = true;
    halves.forEach((h, i) => {
      h.update(v, this.orbit, part, height);
      if (!h.chunks.whole(v.t)) this.complete = false;
      Object.assign(h.labels.element.style, { left: `${i * part}px`, width: `${part}px`, right: "auto" });
      renderer.setViewport(i * part, 0, part, height);
      renderer.setScissor(i * part + (i > 0 ? 1 : 0), 0, part, height);
      renderer.clear();
      renderer.render(h.stage, camera);
    });
  }

  /** Selects the node or the frame that is nearest to a place of the picture. */
  private pick(x: number, y: number): void {
    const halves = this.shown(), width = this.element.clientWidth / halves.length, i = Math.min(halves.length - 1, Math.floor(x / width)), half = halves[i];
    const height = this.element.clientHeight, toScreen = projector(this.orbit.camera, width, height), at = new Vector3(), vec: [number, number, number] = [0, 0, 0];
    const own = x - i * width;
    let node = -1, off = 14;
    half.run.nodes.forEach((_, k) => {
      if (!half.where(k, vec) || !toScreen(at.set(...vec))) return;
      const d = Math.hypot(at.x - own, at.y - y);
      if (d < off) { off = d; node = k; }
    });
    const run = this.halves.indexOf(half), frame = half.waves.nearest(toScreen, own, y);
    if (node >= 0) this.store.set({ node, run });
    else if (frame && frame.off < 7) this.store.set({ selected: { link: frame.link, number: frame.number }, run });
  }

  private half(run = this.store.view.run): Half { return this.halves[Math.min(run, this.halves.length - 1)]; }
  shells(run?: number): Shell[] { return this.half(run).waves.shells(); }
  vehicles(run?: number): Drawn[] { return this.half(run).vehicles.drawn(); }
  fronts(run?: number): Front[] { return this.half(run).waves.frontsDrawn(); }

  dispose(): void {
    for (const end of this.ends) end();
    for (const h of this.halves) h.dispose();
    this.renderer?.dispose();
    this.element.remove();
  }
}

/** Turns a place of the world into pixels of a picture; false for one behind the camera. */
function projector(camera: PerspectiveCamera, width: number, height: number): (at: Vector3) => boolean {
  return at => {
    at.project(camera);
    if (at.z > 1 || at.z < -1) return false;
    at.set((at.x + 1) / 2 * width, (1 - at.y) / 2 * height, 0);
    return true;
  };
}
