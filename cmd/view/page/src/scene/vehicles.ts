// Vehicles: hulls with their attitude, what their programs believe where that differs, and the way of the last seconds.

import {
  BufferGeometry, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Quaternion, Vector3, type Color, type ShaderMaterial,
} from "three";
import type { NodeMeta, Run } from "../api";
import { pose, trail, type Chunks } from "./chunks";
import { arrow, hullShape, join } from "./hulls";
import { Pieces } from "./lines";
import { type Palette } from "./palette";
import { pixelAt, type Picture } from "./picture";
import { enlargement, lastBefore, roundBelow, type Vec } from "./ways";

/** A vehicle as it is drawn. */
export interface Drawn { node: number; position: number[]; quaternion: number[] }

const pieces = 160; // of one trail, at most

interface Vehicle { node: number; hull: number; body: Mesh; ghost: LineSegments | null; length: number }

/** The vehicles of a run. */
export class Vehicles {
  readonly group = new Group();
  private readonly list: Vehicle[] = [];
  private readonly trails: Pieces;
  private readonly shapes: { hull: NodeMeta["hull"]; shape: BufferGeometry; edges: BufferGeometry | null }[] = [];
  private readonly solid = new MeshLambertMaterial({ vertexColors: true });
  private readonly outline = new LineBasicMaterial();
  private readonly now = pose();
  private readonly tone: Color;
  private readonly longest: number; // hull, m
  private readonly most: number; // factor
  /** How many vehicles are believed to be elsewhere than they are. */
  ghosts = 0;

  constructor(run: Run, private readonly chunks: Chunks, material: ShaderMaterial, p: Palette) {
    this.tone = p.trail.clone();
    this.trails = new Pieces(material);
    this.group.add(this.trails.mesh);
    run.nodes.forEach((n, node) => {
      if (!n.moves && !n.hull) return;
      const of = this.shape(n.hull, p), body = new Mesh(this.shapes[of].shape, this.solid);
      body.name = n.name;
      body.position.set(...n.at);
      body.quaternion.set(n.attitude[1], n.attitude[2], n.attitude[3], n.attitude[0]);
      this.list.push({ node, hull: of, body, ghost: null, length: n.hull?.length ?? 0 });
      this.group.add(body);
    });
    this.longest = this.list.reduce((l, v) => Math.max(l, v.length), 0);
    this.most = Math.max(1, roundBelow(0.8 * closest(run) / (this.longest || 1)));
    this.paint(p);
  }

  /** Number of the shape of a hull; equal hulls share one. */
  private shape(hull: NodeMeta["hull"], p: Palette): number {
    const same = this.shapes.findIndex(s => JSON.stringify(s.hull) === JSON.stringify(hull));
    if (same >= 0) return same;
    return this.shapes.push({ hull, shape: shapeOf(hull, p), edges: null }) - 1;
  }

  /** Takes the colours of a theme. */
  paint(p: Palette): void {
    this.outline.color.copy(p.belief);
    for (const [i, s] of this.shapes.entries()) {
      s.shape.dispose();
      s.shape = shapeOf(s.hull, p);
      for (const v of this.list) if (v.hull === i) v.body.geometry = s.shape;
    }
  }

  /** The factor with which the longest hull takes a twentieth of the height of a picture, where it is looked at; with less where vehicles
   *  that lie side by side at the start would grow into each other. */
  factor(pixelAtTarget: number, height: number): number {
    if (this.longest <= 0) return 1;
    return Math.min(this.most, enlargement(this.longest, pixelAtTarget, Math.min(34, Math.max(16, 0.055 * height))));
  }

  /** The lengths of the hulls, 0 for none. */
  hullOf(node: number): number { return this.list.find(v => v.node === node)?.length ?? 0; }

  update(p: Picture, about: Readonly<Vec>): void {
    this.trails.clear(about);
    this.ghosts = 0;
    for (const v of this.list) {
      const known = this.chunks.pose(v.node, p.t, this.now);
      if (known) {
        v.body.position.set(...this.now.at);
        v.body.quaternion.set(this.now.attitude[1], this.now.attitude[2], this.now.attitude[3], this.now.attitude[0]);
      }
      const at = this.now.at;
      if (!known) v.body.position.toArray(at);
      // What has no hull is an arrowhead of some pixels.
      const scale = v.length > 0 ? p.factor : 15 * pixelAt(p, at);
      v.body.scale.setScalar(scale);
      v.body.updateMatrixWorld();
      this.believe(v, known && this.now.believed, scale, p);
      this.follow(v.node, p, at);
    }
    this.trails.flush();
  }

