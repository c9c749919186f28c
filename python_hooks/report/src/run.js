// One run of the report: its frames, contacts and statistics as typed arrays.

import { inflate, readSection, undoFrames, unzigzag } from './decode.js';

export const kOpen = 0;
export const kStick = 1;
export const kSlip = 2;

export async function loadRun(json, text, number) {
  const bytes = await inflate(text);
  const section = (name) => readSection(json.sections[name], bytes);
  return new Run(json, section, number);
}

class Mesh {
  constructor(json, section, name, frames) {
    Object.assign(this, { name: json.name, object: json.object, kind: json.kind, points: json.points });
    this.origin = json.origin;
    this.step = json.step;
    this.triangles = section(`${name}.triangles`);
    this.quantised = undoFrames(section(`${name}.position`), frames, 3);
    this.channels = {};
    for (const channel of ['stretch', 'speed']) {
      if (!json[channel]) continue;
      const values = undoFrames(section(`${name}.${channel}`), frames, 1);
      this.channels[channel] = { ...json[channel], values };
    }
    this.centre = section(`${name}.centre`);
    this.centreSpeed = section(`${name}.centre_speed`);
  }

  // Fills `out` with x, y, z of every point.
  positions(frame, out) {
    const first = frame * this.points * 3;
    for (let i = 0; i < this.points * 3; ++i) out[i] = this.origin[i % 3] + this.step * this.quantised[first + i];
    return out;
  }

  position(frame, point) {
    const first = 3 * (frame * this.points + point);
    return [0, 1, 2].map((k) => this.origin[k] + this.step * this.quantised[first + k]);
  }

  // Value of a channel at a point, or undefined where the run has none.
  value(channel, frame, point) {
    const c = this.channels[channel];
    return c && c.origin + c.step * c.values[frame * this.points + point];
  }

  // Path of the centre of mass up to every frame, m.
  pathLengths() {
    const path = [0];
    for (let f = 3; f < this.centre.length; f += 3) {
      const d = [0, 1, 2].map((k) => this.centre[f + k] - this.centre[f + k - 3]);
      path.push(path[path.length - 1] + Math.hypot(...d));
    }
    return path;
  }
}

class Contacts {
  constructor(json, section, meshes) {
    this.pairs = json.pairs;
    this.impulseStep = json.impulse_step;
    this.ranges = { gap: json.gap, slip: json.slip };
    this.meshes = meshes;
    for (const column of ['count', 'mesh', 'point', 'pair', 'state', 'cone', 'gap', 'slip', 'offset', 'impulse'])
      this[column] = section(`contacts.${column}`);
    this.begin = new Uint32Array(this.count.length + 1);
    this.count.forEach((n, f) => (this.begin[f + 1] = this.begin[f] + n));
  }

  // Numbers of the contacts of a frame: first and one past the last.
  range(frame) {
    return [this.begin[frame], this.begin[frame + 1]];
  }

  position(frame, c) {
    const mesh = this.meshes[this.mesh[c]];
    const point = mesh.position(frame, this.point[c]);
    return point.map((x, k) => x + mesh.step * unzigzag(this.offset[3 * c + k]));
  }

  // From the point that bears the contact, m.
  pointDistance(c) {
    return this.meshes[this.mesh[c]].step * Math.hypot(...[0, 1, 2].map((k) => unzigzag(this.offset[3 * c + k])));
  }

  impulseOf(c) {
    return [0, 1, 2].map((k) => this.impulseStep * unzigzag(this.impulse[3 * c + k]));
  }

  gapOf(c) {
    return this.ranges.gap.origin + this.ranges.gap.step * this.gap[c];
  }

  slipOf(c) {
    return this.ranges.slip.origin + this.ranges.slip.step * this.slip[c];
  }

  // Contacts of a frame that touch a point of a mesh.
  ofPoint(frame, mesh, point) {
    const found = [];
    const [first, end] = this.range(frame);
    for (let c = first; c < end; ++c) if (this.mesh[c] === mesh && this.point[c] === point) found.push(c);
    return found;
  }

  // Overlap at every point of a mesh, m.
  penetration(frame, mesh, out) {
    out.fill(0);
    const [first, end] = this.range(frame);
    for (let c = first; c < end; ++c) {
      if (this.mesh[c] !== mesh) continue;
      const point = this.point[c];
      out[point] = Math.max(out[point], -this.gapOf(c));
    }
    return out;
  }
}

export class Run {
  constructor(json, section, number) {
    this.json = json;
    this.number = number;
    this.label = json.label;
    this.group = json.scene; // runs of one group are framed and scaled alike
    this.frames = json.frames;
    this.times = json.frames.map((f) => f * json.steps_per_frame * json.step);
    this.meshes = json.meshes.map((m, i) => new Mesh(m, section, `mesh.${i}`, json.frames.length));
    this.colliders = json.colliders.map((c, i) => ({ ...c, poses: section(`collider.${i}.pose`) }));
    this.contacts = json.contacts ? new Contacts(json.contacts, section, this.meshes) : null;
    this.stats = Object.fromEntries(json.stats.map((name) => [name, section(`stats.${name}`)]));
    this.references = json.references.map((r, i) => ({
      ...r,
      distance: section(`reference.${i}.distance`),
      offset: section(`reference.${i}.offset`),
      speed: section(`reference.${i}.speed`),
    }));
    this.turnings = json.turnings.map((t, i) => ({
      ...t,
      rate: section(`turning.${i}.rate`),
      colliderRate: section(`turning.${i}.collider_rate`),
    }));
    this.end = Math.max(this.times[this.times.length - 1], ...(this.stats.time ?? []).slice(-1));
  }

  // Number of the newest frame that is not after the time.
  frameAt(time) {
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // Number of the statistics row in force at a time, -1 before the first step.
  rowAt(time) {
    const times = this.stats.time ?? [];
    let low = -1;
    let high = times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
