// Nodes that carry no vehicle, as balls of some pixels; rings about receivers where something arrives; and the points of fronts along rays.

import {
  BufferGeometry, Color, InstancedMesh, Matrix4, MeshBasicMaterial, MeshLambertMaterial, Quaternion, RingGeometry, SphereGeometry, Vector3, type Material,
} from "three";
import { pixelAt, type Picture } from "./picture";
import type { Vec } from "./ways";

/** Shapes of a size in pixels, drawn by one call. */
export class Markers {
  mesh: InstancedMesh;
  private room = 32;
  private readonly at = new Vector3();
  private readonly size = new Vector3();
  private readonly matrix = new Matrix4();
  private readonly about = new Vector3();

  constructor(private readonly shape: BufferGeometry, private readonly material: Material, private readonly changed: (from: InstancedMesh | null, to: InstancedMesh) => void) {
    this.mesh = this.make();
    changed(null, this.mesh);
  }

  private make(): InstancedMesh {
    const mesh = new InstancedMesh(this.shape, this.material, this.room);
    mesh.frustumCulled = false;
    mesh.count = 0;
    return mesh;
  }

  /** Takes all away; those that follow are kept relative to a place. */
  clear(about: Readonly<Vec>): void {
    this.mesh.count = 0;
    this.about.set(...about);
    this.mesh.position.copy(this.about);
  }

  /** Adds one of a radius in pixels at a place, turned as the camera or as the world is. */
  add(p: Picture, at: ArrayLike<number>, pixels: number, colour: Color, turned: Quaternion = straight): void {
    const i = this.mesh.count;
    if (i === this.room) this.grow();
    this.at.set(at[0] - this.about.x, at[1] - this.about.y, at[2] - this.about.z);
    this.size.setScalar(pixels * pixelAt(p, at));
    this.mesh.setMatrixAt(i, this.matrix.compose(this.at, turned, this.size));
    this.mesh.setColorAt(i, colour);
    this.mesh.count = i + 1;
  }

  /** Hands what was added to the next picture. */
  flush(): void {
    this.mesh.visible = this.mesh.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    this.mesh.updateMatrixWorld();
  }

  /** Reads back where one is drawn, in the world. */
  place(i: number): number[] {
    this.mesh.getMatrixAt(i, this.matrix);
    return this.at.setFromMatrixPosition(this.matrix).applyMatrix4(this.mesh.matrixWorld).toArray();
  }

  private grow(): void {
    const old = this.mesh;
    this.room *= 2;
    this.mesh = this.make();
    this.mesh.renderOrder = old.renderOrder;
    this.mesh.position.copy(old.position);
    (this.mesh.instanceMatrix.array as Float32Array).set(old.instanceMatrix.array);
    if (old.instanceColor) {
      this.mesh.setColorAt(0, black);
      (this.mesh.instanceColor!.array as Float32Array).set(old.instanceColor.array);
    }
    this.mesh.count = old.count;
    this.changed(old, this.mesh);
    old.dispose();
  }

  dispose(): void {
    this.mesh.dispose();
    this.shape.dispose();
    this.material.dispose();
  }
}

const straight = new Quaternion(), black = new Color();

/** Balls that the light shades. */
export function balls(changed: (from: InstancedMesh | null, to: InstancedMesh) => void): Markers {
  return new Markers(new SphereGeometry(1, 16, 12), new MeshLambertMaterial(), changed);
}

/** Rings that face the camera and are drawn above all else. */
export function rings(changed: (from: InstancedMesh | null, to: InstancedMesh) => void): Markers {
  const m = new Markers(new RingGeometry(0.78, 1, 28), new MeshBasicMaterial({ depthTest: false }), changed);
  m.mesh.renderOrder = 2;
  return m;
}
