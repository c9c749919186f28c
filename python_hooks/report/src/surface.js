// A mesh of a run in three.js: shaded front and back, edges on demand, coloured by material or by a number.

import * as THREE from 'three';
import { pointValues } from './colouring.js';
import { dye, scaleColour, stone } from './palette.js';

const kTableSize = 256;

function scaleTable() {
  const table = new Float32Array(3 * kTableSize);
  const colour = new THREE.Color();
  for (let i = 0; i < kTableSize; ++i) {
    colour.setRGB(...scaleColour(i / (kTableSize - 1)), THREE.SRGBColorSpace).toArray(table, 3 * i);
  }
  return table;
}

export class Surface {
  constructor(run, meshNumber, dyeNumber) {
    this.run = run;
    this.number = meshNumber;
    this.mesh = run.meshes[meshNumber];
    this.table = scaleTable();
    this.values = new Float64Array(this.mesh.points);
    this.geometry = new THREE.BufferGeometry();
    const attribute = () => new THREE.BufferAttribute(new Float32Array(3 * this.mesh.points), 3);
    this.geometry.setAttribute('position', attribute());
    this.geometry.setAttribute('color', attribute());
    this.geometry.setIndex(new THREE.BufferAttribute(this.mesh.triangles, 1));
    this.group = new THREE.Group();
    this.addFaces(dyeNumber);
    this.wire = new THREE.Mesh(
      this.geometry,
      new THREE.MeshBasicMaterial({ color: 0x10161c, wireframe: true, transparent: true, opacity: 0.35 }),
    );
    this.wire.visible = false;
    this.group.add(this.wire);
  }

  addFaces(dyeNumber) {
    const isCollider = this.mesh.kind === 'collider';
    const colours = isCollider ? [stone(dyeNumber), stone(dyeNumber)] : dye(dyeNumber);
    const back = this.mesh.kind === 'cloth' ? colours[1] : colours[0];
    this.faces = [
      [colours[0], THREE.FrontSide],
      [back, THREE.BackSide],
    ].map(([colour, side]) => {
      const material = new THREE.MeshStandardMaterial({
        color: colour,
        side,
        roughness: 0.85,
        flatShading: this.mesh.kind === 'soft',
        polygonOffset: true,
        polygonOffsetFactor: 0.5,
        polygonOffsetUnits: 1,
      });
      const face = new THREE.Mesh(this.geometry, material);
      face.userData = { colour, surface: this };
      face.receiveShadow = true;
      face.castShadow = side === THREE.FrontSide;
      this.group.add(face);
      return face;
    });
    // Sheets cast a shadow from both sides.
    this.faces[0].material.shadowSide = THREE.DoubleSide;
  }

  show(frame, mode, maximum) {
    const position = this.geometry.attributes.position;
    this.mesh.positions(frame, position.array);
    position.needsUpdate = true;
    this.geometry.computeVertexNormals();
    this.geometry.computeBoundingSphere();
    this.geometry.boundingBox = null;
    this.paint(frame, mode, maximum);
  }

  paint(frame, mode, maximum) {
    const coloured =
      mode !== 'material' &&
      this.mesh.kind !== 'collider' &&
      pointValues(this.run, this.number, mode, frame, this.values);
    for (const face of this.faces) {
      if (face.material.vertexColors !== coloured) {
        face.material.vertexColors = coloured;
        face.material.needsUpdate = true;
      }
      face.material.color.set(coloured ? 0xffffff : face.userData.colour);
    }
    if (!coloured) return;
    const colour = this.geometry.attributes.color;
    for (let i = 0; i < this.mesh.points; ++i) {
      const share = maximum > 0 ? Math.min(1, Math.max(0, this.values[i] / maximum)) : 0;
      const entry = 3 * Math.round(share * (kTableSize - 1));
      for (let k = 0; k < 3; ++k) colour.array[3 * i + k] = this.table[entry + k];
    }
    colour.needsUpdate = true;
  }

  setWireframe(on) {
    this.wire.visible = on && this.mesh.kind !== 'collider';
  }
}
