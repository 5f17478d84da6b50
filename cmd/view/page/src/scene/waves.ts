// Frames in flight: shells where sound has one speed, fronts on chords where it has not, flashes of radio, and what receivers get.

import { Color, Group, Matrix4, Quaternion, Vector3, type InstancedMesh, type ShaderMaterial } from "three";
import { Sent, type Arrivals, type LinkMeta, type Run } from "../api";
import type { FrameName } from "../store";
import type { Chunk, Chunks } from "./chunks";
import { Circles, circles, Pieces } from "./lines";
import { Balls } from "./markers";
import { gapAbout, pixelAt, type Picture, type Where } from "./picture";
import { frontRadius, mix, onChord, tailRadius, type Vec } from "./ways";

/** A shell as it is drawn: radii of its front and of its tail, m. */
export interface Shell { link: number; number: number; radius: number; tail: number }
/** A front on its way to a receiver as it is drawn. */
export interface Front { link: number; number: number; node: number; position: number[] }

const light = 1e5; // m/s; what is faster than this is radio

/** How frames of a link are drawn: sound of one speed as shells, sound along rays as fronts on chords, radio as flashes. */
export function mannerOf(l: LinkMeta): "shell" | "chord" | "flash" {
  if ((l.medium !== "acoustic" && l.medium !== "rays") || l.speed > light) return "flash";
  return l.speed > 0 ? "shell" : "chord";
}

/** The frames of a run that are in the water at a time. */
export class Waves {
  readonly group = new Group();
  private readonly fronts: Circles;
  private readonly tails: Circles;
  private readonly lines: Pieces;
  private readonly points: Balls;
  private readonly rings: Circles;
  private readonly shellNames: FrameName[] = []; // of fronts
  private readonly tailNames: FrameName[] = [];
  private readonly named: { link: number; number: number; node: number }[] = [];
  private readonly manners: ("shell" | "chord" | "flash")[];
  private readonly facing = new Quaternion();
  private readonly matrix = new Matrix4();
  private readonly at = new Vector3();
  private readonly size = new Vector3();

  constructor(private readonly run: Run, private readonly chunks: Chunks, private readonly where: Where, inWater: ShaderMaterial, onTop: ShaderMaterial) {
    const put = (from: InstancedMesh | null, to: InstancedMesh) => {
      if (from) this.group.remove(from);
      this.group.add(to);
    };
    this.fronts = new Circles(circles(3), inWater, put);
    this.tails = new Circles(circles(3), inWater, put);
    this.lines = new Pieces(inWater);
    this.points = new Balls(put);
    this.rings = new Circles(circles(1), onTop, put);
    this.rings.mesh.renderOrder = 2;
    this.group.add(this.lines.mesh);
    this.manners = run.links.map(mannerOf);
  }

  update(p: Picture, about: Readonly<Vec>, facing: Quaternion): void {
    this.facing.copy(facing);
    for (const part of [this.fronts, this.tails, this.lines, this.points, this.rings]) part.clear(about);
    this.shellNames.length = this.tailNames.length = this.named.length = 0;
    const c = this.chunks.at(p.t);
    if (c) {
      this.framesOf(c, p, about);
      this.arrivalsOf(c, p, about, -Infinity);
      const before = c.from > 0 && p.t - p.flash < c.from ? this.chunks.at(c.from - 1e-9) : null;
      if (before && before !== c) this.arrivalsOf(before, p, about, c.from);
    }
    for (const part of [this.fronts, this.tails, this.lines, this.points, this.rings]) part.flush();
  }

