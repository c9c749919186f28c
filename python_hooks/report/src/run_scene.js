// The 3D scene of one run: surfaces, colliders, contacts, light.

import * as THREE from 'three';
import { isLevel, makeCollider, makeFloor, placeCollider } from './collider_shapes.js';
import { ContactLayer } from './contact_layer.js';
import { cssColour } from './format.js';
import { homeOf, kFieldOfView, placeCamera } from './orbit.js';
import { Outlines } from './outlines.js';
import { Surface } from './surface.js';

export class RunScene {
  // `framing`: focus and radius of what is there, and points of it to be seen; `typicalImpulse`: see ContactLayer.
  constructor(run, { focus, radius, points }, typicalImpulse) {
    this.run = run;
    this.focus = focus;
    this.radius = radius;
    this.points = points;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(kFieldOfView, 1);
    this.addSurfaces();
    this.addColliders();
    this.contacts = new ContactLayer(run, radius, typicalImpulse);
    this.outlines = new Outlines(run);
    this.scene.add(this.contacts.group, this.outlines.group);
    this.addLight();
    this.addMarker();
  }

  addSurfaces() {
    let objects = 0;
    let stones = 0;
    this.surfaces = this.run.meshes.map((mesh, i) => {
      const surface = new Surface(this.run, i, mesh.kind === 'collider' ? stones++ : objects++);
      this.scene.add(surface.group);
      return surface;
    });
  }

  addColliders() {
    this.colliders = this.run.colliders.map((collider, i) => {
      const object = makeCollider(collider, i, this.radius, this.points);
      object.userData.collider = collider;
      this.scene.add(object);
      return object;
    });
    this.points = [...this.points, ...this.slopeCorners()];
    if (this.run.colliders.some((c) => c.shape === 'plane' && isLevel(c))) return;
    // Nothing level to stand on: a plain floor below everything takes the shadows.
    const floor = makeFloor(this.radius, false);
    floor.position.copy(this.focus);
    floor.position.y = Math.min(...this.points.map((p) => p.y)) - 0.02 * this.radius;
    this.scene.add(floor);
  }

  // Corners of the slopes at the start.
  slopeCorners() {
    return this.colliders.flatMap((object, i) => {
      const collider = this.run.colliders[i];
      if (collider.shape !== 'plane' || isLevel(collider)) return [];
      placeCollider(object, collider, 0, this.focus);
      object.updateMatrixWorld();
      const position = object.geometry.attributes.position;
      return Array.from({ length: position.count }, (_, k) =>
        new THREE.Vector3().fromBufferAttribute(position, k).applyMatrix4(object.matrixWorld),
      );
    });
  }

  addLight() {
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0xb4b0aa, 1.7));
    const sun = new THREE.DirectionalLight(0xfffaf2, 1.9);
    const r = this.radius;
    sun.position.copy(this.focus).add(new THREE.Vector3(0.9, 2.2, 1.1).multiplyScalar(r));
    sun.target.position.copy(this.focus);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    Object.assign(sun.shadow.camera, { left: -1.6 * r, right: 1.6 * r, top: 1.6 * r, bottom: -1.6 * r });
    Object.assign(sun.shadow.camera, { near: 0.1 * r, far: 6 * r });
    sun.shadow.normalBias = 0.003 * r;
    sun.shadow.bias = -0.0004;
    sun.shadow.intensity = 0.7;
    this.scene.add(sun, sun.target);
  }

  addMarker() {
    const material = new THREE.MeshBasicMaterial({ color: 0xff2d6f, depthTest: false, transparent: true });
    this.marker = new THREE.Mesh(new THREE.SphereGeometry(1, 16, 12), material);
    this.marker.renderOrder = 10;
    this.marker.visible = false;
    this.scene.add(this.marker);
  }

  show(frame, look) {
    for (const surface of this.surfaces) {
      surface.show(frame, look.mode, look.maximum);
      surface.setWireframe(look.wireframe);
    }
    this.colliders.forEach((object, i) => placeCollider(object, this.run.colliders[i], frame, this.focus));
    this.contacts.show(frame, look.contacts, look.needles);
    this.outlines.show(frame);
  }

  // After a change between light and dark.
  takeTheme() {
    this.scene.traverse((object) => {
      object.userData.floorMaterial?.color.set(cssColour('--floor'));
    });
  }

  mark(position, orbit) {
    this.marker.visible = position !== null;
    if (!position) return;
    this.marker.position.fromArray(position);
    this.marker.scale.setScalar(0.004 * (this.home?.distance ?? this.radius) * orbit.distance);
  }

  aim(orbit, aspect) {
    if (this.camera.aspect !== aspect || !this.home) {
      this.camera.aspect = aspect;
      this.home = homeOf(this.points, aspect);
    }
    placeCamera(this.camera, orbit, this.home, this.radius);
  }

  // Places of sheets with a closed form, in shares of the picture from its upper left corner.
  labelPlaces(frame) {
    this.camera.updateMatrixWorld();
    return this.run.references.map((reference) => {
      const { centre } = this.run.meshes[reference.mesh];
      const at = new THREE.Vector3().fromArray(centre, 3 * frame).project(this.camera);
      return [(1 + at.x) / 2, (1 - at.y) / 2];
    });
  }

  // What is under a place of the picture (-1 to 1 both ways): a point of a mesh, or a collider.
  pick(x, y) {
    const ray = new THREE.Raycaster();
    this.camera.updateMatrixWorld();
    this.scene.updateMatrixWorld();
    ray.setFromCamera(new THREE.Vector2(x, y), this.camera);
    const faces = this.surfaces.flatMap((s) => s.faces);
    const [hit] = ray.intersectObjects([...faces, ...this.colliders], false);
    if (!hit) return null;
    const { collider, surface } = hit.object.userData;
    if (collider) return { collider: collider.name, position: hit.point.toArray() };
    const corners = [hit.face.a, hit.face.b, hit.face.c];
    const position = surface.geometry.attributes.position;
    const distance = (i) => hit.point.distanceTo(new THREE.Vector3().fromBufferAttribute(position, i));
    corners.sort((a, b) => distance(a) - distance(b));
    return { mesh: surface.number, point: corners[0] };
  }
}
