// Colliders as three.js objects: planes as checkered floors that fade out, shapes as solids, striped when they move.

import * as THREE from 'three';
import { cssColour } from './format.js';
import { stone } from './palette.js';

const kSectors = 8; // pairs of stripes around a body that moves, so that a spin is seen

function canvasTexture(width, height, draw) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext('2d'), width, height);
  const texture = new THREE.CanvasTexture(canvas);
  texture.anisotropy = 8;
  return texture;
}

function stripes() {
  const texture = canvasTexture(512, 4, (context, width, height) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#c9c5bd';
    const pair = width / kSectors;
    for (let i = 0; i < kSectors; ++i) context.fillRect(i * pair, 0, pair / 2, height);
  });
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

function checker() {
  const texture = canvasTexture(64, 64, (context) => {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 64, 64);
    context.fillStyle = '#efeeec';
    context.fillRect(0, 0, 32, 32);
    context.fillRect(32, 32, 32, 32);
  });
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  return texture;
}

function fade() {
  return canvasTexture(256, 256, (context) => {
    const gradient = context.createRadialGradient(128, 128, 20, 128, 128, 128);
    gradient.addColorStop(0, '#ffffff');
    gradient.addColorStop(0.5, '#a8a8a8');
    gradient.addColorStop(1, '#000000');
    context.fillStyle = gradient;
    context.fillRect(0, 0, 256, 256);
  });
}

// 1, 2 or 5 times a power of ten, not above.
function roundLength(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return [5, 2].map((s) => s * power).find((s) => length >= s) ?? power;
}

// A floor about the focus; its own y axis is the normal.
export function makeFloor(radius, tiled) {
  const side = 9 * radius;
  const geometry = new THREE.PlaneGeometry(side, side).rotateX(-Math.PI / 2);
  const map = tiled ? checker() : null;
  if (map) map.repeat.setScalar(side / (2 * roundLength(0.25 * radius)));
  const material = new THREE.MeshStandardMaterial({
    color: cssColour('--floor'),
    map,
    alphaMap: fade(),
    transparent: true,
    roughness: 1,
    side: THREE.DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.receiveShadow = true;
  mesh.renderOrder = -1;
  mesh.userData.floorMaterial = material;
  return mesh;
}

const kLevel = 0.9994; // cosine of the angle (2 degrees) up to which a plane is a floor
const kSlabMargin = 0.06; // of a slope beyond what moves on it, in radii
const kSlabDepth = 0.06; // in radii

export function isLevel(collider) {
  const [x, , z] = collider.poses.subarray(3, 7);
  return 1 - 2 * (x * x + z * z) >= kLevel; // the plane's normal along the world's y
}

// A slope: the part of a tilted plane below some points. An endless one would not be seen to fall.
function makeSlope(collider, number, radius, points) {
  const p = collider.poses;
  const turnBack = new THREE.Quaternion(p[3], p[4], p[5], p[6]).invert();
  const origin = new THREE.Vector3(p[0], p[1], p[2]);
  const box = new THREE.Box3().setFromPoints(
    points.map((point) => point.clone().sub(origin).applyQuaternion(turnBack)),
  );
  const depth = kSlabDepth * radius;
  box.expandByScalar(kSlabMargin * radius);
  box.min.y = -depth;
  box.max.y = 0;
  const size = box.getSize(new THREE.Vector3());
  const middle = box.getCenter(new THREE.Vector3());
  const geometry = new THREE.BoxGeometry(size.x, size.y, size.z).translate(middle.x, middle.y, middle.z);
  const tile = 2 * roundLength(0.25 * radius);
  const map = checker();
  map.repeat.set(size.x / tile, size.z / tile);
  const look = { roughness: 1, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 };
  const side = new THREE.MeshStandardMaterial({ ...look, color: stone(number) });
  const top = new THREE.MeshStandardMaterial({ ...look, color: cssColour('--floor'), map });
  const mesh = new THREE.Mesh(geometry, [side, side, top, side, side, side]);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.userData.floorMaterial = top;
  return mesh;
}

const kGeometries = {
  sphere: ([radius]) => new THREE.SphereGeometry(radius, 64, 40),
  box: ([x, y, z]) => new THREE.BoxGeometry(x, y, z),
  capsule: ([radius, length]) => new THREE.CapsuleGeometry(radius, length, 16, 64),
  cylinder: ([radius, length]) => new THREE.CylinderGeometry(radius, radius, length, 96),
};

// `points` are those that a view should show.
export function makeCollider(collider, number, radius, points) {
  if (collider.shape === 'plane')
    return isLevel(collider) ? makeFloor(radius, true) : makeSlope(collider, number, radius, points);
  const striped = collider.moving && collider.shape !== 'box';
  const material = new THREE.MeshStandardMaterial({
    color: stone(number),
    map: striped ? stripes() : null,
    roughness: 0.75,
  });
  const mesh = new THREE.Mesh(kGeometries[collider.shape](collider.size), material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

// A plane has no middle: its floor is drawn where the focus stands over it, and keeps its tiles in place.
export function placeCollider(object, collider, frame, focus) {
  const p = collider.poses.subarray(7 * frame, 7 * frame + 7);
  object.quaternion.set(p[3], p[4], p[5], p[6]);
  object.position.set(p[0], p[1], p[2]);
  if (collider.shape !== 'plane' || !isLevel(collider)) return;
  const local = focus.clone().sub(object.position).applyQuaternion(object.quaternion.clone().invert());
  local.y = 0;
  object.position.add(local.applyQuaternion(object.quaternion));
}
