// All runs side by side, with linked cameras and linked picks.

import { Vector3 } from 'three';
import { medianImpulse } from './contact_layer.js';
import { h } from './format.js';
import { copyOrbit, startOrbit } from './orbit.js';
import { RunScene } from './run_scene.js';
import { RunView } from './run_view.js';

const kAspect = 1.55; // of a view that is pleasant to look at
const kGroupShare = 0.75; // scenes get rows of their own while views stay as large as this

function leastMultiple(a, b) {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a * b) / x;
}

// Height of the smallest view, were all of a pleasant shape.
function viewSize(rows, { width, height }) {
  return Math.min(height / rows.length, ...rows.map((row) => width / row.length / kAspect));
}

// Rows of so many cells; a first row with fewer is stretched.
function rowsOf(cells, columns, isFirstShort = false) {
  const first = isFirstShort ? cells.length % columns : 0;
  const rows = first > 0 ? [cells.slice(0, first)] : [];
  for (let i = first; i < cells.length; i += columns) rows.push(cells.slice(i, i + columns));
  return rows;
}

// With the number of columns that leaves the largest views.
function packedRows(cells, box) {
  const choices = cells.map((_, i) => rowsOf(cells, i + 1, true));
  return choices.reduce((best, rows) => (viewSize(rows, box) > viewSize(best, box) ? rows : best));
}

// Points of a run that a first view should show: of the objects over the whole run, and of colliders among them.
function samplePoints(run, focus, radius) {
  const points = [];
  const last = run.frames.length - 1;
  const frames = new Set(Array.from({ length: 9 }, (_, i) => Math.round((i * last) / 8)));
  for (const mesh of run.meshes) {
    const stride = Math.max(1, Math.floor(mesh.points / 300));
    for (const f of frames)
      for (let i = 0; i < mesh.points; i += stride) points.push(new Vector3(...mesh.position(f, i)));
  }
  for (const collider of run.colliders) {
    if (collider.shape === 'plane') continue;
    const reach =
      collider.shape === 'box'
        ? Math.max(...collider.size) / 2
        : collider.size.reduce((a, b) => a + b / 2, collider.size[0] / 2);
    const middle = new Vector3(...collider.poses.subarray(0, 3));
    for (const axis of [0, 1, 2])
      for (const side of [-reach, reach])
        points.push(middle.clone().setComponent(axis, middle.getComponent(axis) + side));
  }
  return points.filter((p) => p.distanceTo(focus) <= 1.001 * radius);
}

// Runs of one scene are framed alike, so that what differs is the run.
function framings(runs) {
  return runs.map((run) => {
    const group = runs.filter((r) => r.group === run.group);
    const focus = new Vector3();
    for (const r of group) focus.addScaledVector(new Vector3(...r.json.focus), 1 / group.length);
    const reach = (r) => new Vector3(...r.json.focus).distanceTo(focus) + r.json.radius;
    const radius = Math.max(...group.map(reach));
    return { focus, radius, points: group.flatMap((r) => samplePoints(r, focus, radius)) };
  });
}

function typicalImpulses(runs) {
  const medians = runs.map((run) => (run.contacts ? medianImpulse(run.contacts) : 0));
  return runs.map((run) => Math.max(...medians.filter((_, i) => runs[i].group === run.group)));
}

export class Views {
  // `places` orders the views and the empty places between them in a grid; without it they follow each other.
  constructor(runs, stage, stills, look, places) {
    this.stage = stage;
    this.look = look;
    this.linked = true;
    this.solo = null;
    this.dirty = true;
    const frames = framings(runs);
    const impulses = stage ? typicalImpulses(runs) : [];
    const actions = {
      orbited: (view) => this.follow(view),
      picked: (view, pick) => this.setPick(view, pick),
      solo: (number) => this.toggleSolo(number),
    };
    this.views = runs.map((run, i) => {
      const scene = stage && new RunScene(run, frames[i], impulses[i]);
      return new RunView(run, scene, startOrbit(), stills[i], actions);
    });
    this.columns = places?.columns ?? null;
    this.cells = places
      ? places.cells.map((cell) => (typeof cell === 'number' ? this.views[cell].element : cell))
      : this.views.map((v) => v.element);
    this.element = h('div', { class: 'views' }, ...this.cells);
    new ResizeObserver(() => this.layOut()).observe(this.element);
    if (!stage) return;
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      for (const view of this.views) view.scene.takeTheme();
      this.dirty = true;
    });
    requestAnimationFrame(() => this.loop());
  }

  layOut() {
    const rows = this.rows();
    const columns = rows.reduce((all, row) => leastMultiple(all, row.length), 1);
    this.element.style.setProperty('--columns', columns);
    this.element.style.setProperty('--rows', rows.length);
    const shown = rows.flat();
    for (const cell of this.cells) cell.hidden = !shown.includes(cell);
    for (const row of rows) for (const cell of row) cell.style.setProperty('--span', columns / row.length);
    this.dirty = true;
  }

  // What is shown, row by row.
  rows() {
    if (this.solo !== null) return [[this.views[this.solo].element]];
    if (this.columns) return rowsOf(this.cells, this.columns);
    const box = this.element.getBoundingClientRect();
    const packed = packedRows(this.cells, box);
    const grouped = this.groupedRows();
    return viewSize(grouped, box) >= kGroupShare * viewSize(packed, box) ? grouped : packed;
  }

  // A row for each scene.
  groupedRows() {
    const groups = new Map();
    for (const view of this.views) {
      const { group } = view.run;
      groups.set(group, [...(groups.get(group) ?? []), view.element]);
    }
    return [...groups.values()];
  }

  toggleSolo(number) {
    this.solo = this.solo === number ? null : number;
    this.layOut();
  }

  setLinked(on) {
    this.linked = on;
    if (on) this.follow(this.views[0]);
  }

  follow(view) {
    if (this.linked) for (const other of this.views) if (other !== view) copyOrbit(view.orbit, other.orbit);
    for (const v of this.views) v.showPick();
    this.dirty = true;
  }

  resetOrbits() {
    for (const view of this.views) copyOrbit(startOrbit(), view.orbit);
    this.follow(this.views[0]);
  }

  // The same point of the same object is picked in every run that has it.
  setPick(view, pick) {
    for (const other of this.views) {
      other.pick = other === view ? pick : null;
      if (pick && pick.mesh !== undefined && other !== view && this.linked) {
        const mesh = view.run.meshes[pick.mesh];
        const number = other.run.meshes.findIndex((m) => m.name === mesh.name && m.points === mesh.points);
        if (number >= 0) other.pick = { mesh: number, point: pick.point };
      }
      other.showPick();
    }
    this.dirty = true;
  }

  clearPick() {
    this.setPick(this.views[0], null);
  }

  show(time) {
    for (const view of this.views) if (view.show(time, this.look)) this.dirty = true;
  }

  loop() {
    if (this.dirty) {
      this.dirty = false;
      for (const view of this.views) if (!view.element.hidden) view.draw(this.stage);
    }
    requestAnimationFrame(() => this.loop());
  }
}
