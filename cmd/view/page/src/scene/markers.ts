// Balls of some pixels: nodes that carry no vehicle, and the fronts of sound along chords.

import { Color, InstancedMesh, Matrix4, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { pixelAt, type Picture } from "./picture";
import type { Vec } from "./ways";

/** Balls of a size in pixels, drawn by one call. */
export class Balls {
  mesh: InstancedMesh;
  private room = 32;
  private readonly at = new Vector3();
  private readonly size = new Vector3();
  private readonly matrix = new Matrix4();
  private readonly about = new Vector3();

  private readonly shape = new SphereGeometry(1, 16, 12);
  private readonly material = new MeshLambertMaterial();

  constructor(private readonly changed: (from: InstancedMesh | null, to: InstancedMesh) => void) {
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

  /** Adds one of a radius in pixels at a place. */
  add(p: Picture, at: ArrayLike<number>, pixels: number, colour: Color): void {
    const i = this.mesh.count;
    if (i === this.room) this.grow();
    this.at.set(at[0] - this.about.x, at[1] - this.about.y, at[2] - this.about.z);
    this.size.setScalar(pixels * pixelAt(p, at));
    this.mesh.setMatrixAt(i, this.matrix.compose(this.at, straight, this.size));
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
