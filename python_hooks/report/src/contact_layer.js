// Contacts in 3D: a dot for each, coloured stick or slip, and a needle along its impulse.

import * as THREE from 'three';
import { kFieldOfView } from './orbit.js';
import { kStateColours } from './palette.js';
import { kOpen, kSlip, kStick } from './run.js';

const kTypicalLength = 0.07; // of a needle with the median impulse, in radii
const kDotShare = 0.42; // diameter of a dot, in mean distances of points
const kLargestDot = 0.025; // diameter, in radii
const kLongest = 0.6; // in radii
const kLift = 0.001; // above the point they belong to, in radii: dots lie under the cloth otherwise
const kSmallest = '1.4'; // dot, pixels

function roundSprite() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.beginPath();
  context.arc(32, 32, 30, 0, 2 * Math.PI);
  context.fill();
  return new THREE.CanvasTexture(canvas);
}

// Median size of the impulses of a run, N s.
export function medianImpulse(contacts) {
  const sizes = [];
  const stride = Math.max(1, Math.floor(contacts.state.length / 20000));
  for (let c = 0; c < contacts.state.length; c += stride)
    if (contacts.state[c] !== kOpen) sizes.push(Math.hypot(...contacts.impulseOf(c)));
  sizes.sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 0;
}

// Mean distance of neighbouring points of the objects, from the areas of their triangles at the start.
function pointDistance(run) {
  let area = 0;
  let points = 0;
  for (const mesh of run.meshes) {
    if (mesh.kind === 'collider') continue;
    const corners = [0, 1, 2].map(() => new THREE.Vector3());
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      corners.forEach((corner, k) => corner.fromArray(mesh.position(0, mesh.triangles[t + k])));
      area += new THREE.Triangle(...corners).getArea();
    }
    points += mesh.triangles.length / 6; // a large mesh has half as many points as triangles
  }
  return points > 0 ? Math.sqrt(area / points) : 0;
}

export class ContactLayer {
  // `typical` is the impulse that becomes a needle of typical length; runs of one scene share it.
  constructor(run, radius, typical) {
    this.run = run;
    this.radius = radius;
    this.typical = typical;
    this.most = run.contacts ? run.contacts.count.reduce((a, b) => Math.max(a, b), 0) : 0;
    this.group = new THREE.Group();
    this.colours = {
      [kOpen]: new THREE.Color(kStateColours.open),
      [kStick]: new THREE.Color(kStateColours.stick),
      [kSlip]: new THREE.Color(kStateColours.slip),
    };
    this.makeDots();
    this.makeNeedles();
  }

  makeDots() {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * this.most), 3));
    geometry.setAttribute('color', new THREE.BufferAttribute(new Float32Array(3 * this.most), 3));
    const material = new THREE.PointsMaterial({
      size: Math.min(kDotShare * pointDistance(this.run), kLargestDot * this.radius),
      vertexColors: true,
      map: roundSprite(),
      alphaTest: 0.5,
    });
    const diameter = material.size.toFixed(7);
    // Sizes are in metres at the points; three.js leaves the field of view out of them.
    material.size /= Math.tan((kFieldOfView * Math.PI) / 360);
    material.onBeforeCompile = (shader) => {
      // A dot faces the camera and would be half inside the surface it stands on: its depth is that of a place one
      // diameter nearer.
      shader.vertexShader = shader.vertexShader.replace(
        '#include <logdepthbuf_vertex>',
        `gl_PointSize = max(gl_PointSize, ${kSmallest});
        vec4 nearer = projectionMatrix * (mvPosition + vec4(0.0, 0.0, ${diameter}, 0.0));
        if (nearer.w > 0.0) gl_Position.z = nearer.z / nearer.w * gl_Position.w;
        #include <logdepthbuf_vertex>`,
      );
    };
    this.dots = new THREE.Points(geometry, material);
    this.dots.frustumCulled = false;
    this.group.add(this.dots);
  }

  makeNeedles() {
    const geometry = new THREE.ConeGeometry(0.5, 1, 6).translate(0, 0.5, 0);
    this.needles = new THREE.InstancedMesh(geometry, new THREE.MeshBasicMaterial(), Math.max(1, this.most));
    this.needles.frustumCulled = false;
    this.group.add(this.needles);
  }

  show(frame, withDots, withNeedles) {
    const { contacts } = this.run;
    this.dots.visible = withDots && contacts !== null;
    this.needles.visible = withNeedles && contacts !== null;
    if (!contacts || !(withDots || withNeedles)) return;
    const [first, end] = contacts.range(frame);
    const position = this.dots.geometry.attributes.position;
    const colour = this.dots.geometry.attributes.color;
    const place = new THREE.Object3D();
    const up = new THREE.Vector3(0, 1, 0);
    const at = new THREE.Vector3();
    const along = new THREE.Vector3();
    for (let c = first; c < end; ++c) {
      const i = c - first;
      at.fromArray(contacts.position(frame, c));
      along.fromArray(contacts.impulseOf(c));
      const size = along.length();
      if (size > 0) along.divideScalar(size);
      const lift = contacts.pointDistance(c) + kLift * this.radius;
      at.addScaledVector(along, lift).toArray(position.array, 3 * i);
      this.colours[contacts.state[c]].toArray(colour.array, 3 * i);
      if (!withNeedles) continue;
      const share = this.typical > 0 ? (kTypicalLength * size) / this.typical : 0;
      place.position.copy(at);
      place.quaternion.setFromUnitVectors(up, size > 0 ? along : up);
      place.scale.set(0.005, Math.max(1e-6, Math.min(kLongest, share)), 0.005).multiplyScalar(this.radius);
      place.updateMatrix();
      this.needles.setMatrixAt(i, place.matrix);
      this.needles.setColorAt(i, this.colours[contacts.state[c]]);
    }
    this.dots.geometry.setDrawRange(0, end - first);
    this.needles.count = end - first;
    position.needsUpdate = colour.needsUpdate = true;
    this.needles.instanceMatrix.needsUpdate = true;
    if (this.needles.instanceColor) this.needles.instanceColor.needsUpdate = true;
  }
}
