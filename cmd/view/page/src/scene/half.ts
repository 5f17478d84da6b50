// The picture of one run: all parts of it, and the words over it.

import { AmbientLight, DirectionalLight, Scene as Stage, Vector3, type InstancedMesh, type PerspectiveCamera, type ShaderMaterial } from "three";
import type { Api, Run } from "../api";
import type { View } from "../store";
import { Chunks, pose } from "./chunks";
import { corners, extentOf, things, type Extent } from "./extent";
import { Ground } from "./ground";
import { Labels, type Name } from "./labels";
import { pen } from "./lines";
import { Balls } from "./markers";
import { palette } from "./palette";
import { gapAbout, type Picture } from "./picture";
import { Vehicles } from "./vehicles";
import { Waves } from "./waves";
import type { Bounds, Vec } from "./ways";
import { failed } from "../words";
import type { Orbit, Sight } from "./orbit";

const flash = 0.35; // seconds of the clock on the wall

/** The picture of one run. */
export class Half {
  readonly stage = new Stage();
  readonly labels: Labels;
  readonly chunks: Chunks;
  readonly vehicles: Vehicles;
  readonly waves: Waves;
  private ground: Ground;
  private readonly markers: Balls;
  private readonly box: Bounds;
  private wide: Bounds; // with the places of vehicles that have left the box
  private readonly base: Extent;
  private extent: Extent;
  private depths: Name[] = [];
  private readonly inWater: ShaderMaterial = pen(1e-3);
  private readonly anywhere: ShaderMaterial = pen();
  private readonly onTop: ShaderMaterial = pen(1e9, -1e9, false);
  private readonly names: Name[];
  private readonly here = pose();
  private readonly sun = new DirectionalLight(0xffffff, 2.2);
  private readonly picture: Picture;
  private shown = NaN; // the time that is drawn

  constructor(api: Pick<Api, "scene">, number: number, readonly run: Run, title: string, dark: boolean, changed: () => void) {
    const p = palette(dark);
    this.chunks = new Chunks(api, number, run, changed);
    this.labels = new Labels(title);
    this.box = things(run);
    this.wide = this.box;
    this.base = this.extent = extentOf(this.box, run);
    this.ground = new Ground(run, this.extent, p, this.anywhere);
    this.vehicles = new Vehicles(run, this.chunks, this.anywhere, p);
    this.waves = new Waves(run, this.chunks, (node, out) => this.where(node, out), this.inWater, this.onTop);
    const put = (from: InstancedMesh | null, to: InstancedMesh) => {
      if (from) this.stage.remove(from);
      this.stage.add(to);
    };
    this.markers = new Balls(put);
    this.sun.position.set(-0.5, -0.8, 1.4);
    this.stage.add(new AmbientLight(0xffffff, 1.25), this.sun, this.sun.target, this.ground.group, this.vehicles.group, this.waves.group);
    this.names = run.nodes.map(n => ({ text: n.name, at: [...n.at], rank: 0, gap: 9, strong: false, quiet: false, alarm: false }));
    this.picture = {
      t: 0, flash: 0, pixel: 1, eye: new Vector3(), ahead: new Vector3(), palette: p, enlarge: true, factor: 1, node: -1, selected: null,
    };
    this.paint(dark);
  }

  /** Takes the colours of a theme. */
  paint(dark: boolean): void {
    const p = this.picture.palette = palette(dark);
    this.stage.background = p.paper;
    this.vehicles.paint(p);
    this.labels.paint(p);
    this.lay();
  }

  /** Makes the ground again. */
  private lay(): void {
    this.stage.remove(this.ground.group);
    this.ground.dispose();
    const e = this.extent = extentOf(this.wide, this.run);
    this.inWater.uniforms.bottom.value = e.bed !== null && !this.run.water.floor ? e.bed - 1e-3 : -1e9;
    this.ground = new Ground(this.run, e, this.picture.palette, this.anywhere);
    this.depths = this.measured();
    this.stage.add(this.ground.group);
  }

  /** Writes where a node is at the time of the picture. */
  where(node: number, out: Vec): boolean {
    const n = this.run.nodes[node];
    if (!n) return false;
    if (!n.moves || !this.chunks.pose(node, this.picture.t, this.here)) {
      for (let i = 0; i < 3; i++) out[i] = n.at[i];
      return true;
    }
    for (let i = 0; i < 3; i++) out[i] = this.here.at[i];
    return true;
  }

  /** What the camera is about. */
  sight(v: Readonly<View>): Sight {
    this.picture.t = v.t;
    if (this.chunks.at(v.t)) this.grow();
    const nodes = this.run.nodes, moves = (i: number) => i >= 0 && i < nodes.length && nodes[i].moves;
    let chosen = moves(v.node) ? v.node : nodes.findIndex(n => n.moves && n.hull !== null);
    if (chosen < 0) chosen = nodes.findIndex(n => n.moves);
    const at: Vec = [0, 0, 0];
    if (chosen >= 0) this.where(chosen, at);
    const docks = this.run.docks, fixed = nodes.findIndex(n => !n.moves);
    let dock: Vec | null = docks.length > 0 ? docks[0].at : fixed >= 0 ? nodes[fixed].at : null;
    if (docks.length === 0 && v.node >= 0 && nodes[v.node] && !nodes[v.node].moves) dock = nodes[v.node].at;
    return {
      corners: corners(this.wide, this.extent), vehicle: chosen >= 0 ? at : null, dock, start: chosen >= 0 ? nodes[chosen].at : [1, 0, 0],
      length: chosen >= 0 ? this.vehicles.hullOf(chosen) : 0,
    };
  }

