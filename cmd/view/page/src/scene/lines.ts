// Lines of a width in pixels: WebGL draws lines of one pixel only. Each is a ribbon that faces the camera, made by the vertex shader, so that
// one call draws many lines of any width. Nothing is allocated from one picture to the next but where more lines than ever are shown.

import {
  BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, Mesh, ShaderMaterial, Vector3, type Color, type Matrix4,
} from "three";
import type { Vec } from "./ways";

const vertex = `
attribute vec3 along;
attribute float side;
attribute float turn;
attribute vec3 tint;
attribute vec2 pen; // width in pixels, dashes
uniform float pixel; // length that a pixel shows, at a distance of 1
varying vec3 vTint;
varying float vDash;
varying float vHeight;
void main() {
#ifdef USE_INSTANCING
  mat4 place = modelMatrix * instanceMatrix;
#else
  mat4 place = modelMatrix;
#endif
  vec4 world = place * vec4(position, 1.0);
  vec4 seen = viewMatrix * world;
  vec3 way = mat3(viewMatrix) * (mat3(place) * along);
  vec3 across = cross(way, seen.xyz);
  float norm = length(across);
  if (norm > 0.0) seen.xyz += across / norm * side * 0.5 * pen.x * pixel * abs(seen.z);
  gl_Position = projectionMatrix * seen;
  vTint = tint;
  vDash = pen.y > 0.0 ? turn * pen.y : -1.0;
  vHeight = world.z;
}`;

const fragment = `
uniform float top;
uniform float bottom;
varying vec3 vTint;
varying float vDash;
varying float vHeight;
void main() {
  if (vHeight > top || vHeight < bottom) discard;
  if (vDash >= 0.0 && fract(vDash) > 0.5) discard;
  gl_FragColor = vec4(vTint, 1.0);
  #include <colorspace_fragment>
}`;

/** The material of all lines of a picture. What is above top or below bottom, m, is not drawn, because sound stays in the water; what is
 *  behind other things is hidden or not. */
export function pen(top = 1e9, bottom = -1e9, hidden = true): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: vertex, fragmentShader: fragment, side: DoubleSide, depthTest: hidden,
    uniforms: { pixel: { value: 1e-3 }, top: { value: top }, bottom: { value: bottom } },
  });
}

const points = 128; // of a circle

/** Circles of radius 1: a horizontal one, and where there are three two upright ones. */
export function circles(planes: 1 | 3): BufferGeometry {
  const position: number[] = [], along: number[] = [], side: number[] = [], turn: number[] = [], index: number[] = [];
  for (let plane = 0; plane < planes; plane++) {
    for (let i = 0; i <= points; i++) {
      const a = 2 * Math.PI * i / points, c = Math.cos(a), s = Math.sin(a);
      const at = [[c, s, 0], [c, 0, s], [0, c, s]][plane], way = [[-s, c, 0], [-s, 0, c], [0, -s, c]][plane];
      for (const edge of [-1, 1]) {
        position.push(...at); along.push(...way); side.push(edge); turn.push(i / points);
      }
      if (i < points) {
        const k = 2 * (plane * (points + 1) + i);
        index.push(k, k + 1, k + 2, k + 2, k + 1, k + 3);
      }
    }
  }
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  g.setAttribute("along", new BufferAttribute(new Float32Array(along), 3));
  g.setAttribute("side", new BufferAttribute(new Float32Array(side), 1));
  g.setAttribute("turn", new BufferAttribute(new Float32Array(turn), 1));
  g.setIndex(index);
  g.computeBoundingSphere();
  return g;
}

/** Circles, or balls told by three of them, each about a place: shells of sound, and rings about receivers. */
export class Circles {
  mesh: InstancedMesh;
  private room = 64;

  /** Tells changed of each mesh that takes the place of another one, because more are shown than ever. */
  constructor(
    private readonly shape: BufferGeometry, private readonly material: ShaderMaterial,
    private readonly changed: (from: InstancedMesh | null, to: InstancedMesh) => void,
  ) {
    this.mesh = this.make();
    changed(null, this.mesh);
  }

  private make(): InstancedMesh {
    const g = new BufferGeometry().copy(this.shape), mesh = new InstancedMesh(g, this.material, this.room);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    g.setAttribute("tint", new InstancedBufferAttribute(new Float32Array(3 * this.room), 3).setUsage(DynamicDrawUsage));
    g.setAttribute("pen", new InstancedBufferAttribute(new Float32Array(2 * this.room), 2).setUsage(DynamicDrawUsage));
    mesh.frustumCulled = false;
    mesh.count = 0;
    return mesh;
  }