  /** Draws where a vehicle is believed to be, if that can be told from where it is. */
  private believe(v: Vehicle, believed: boolean, scale: number, p: Picture): void {
    const { at, attitude, beliefAt, belief } = this.now;
    let differs = false;
    if (believed) {
      const far = Math.hypot(at[0] - beliefAt[0], at[1] - beliefAt[1], at[2] - beliefAt[2]);
      const dot = Math.abs(attitude[0] * belief[0] + attitude[1] * belief[1] + attitude[2] * belief[2] + attitude[3] * belief[3]);
      differs = far > Math.max(1e-3, pixelAt(p, at)) || 2 * Math.acos(Math.min(1, dot)) > 0.01;
    }
    if (!differs) {
      if (v.ghost) v.ghost.visible = false;
      return;
    }
    this.ghosts++;
    if (!v.ghost) {
      const s = this.shapes[v.hull];
      s.edges ??= outlineOf(s.hull, p.palette);
      v.ghost = new LineSegments(s.edges, this.outline);
      this.group.add(v.ghost);
    }
    v.ghost.visible = true;
    v.ghost.position.set(...beliefAt);
    v.ghost.quaternion.set(belief[1], belief[2], belief[3], belief[0]);
    v.ghost.scale.setScalar(scale);
    this.trails.add(at, beliefAt, p.palette.belief, 1.2);
  }

  /** Draws the way of the last seconds, which fades into the paper. */
  private follow(node: number, p: Picture, at: ArrayLike<number>): void {
    const step = Math.max(trail / pieces, 1e-3), last = scratch;
    let had = false;
    this.chunks.behind(p.t, c => {
      const rows = c.rows.get(node), times = c.times.get(node), q = c.data.poses;
      if (!rows || !times) return;
      let due = -Infinity;
      for (let i = Math.max(0, lastBefore(times, 0, times.length, p.t - trail)); i < rows.length && times[i] <= p.t; i++) {
        const t = times[i], r = rows[i], cell = Math.floor(t / step);
        if (t < p.t - trail || t < c.from || cell <= due) continue;
        due = cell;
        if (had) this.piece(last, q.x[r], q.y[r], q.z[r], (p.t - t) / trail, p);
        last[0] = q.x[r]; last[1] = q.y[r]; last[2] = q.z[r];
        had = true;
      }
    });
    if (had) this.piece(last, at[0], at[1], at[2], 0, p);
  }

  private piece(from: number[], x: number, y: number, z: number, age: number, p: Picture): void {
    end[0] = x; end[1] = y; end[2] = z;
    this.tone.copy(p.palette.trail).lerp(p.palette.paper, 0.85 * age);
    this.trails.add(from, end, this.tone, 1.8);
  }

  /** Reads back where vehicles are drawn, from the matrices of their objects. */
  drawn(): Drawn[] {
    const at = new Vector3(), turned = new Quaternion(), size = new Vector3();
    return this.list.map(v => {
      v.body.matrixWorld.decompose(at, turned, size);
      return { node: v.node, position: at.toArray(), quaternion: [turned.w, turned.x, turned.y, turned.z] };
    });
  }

  dispose(): void {
    for (const s of this.shapes) { s.shape.dispose(); s.edges?.dispose(); }
    this.trails.dispose();
    this.solid.dispose();
    this.outline.dispose();
  }
}

const scratch = [0, 0, 0], end = [0, 0, 0];

/** The least distance between two vehicles at the start, m. */
function closest(run: Run): number {
  const hulls = run.nodes.filter(n => n.hull);
  let least = 1e6;
  hulls.forEach((a, i) => hulls.slice(0, i).forEach(b => {
    const d = Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]);
    if (d > 0) least = Math.min(least, d);
  }));
  return least;
}

/** The edges of a hull. A round one is given six sides, because it has none that are seen. */
function outlineOf(hull: NodeMeta["hull"], p: Palette): BufferGeometry {
  const shape = hull ? hullShape(hull, p, 6) : shapeOf(hull, p), edges = new EdgesGeometry(shape, 40);
  shape.dispose();
  return edges;
}

function shapeOf(hull: NodeMeta["hull"], p: Palette): BufferGeometry {
  return hull ? hullShape(hull, p) : join([{ shape: arrow(), colour: p.hull }]);
}