  /** Adds the shells of the frames that are under way, until the last arrival has ended, and a ring about who is sending. */
  private framesOf(c: Chunk, p: Picture, about: Readonly<Vec>): void {
    const s = c.data.sends, end = Math.min(c.to, this.run.duration);
    for (let i = 0; i < s.rows; i++) {
      const start = s.start[i], link = s.link[i], last = Number.isNaN(s.last[i]) ? end : Math.max(s.last[i], start + s.airtime[i]);
      if (p.t < start || p.t > last) continue;
      if (p.t <= start + s.airtime[i] && this.where(s.node[i], there)) {
        this.ring(p, about, gapAbout(p, this.run.nodes[s.node[i]].hull, there), p.palette.of[Sent], 2);
      }
      if (this.manners[link] !== "shell") continue;
      const speed = this.run.links[link].speed, number = s.number[i], colour = p.palette.of[c.classOf[i]];
      const chosen = p.selected !== null && p.selected.link === link && p.selected.number === number;
      this.at.set(s.x[i] - about[0], s.y[i] - about[1], s.z[i] - about[2]);
      const front = frontRadius(speed, start, p.t), tail = tailRadius(speed, start, s.airtime[i], p.t);
      this.matrix.compose(this.at, straight, this.size.setScalar(front));
      this.fronts.add(this.matrix, colour, chosen ? 3.6 : 2, 0);
      this.shellNames.push({ link, number });
      if (tail > 0) {
        this.matrix.compose(this.at, straight, this.size.setScalar(tail));
        this.tails.add(this.matrix, colour, chosen ? 2 : 1.2, 64);
        this.tailNames.push({ link, number });
      }
    }
  }

  /** Adds what is on its way to receivers along chords, and what receivers get and got. Of a chunk that is past, only what ended before until. */
  private arrivalsOf(c: Chunk, p: Picture, about: Readonly<Vec>, until: number): void {
    const a = c.data.arrivals, s = c.data.sends;
    for (let i = 0; i < a.rows; i++) {
      if (until > -Infinity && !(a.ended[i] < until)) continue;
      const k = c.sendOf[i], began = a.began[i];
      const ended = Number.isNaN(a.ended[i]) ? (k >= 0 ? began + s.airtime[k] : Infinity) : a.ended[i];
      if (p.t < began - a.delay[i] || p.t > ended + p.flash || !this.where(a.node[i], there)) continue;
      const manner = this.manners[a.link[i]];
      if (k >= 0) {
        from[0] = s.x[k]; from[1] = s.y[k]; from[2] = s.z[k];
        if (manner === "shell") this.wayOf(a, i, p);
        else if (manner === "flash") this.flashOf(a, i, p, ended);
        else if (p.t <= ended) this.chordOf(a, i, p, ended);
      }
      this.receiverOf(a, i, p, about, ended);
    }
  }

  /** A ring about a receiver: thin while something arrives there, then one that spreads and fades. */
  private receiverOf(a: Arrivals, i: number, p: Picture, about: Readonly<Vec>, ended: number): void {
    if (p.t < a.began[i] || a.class[i] >= p.palette.of.length) return;
    const colour = p.palette.of[a.class[i]], gap = gapAbout(p, this.run.nodes[a.node[i]].hull, there);
    const part = p.t <= ended ? -1 : (p.t - ended) / p.flash;
    if (part >= 1) return;
    tone.copy(colour).lerp(p.palette.paper, Math.max(0, 0.6 * part));
    this.ring(p, about, part < 0 ? gap : gap + mix(2, 9, part), tone, part < 0 ? 2 : 4);
  }

  /** A ring of a radius in pixels about the place that was looked up last. */
  private ring(p: Picture, about: Readonly<Vec>, radius: number, colour: Color, width: number): void {
    this.at.set(there[0] - about[0], there[1] - about[1], there[2] - about[2]);
    this.rings.add(this.matrix.compose(this.at, this.facing, this.size.setScalar(radius * pixelAt(p, there))), colour, width, 0);
  }

  /** Radio is there at once: a line while it lasts, and paler for the time of a flash. */
  private flashOf(a: Arrivals, i: number, p: Picture, ended: number): void {
    tone.copy(p.palette.of[a.class[i]]);
    if (p.t > ended) tone.lerp(p.palette.paper, 0.4 + 0.5 * (p.t - ended) / p.flash);
    this.lines.add(from, there, tone, p.t <= ended ? 2.4 : 1.4);
  }