  /** Brings the picture to the time of a view, if what it needs is at hand. */
  update(v: Readonly<View>, orbit: Orbit, width: number, height: number): void {
    const { camera, distance } = orbit, p = this.picture, time = this.chunks.reach(v.t);
    p.pixel = 2 * Math.tan(camera.fov / 2 * Math.PI / 180) / Math.max(1, height);
    p.eye.copy(camera.position);
    camera.getWorldDirection(p.ahead);
    if (!Number.isNaN(time)) this.shown = time;
    p.t = Number.isNaN(this.shown) ? v.t : this.shown;
    p.flash = flash * v.rate;
    p.enlarge = v.scale === "visible";
    p.factor = p.enlarge ? this.vehicles.factor(p.pixel * distance, height) : 1;
    p.node = v.node;
    p.selected = v.selected;
    for (const m of [this.inWater, this.anywhere, this.onTop]) m.uniforms.pixel.value = p.pixel;
    const about = this.ground.about;
    this.ground.open(orbit.docked);
    this.vehicles.update(p, about);
    this.waves.update(p, about, camera.quaternion);
    this.nodes(p, about);
    this.words(camera, p, distance, width, height, Math.abs(v.t - this.shown) < 1);
  }

  /** Makes the ground so wide that all vehicles are above it, in steps, so that it is seldom made again and depends on this time only. */
  private grow(): void {
    const b: Bounds = { low: [...this.box.low], high: [...this.box.high] }, at: Vec = [0, 0, 0];
    this.run.nodes.forEach((n, i) => {
      if (!n.moves || !this.where(i, at)) return;
      for (let k = 0; k < 3; k++) {
        const step = (k < 2 ? 4 : 1) * this.base.step;
        if (at[k] < b.low[k]) b.low[k] = this.box.low[k] - Math.ceil((this.box.low[k] - at[k]) / step) * step;
        if (at[k] > b.high[k]) b.high[k] = this.box.high[k] + Math.ceil((at[k] - this.box.high[k]) / step) * step;
      }
    });
    b.high[2] = Math.min(b.high[2], Math.max(0, this.box.high[2]));
    const same = (x: number, y: number) => Math.abs(x - y) <= 1e-9 * this.base.step;
    if (b.low.every((x, k) => same(x, this.wide.low[k])) && b.high.every((x, k) => same(x, this.wide.high[k]))) return;
    this.wide = b;
    this.lay();
  }

  private nodes(p: Picture, about: Readonly<Vec>): void {
    this.markers.clear(about);
    this.run.nodes.forEach((n, i) => {
      if (n.moves || n.hull) return;
      const dock = this.run.docks.some(d => d.node === i);
      this.markers.add(p, n.at, i === p.node || dock ? 6.5 : 4.6, i === p.node ? p.palette.ink : dock ? p.palette.dock : p.palette.node);
    });
    this.markers.flush();
  }

  private words(camera: PerspectiveCamera, p: Picture, distance: number, width: number, height: number, there: boolean): void {
    const at: Vec = [0, 0, 0];
    this.run.nodes.forEach((n, i) => {
      const name = this.names[i];
      this.where(i, at);
      for (let k = 0; k < 3; k++) name.at[k] = at[k];
      const broken = failed(this.run.failures, i, p.t);
      name.text = broken.length > 0 ? `${n.name}, failed: ${broken.join(", ")}` : n.name;
      name.alarm = broken.length > 0;
      name.strong = i === p.node;
      name.rank = (i === p.node ? 8 : 0) + (name.alarm ? 16 : 0) + (n.hull ? 4 : n.moves ? 2 : 1) + (this.run.docks.some(d => d.node === i) ? 3 : 0);
      name.gap = gapAbout(p, n.hull, at);
    });
    this.labels.set(this.names.concat(this.depths), camera, width, height, this.run.nodes.length);
    const notes: string[] = [];
    if (this.run.nodes.some(n => n.hull)) notes.push(p.factor > 1 ? `vehicles drawn ${p.factor} times as large` : "vehicles to scale");
    if (this.vehicles.ghosts > 0) notes.push("outlined: where the vehicle believes it is");
    if (this.chunks.at(p.t)?.data.partial) notes.push("more frames are in the water than are shown");
    if (this.chunks.trouble) notes.push(this.chunks.trouble);
    else if (!there) notes.push("waiting for data");
    this.labels.frame(camera, width, p.pixel * distance, notes.join("; "), width > 300);
  }

  /** Words at a corner of the ground that tell how deep it is. A grid that stands for a bed must not be taken for one. */
  private measured(): Name[] {
    const e = this.extent, x = e.low[0], y = e.high[1], floor = this.ground.floorAt(x, y);
    const word = (text: string, z: number): Name => ({ text, at: [x, y, z], rank: -1, gap: 6, strong: false, quiet: true, alarm: false });
    const deep = (z: number) => `${Number((-z).toPrecision(3))} m`, out = [word("surface", 0)];
    if (e.level !== null && e.level < 0) out.push(word(`grid at ${deep(e.level)}${e.bed === null ? ", no bed given" : ""}`, e.level));
    if (e.bed !== null && floor < 0) out.push(word(`bed, ${deep(floor)}`, floor));
    return out;
  }

  dispose(): void {
    for (const part of [this.ground, this.vehicles, this.waves, this.markers, this.inWater, this.anywhere, this.onTop]) part.dispose();
    this.labels.element.remove();
  }
}

