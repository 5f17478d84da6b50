// What stands still: the surface and the bed, obstacles, docks, planned paths, and a line from each node down to the bed.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  PlaneGeometry, Vector3, type Material, type Object3D, type ShaderMaterial,
} from "three";
import type { Run } from "../api";
import type { Extent } from "./extent";
import { Pieces } from "./lines";
import type { Palette } from "./palette";
import { dockShape, obstacleShape } from "./solids";
import { floorAt, mix, type Vec } from "./ways";

const cells = 96; // of the bed along each side

/** The still parts of a picture. It is made again when the theme or the extent changes, which is seldom. */
export class Ground {
  readonly group = new Group();
  /** A place in the middle, to which all is relative that single precision has to hold. */
  readonly about: Vec;
  private readonly stems: Pieces;
  private readonly dock = new MeshLambertMaterial({ side: DoubleSide });
  private readonly dockEdges = new LineBasicMaterial();
  private readonly docks: [Mesh, LineSegments][] = [];

  constructor(private readonly run: Run, private readonly extent: Extent, private readonly p: Palette, line: ShaderMaterial) {
    const e = extent;
    this.about = [(e.low[0] + e.high[0]) / 2, (e.low[1] + e.high[1]) / 2, (e.level ?? e.bed ?? 0) / 2];
    this.group.position.set(...this.about);
    this.dock.color.copy(p.dock);
    this.dockEdges.color.copy(p.dock);
    this.surface();
    this.bed();
    this.things();
    this.stems = new Pieces(line);
    this.paths();
  }

  /** The height of the bed at a place, or of the level where the scenario has none. */
  floorAt(x: number, y: number): number {
    const f = this.run.water.floor;
    return f && f.x.length > 0 && f.y.length > 0 ? floorAt(f, x, y) : this.extent.bed ?? this.extent.level ?? 0;
  }

  private surface(): void {
    const e = this.extent;
    this.lines(grid(e, this.about, () => 0), this.p.surface);
    const edges: number[] = [];
    for (const x of [e.low[0], e.high[0]]) {
      for (const y of [e.low[1], e.high[1]]) {
        for (const z of [0, this.floorAt(x, y)]) edges.push(x - this.about[0], y - this.about[1], z - this.about[2]);
      }
    }
    this.lines(edges, this.p.surface);
  }

  /** The bed is a face with a grid; the level is a grid only. */
  private bed(): void {
    const e = this.extent, lift = 1e-3 * e.step;
    const level = e.level;
    if (level !== null) this.lines(grid(e, this.about, () => level), this.p.stem, 0.55);
    if (e.bed === null) return;
    const flat = this.run.water.floor === null, n = flat ? 1 : cells;
    const g = new PlaneGeometry(e.high[0] - e.low[0], e.high[1] - e.low[1], n, n), at = g.getAttribute("position");
    for (let i = 0; i < at.count; i++) at.setZ(i, this.floorAt(at.getX(i) + this.about[0], at.getY(i) + this.about[1]) - this.about[2]);
    if (!flat) shade(g, this.p);
    g.computeVertexNormals();
    const face = { side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 };
    this.add(new Mesh(g, flat ? new MeshBasicMaterial({ ...face, color: this.p.bed }) : new MeshLambertMaterial({ ...face, vertexColors: true })));
    this.lines(grid(e, this.about, (x, y) => this.floorAt(x, y) + lift, flat ? 1 : cells), this.p.bedLine);
  }

  private things(): void {
    const about = new Vector3(...this.about);
    for (const o of this.run.obstacles) {
      const g = obstacleShape(o, about);
      if (g) this.add(new Mesh(g, new MeshLambertMaterial({ color: this.p.obstacle, side: DoubleSide })));
    }
    for (const d of this.run.docks) {
      const g = dockShape(d, about);
      const edges = dockShape(d, about, 12);
      if (!g || !edges) continue;
      const outline = new LineSegments(new EdgesGeometry(edges, 20), this.dockEdges);
      edges.dispose();
      this.docks.push([new Mesh(g, this.dock), outline]);
      for (const o of this.docks.at(-1)!) this.add(o);
    }
  }

  /** Planned paths, and a line from each node down to the bed, by which its place is seen. */
  private paths(): void {
    this.stems.clear(this.about);
    for (const path of this.run.paths) {
      path.points.slice(1).forEach((to, i) => {
        const from = path.points[i];
        this.stems.add(from, to, this.p.path, 1.2, dashes(from, to, this.extent.step));
      });
    }
    for (const n of this.run.nodes) {
      if (n.moves) continue;
      const foot: Vec = [n.at[0], n.at[1], this.extent.level ?? this.floorAt(n.at[0], n.at[1])];
      this.stems.add(n.at, foot, this.p.stem, 1.2);
      const arm = 0.06 * this.extent.step;
      this.stems.add([foot[0] - arm, foot[1], foot[2]], [foot[0] + arm, foot[1], foot[2]], this.p.stem, 1.2);
      this.stems.add([foot[0], foot[1] - arm, foot[2]], [foot[0], foot[1] + arm, foot[2]], this.p.stem, 1.2);
    }
    this.stems.flush();
    this.stems.mesh.position.set(0, 0, 0); // within the group, which is there already
    this.group.add(this.stems.mesh);
  }

  /** Lets those who look from the dock see through it. */
  open(on: boolean): void {
    for (const [face, edges] of this.docks) {
      face.visible = !on;
      edges.visible = on;
    }
  }

  private lines(points: number[], colour: Color, part = 1): void {
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    this.add(new LineSegments(g, new LineBasicMaterial({ color: this.p.paper.clone().lerp(colour, part) })));
  }

  private add(o: Object3D): void {
    o.frustumCulled = false;
    this.group.add(o);
  }

  dispose(): void {
    for (const o of this.group.children) {
      if (o === this.stems.mesh) continue;
      (o as Mesh).geometry.dispose();
      ((o as Mesh).material as Material).dispose();
    }
    this.stems.dispose();
  }
}

/** How often a dashed line from a to b changes, about twice in a cell of the grid. */
function dashes(a: Vec, b: Vec, step: number): number {
  return Math.max(1, Math.round(3 * Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / step));
}

/** The lines of a grid over an extent, in pieces so many that they follow the height. */
function grid(e: Extent, about: Readonly<Vec>, height: (x: number, y: number) => number, parts = 1): number[] {
  const out: number[] = [];
  const line = (x0: number, y0: number, x1: number, y1: number) => {
    for (let i = 0; i < parts; i++) {
      for (const s of [i / parts, (i + 1) / parts]) {
        const x = mix(x0, x1, s), y = mix(y0, y1, s);
        out.push(x - about[0], y - about[1], height(x, y) - about[2]);
      }
    }
  };
  for (let x = e.low[0]; x <= e.high[0] + 0.01 * e.step; x += e.step) line(x, e.low[1], x, e.high[1]);
  for (let y = e.low[1]; y <= e.high[1] + 0.01 * e.step; y += e.step) line(e.low[0], y, e.high[0], y);
  return out;
}

/** Colours a bed by its height. */
function shade(g: BufferGeometry, p: Palette): void {
  const at = g.getAttribute("position"), colours = new Float32Array(3 * at.count), c = new Color();
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < at.count; i++) { low = Math.min(low, at.getZ(i)); high = Math.max(high, at.getZ(i)); }
  for (let i = 0; i < at.count; i++) {
    c.copy(p.deep).lerp(p.shallow, high > low ? (at.getZ(i) - low) / (high - low) : 0.5).toArray(colours, 3 * i);
  }
  g.setAttribute("color", new BufferAttribute(colours, 3));
}