  /** The straight way of the selected frame to a receiver, thin. */
  private wayOf(a: Arrivals, i: number, p: Picture): void {
    if (p.selected === null || p.selected.link !== a.link[i] || p.selected.number !== a.number[i]) return;
    this.lines.add(from, there, tone.copy(p.palette.of[a.class[i]]).lerp(p.palette.paper, 0.35), 1.2);
  }

  /** What is on the chord to a receiver: its front is a point, and a line leads back to its tail. */
  private chordOf(a: Arrivals, i: number, p: Picture, ended: number): void {
    const front = onChord(p.t, a.began[i], a.delay[i]), tail = onChord(p.t, ended, a.delay[i]);
    const colour = p.palette.of[a.class[i]];
    const chosen = p.selected !== null && p.selected.link === a.link[i] && p.selected.number === a.number[i];
    for (let k = 0; k < 3; k++) {
      head[k] = mix(from[k], there[k], front);
      back[k] = mix(from[k], there[k], tail);
    }
    this.lines.add(back, head, colour, chosen ? 3.6 : 2);
    this.points.add(p, head, chosen ? 5.5 : 4, colour);
    this.named.push({ link: a.link[i], number: a.number[i], node: a.node[i] });
  }

  /** Reads back the radii that are drawn: the scale of the objects times the radius of their shape. */
  shells(): Shell[] {
    const tails = new Map<string, number>();
    this.tailNames.forEach((n, i) => tails.set(`${n.link}.${n.number}`, this.radius(this.tails, i)));
    return this.shellNames.map((n, i) => ({ ...n, radius: this.radius(this.fronts, i), tail: tails.get(`${n.link}.${n.number}`) ?? 0 }));
  }

  private radius(shells: Circles, i: number): number {
    shells.mesh.getMatrixAt(i, this.matrix);
    this.matrix.premultiply(shells.mesh.matrixWorld).decompose(this.at, turned, this.size);
    return this.size.x * (shells.mesh.geometry.boundingSphere?.radius ?? NaN);
  }

  /** Reads back where fronts on chords are drawn. */
  frontsDrawn(): Front[] {
    return this.named.map((n, i) => ({ ...n, position: this.points.place(i) }));
  }

  /** The frame whose front is drawn nearest to a place of the picture, and how many pixels it is from there. */
  nearest(toScreen: (at: Vector3) => boolean, x: number, y: number): { link: number; number: number; off: number } | null {
    let best: { link: number; number: number; off: number } | null = null;
    const near = (link: number, number: number) => {
      const off = Math.hypot(this.at.x - x, this.at.y - y);
      if (!best || off < best.off) best = { link, number, off };
    };
    this.shellNames.forEach((n, i) => {
      this.fronts.mesh.getMatrixAt(i, this.matrix);
      const shape = this.fronts.mesh.geometry.getAttribute("position");
      for (let k = 0; k < shape.count; k += 2) {
        this.at.fromBufferAttribute(shape, k).applyMatrix4(this.matrix).applyMatrix4(this.fronts.mesh.matrixWorld);
        if (this.at.z <= 0 && toScreen(this.at)) near(n.link, n.number);
      }
    });
    this.named.forEach((n, i) => {
      this.at.fromArray(this.points.place(i));
      if (toScreen(this.at)) near(n.link, n.number);
    });
    return best;
  }

  dispose(): void {
    for (const part of [this.fronts, this.tails, this.lines, this.points, this.rings]) part.dispose();
  }
}

const straight = new Quaternion(), turned = new Quaternion();
const there: Vec = [0, 0, 0], from: Vec = [0, 0, 0], head: Vec = [0, 0, 0], back: Vec = [0, 0, 0];
const tone = new Color();
