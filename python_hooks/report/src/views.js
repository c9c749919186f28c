// All runs side by side, with linked cameras and linked picks.

import { Vector3 } from 'three';
import { medianImpulse } from './contact_layer.js';
import { h } from './format.js';
import { copyOrbit, startOrbit } from './orbit.js';
import { RunScene } from './run_scene.js';
import { RunView } from './run_view.js';

const kAspect = 1.55; // of a view that is pleasant to look at

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

  // The number of columns that leaves the largest views; a first row with fewer views is stretched.
  layOut() {
    const alone = this.solo === null ? null : this.views[this.solo].element;
    const shown = alone ? [alone] : this.cells;
    const columns = alone ? 1 : (this.columns ?? this.bestColumns(shown.length));
    const rows = Math.ceil(shown.length / columns);
    const first = this.columns && !alone ? columns : shown.length - columns * (rows - 1);
    this.element.style.setProperty('--columns', columns * first);
    this.element.style.setProperty('--rows', rows);
    for (const cell of this.cells) cell.hidden = !shown.includes(cell);
    shown.forEach((cell, i) => cell.style.setProperty('--span', i < first ? columns : first));
    this.dirty = true;
  }

  bestColumns(count) {
    const { width, height } = this.element.getBoundingClientRect();
    const size = (columns) => Math.min(width / columns / kAspect, height / Math.ceil(count / columns));
    let columns = 1;
    for (let c = 2; c <= count; ++c) if (size(c) > size(columns)) columns = c;
    return columns;
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