  /** Takes all away; those that follow are kept relative to a place. */
  clear(about: Readonly<Vec>): void {
    this.mesh.count = 0;
    this.mesh.position.set(...about);
  }

  /** Adds one. The matrix says where it is, relative to the mesh, and its scale is the radius. */
  add(at: Matrix4, tint: Color, width: number, dashes: number): void {
    const i = this.mesh.count;
    if (i === this.room) this.grow();
    const g = this.mesh.geometry;
    this.mesh.setMatrixAt(i, at);
    g.getAttribute("tint").setXYZ(i, tint.r, tint.g, tint.b);
    g.getAttribute("pen").setXY(i, width, dashes);
    this.mesh.count = i + 1;
  }

  /** Hands what was added to the next picture. */
  flush(): void {
    this.mesh.visible = this.mesh.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.geometry.getAttribute("tint").needsUpdate = true;
    this.mesh.geometry.getAttribute("pen").needsUpdate = true;
    this.mesh.updateMatrixWorld();
  }

  private grow(): void {
    const old = this.mesh;
    this.room *= 2;
    this.mesh = this.make();
    this.mesh.position.copy(old.position);
    this.mesh.renderOrder = old.renderOrder;
    (this.mesh.instanceMatrix.array as Float32Array).set(old.instanceMatrix.array);
    for (const name of ["tint", "pen"]) (this.mesh.geometry.getAttribute(name).array as Float32Array).set(old.geometry.getAttribute(name).array);
    this.mesh.count = old.count;
    this.changed(old, this.mesh);
    old.geometry.dispose();
    old.dispose();
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.dispose();
    this.shape.dispose();
  }
}

/** Straight pieces of lines, relative to a place that is near them, so that single precision suffices. */
export class Pieces {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private room = 0;
  private count = 0;
  private readonly place = new Vector3();

  constructor(material: ShaderMaterial) {
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.reserve(256);
  }

  /** Takes all pieces away. Those that follow are given in world coordinates and kept relative to a place. */
  clear(about: Readonly<Vec>): void {
    this.count = 0;
    this.place.set(...about);
    this.mesh.position.copy(this.place);
  }

  /** Adds a piece from a to b. */
  add(a: ArrayLike<number>, b: ArrayLike<number>, tint: Color, width: number, dashes = 0): void {
    if (this.count === this.room) this.reserve(2 * this.room);
    const dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2], g = this.mesh.geometry.attributes;
    for (let k = 0; k < 4; k++) {
      const i = 4 * this.count + k, end = k < 2 ? a : b;
      g.position.setXYZ(i, end[0] - this.place.x, end[1] - this.place.y, end[2] - this.place.z);
      g.along.setXYZ(i, dx, dy, dz);
      g.tint.setXYZ(i, tint.r, tint.g, tint.b);
      g.pen.setXY(i, width, dashes);
    }
    this.count++;
  }

  /** Hands what was added to the next picture. */
  flush(): void {
    const g = this.mesh.geometry;
    this.mesh.visible = this.count > 0;
    g.setDrawRange(0, 6 * this.count);
    for (const name of ["position", "along", "tint", "pen"]) {
      const a = g.getAttribute(name) as BufferAttribute;
      a.clearUpdateRanges();
      a.addUpdateRange(0, 4 * this.count * a.itemSize);
      a.needsUpdate = true;
    }
  }

  private reserve(room: number): void {
    const old = this.mesh.geometry, g = new BufferGeometry(), side = new Float32Array(4 * room), turn = new Float32Array(4 * room);
    const index = new Uint32Array(6 * room);
    for (let i = 0; i < room; i++) {
      side.set([-1, 1, -1, 1], 4 * i);
      turn.set([0, 0, 1, 1], 4 * i);
      index.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 2, 4 * i + 1, 4 * i + 3], 6 * i);
    }
    for (const [name, size] of [["position", 3], ["along", 3], ["tint", 3], ["pen", 2]] as const) {
      const array = new Float32Array(4 * room * size);
      if (this.room > 0) array.set(old.getAttribute(name).array);
      g.setAttribute(name, new BufferAttribute(array, size).setUsage(DynamicDrawUsage));
    }
    g.setAttribute("side", new BufferAttribute(side, 1));
    g.setAttribute("turn", new BufferAttribute(turn, 1));
    g.setIndex(new BufferAttribute(index, 1));
    this.mesh.geometry = g;
    old.dispose();
    this.room = room;
  }

  dispose(): void { this.mesh.geometry.dispose(); }
}
