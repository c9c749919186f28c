// Camera orbits. An orbit is kept in units of the view's own home distance, so that linked views of different
// scenes turn alike.

import { Vector3 } from 'three';

export const kFieldOfView = 30; // degrees, from top to bottom
const kStart = { azimuth: 32, elevation: 24, distance: 1 };
const kMargin = 1.06; // around what is just seen
const kDegree = Math.PI / 180;

export function startOrbit() {
  return { ...kStart, pan: new Vector3() };
}

export function copyOrbit(from, to) {
  to.azimuth = from.azimuth;
  to.elevation = from.elevation;
  to.distance = from.distance;
  to.pan.copy(from.pan);
}

function axes(orbit) {
  const a = orbit.azimuth * kDegree;
  const e = orbit.elevation * kDegree;
  const back = new Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e));
  const right = new Vector3(Math.cos(a), 0, -Math.sin(a));
  return { back, right, up: new Vector3().crossVectors(back, right) };
}

// Where a camera in the first direction just sees all points: what it looks at, and from how far.
//
// With the camera at c_x right + c_y up + D back, a point (x, y, z) is seen while |x - c_x| <= (D - z) t_x; the
// tightest pair of points gives c_x and D, and the same upwards.
export function homeOf(points, aspect) {
  const { back, right, up } = axes(kStart);
  const tall = Math.tan((kFieldOfView * kDegree) / 2);
  const tangents = [tall * aspect, tall];
  const centre = [0, 0];
  let distance = 0;
  let near = -Infinity;
  let far = Infinity;
  [right, up].forEach((axis, k) => {
    let high = -Infinity;
    let low = Infinity;
    for (const p of points) {
      const x = p.dot(axis);
      const z = p.dot(back);
      high = Math.max(high, x + z * tangents[k]);
      low = Math.min(low, x - z * tangents[k]);
      near = Math.max(near, z);
      far = Math.min(far, z);
    }
    centre[k] = (high + low) / 2;
    distance = Math.max(distance, (high - low) / (2 * tangents[k]));
  });
  const middle = (near + far) / 2;
  const focus = new Vector3()
    .addScaledVector(right, centre[0])
    .addScaledVector(up, centre[1])
    .addScaledVector(back, middle);
  return { focus, distance: kMargin * (distance - middle) };
}

// Puts a camera on its orbit about its home.
export function placeCamera(camera, orbit, home, radius) {
  const { back } = axes(orbit);
  const distance = orbit.distance * home.distance;
  const target = orbit.pan.clone().multiplyScalar(home.distance).add(home.focus);
  camera.position.copy(back).multiplyScalar(distance).add(target);
  camera.near = Math.max(0.02 * distance, distance - 4 * radius);
  camera.far = distance + 30 * radius;
  camera.lookAt(target);
  camera.updateProjectionMatrix();
}

// Drag turns, with shift or another button moves, wheel and pinch zoom. `changed` is told after every change,
// `clicked` of a press that did not move.
export function attachOrbit(element, orbit, { changed, clicked }) {
  const pointers = new Map();
  let travelled = 0;
  let pinch = 0;

  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const zoom = (factor) => {
    orbit.distance = Math.min(20, Math.max(0.03, orbit.distance * factor));
    changed();
  };

  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled = 0;
    if (pointers.size === 2) pinch = spread();
  });
  element.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled += Math.abs(dx) + Math.abs(dy);
    if (pointers.size === 2) {
      const now = spread();
      if (now > 0 && pinch > 0) zoom(pinch / now);
      pinch = now;
      return;
    }
    if (event.buttons === 1 && !event.shiftKey) {
      orbit.azimuth = (orbit.azimuth - 0.4 * dx) % 360;
      orbit.elevation = Math.min(89.9, Math.max(-89.9, orbit.elevation + 0.4 * dy));
    } else {
      const { right, up } = axes(orbit);
      const scale = (2 * orbit.distance * Math.tan((kFieldOfView * kDegree) / 2)) / element.clientHeight;
      orbit.pan.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
    }
    changed();
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === 'pointerup' && event.button === 0 && travelled < 5) clicked(event);
  };
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(Math.exp(0.0012 * event.deltaY * (event.deltaMode === 1 ? 20 : 1)));
    },
    { passive: false },
  );
}
