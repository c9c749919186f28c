// Sheets with a closed form: the border of each at the place where the closed form has it.

import * as THREE from 'three';

// Edges that one triangle only has.
function borderEdges(triangles) {
  const count = new Map();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; ++k) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      count.set(key, (count.get(key) ?? 0) + 1);
    }
  }
  return [...count].filter(([, n]) => n === 1).map(([key]) => key.split(' ').map(Number));
}

export class Outlines {
  constructor(run) {
    this.run = run;
    this.group = new THREE.Group();
    const material = new THREE.LineBasicMaterial({ color: 0x1f2328 });
    this.lines = run.references.map((reference) => {
      const mesh = run.meshes[reference.mesh];
      const points = borderEdges(mesh.triangles)
        .flat()
        .map((i) => new THREE.Vector3(...mesh.position(0, i)));
      const line = new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), material);
      line.frustumCulled = false;
      this.group.add(line);
      return line;
    });
  }

  show(frame) {
    this.run.references.forEach((reference, i) => {
      this.lines[i].position.fromArray(reference.direction).multiplyScalar(reference.offset[frame]);
    });
  }
}
