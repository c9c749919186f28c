// The panel of one run: head line, canvas, time, pick card; or its picture where there is no WebGL.

import { format, h } from './format.js';
import { attachOrbit } from './orbit.js';
import { pickCard } from './pick_card.js';

function badge(run) {
  const { verdicts, summary } = run.json;
  if (run.json.foreign) return null;
  if (!summary) return h('span', { class: 'badge open' }, 'not finished');
  if (summary.status === 'failed') return h('span', { class: 'badge fail' }, 'solve failed');
  if (verdicts.length === 0) return null;
  const held = verdicts.filter((v) => v.passed).length;
  return h(
    'span',
    { class: `badge ${held === verdicts.length ? 'pass' : 'fail'}`, title: 'expectations that hold' },
    `${held} of ${verdicts.length} hold`,
  );
}

export class RunView {
  // Without a scene (no WebGL) it shows `still`.
  constructor(run, scene, orbit, still, actions) {
    this.run = run;
    this.scene = scene;
    this.orbit = orbit;
    this.pick = null;
    this.clock = h('span', { class: 'when' });
    this.card = h('div', { class: 'card' });
    this.labels = run.references.map((r) => h('span', { class: 'label' }, `μ ${format(r.mu)}`));
    this.canvas = h('canvas', { tabindex: '0', 'aria-label': `${run.label} in 3D` });
    const speed = run.json.summary ? `${format(1000 * run.json.summary.seconds_per_step, 3)} ms/step` : '';
    const stage = scene
      ? h('div', { class: 'stage' }, this.canvas, ...this.labels, this.card, this.clock)
      : h(
          'div',
          { class: 'stage flat' },
          still,
          h('p', { class: 'hint' }, 'No WebGL here: the last frame as a picture. Plots and tables work.'),
        );
    this.element = h(
      'section',
      { class: 'view', 'data-run': run.number },
      h(
        'header',
        {},
        h('i', { class: 'swatch', style: `background: var(--run-${run.number % 8})` }),
        h('b', {}, run.label),
        h('span', { class: 'muted' }, [run.json.method, speed].filter(Boolean).join(', ')),
        badge(run),
        h(
          'button',
          { class: 'icon', title: 'this run alone / all runs', onclick: () => actions.solo(run.number) },
          '⤢',
        ),
      ),
      stage,
    );
    if (!scene) return;
    attachOrbit(this.canvas, orbit, {
      changed: () => actions.orbited(this),
      clicked: (event) => this.click(event, actions),
    });
  }

  click(event, actions) {
    const box = this.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    actions.picked(this, this.scene.pick(x, y));
  }

  // Fits the canvas to its place; true when it is to be seen.
  measure() {
    const box = this.canvas.parentElement?.getBoundingClientRect();
    if (!box || box.width < 2 || box.height < 2) return false;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const width = Math.round(box.width * ratio);
    const height = Math.round(box.height * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    return true;
  }

  // True when the picture changes.
  show(time, look) {
    this.frame = this.run.frameAt(time);
    this.clock.textContent = `frame ${this.run.frames[this.frame]}   ${this.run.times[this.frame].toFixed(3)} s`;
    const shown = `${this.frame} ${look.version}`;
    if (this.shown === shown) return false;
    this.shown = shown;
    this.hasMoved = true;
    if (this.scene) this.scene.show(this.frame, look);
    this.showPick();
    return true;
  }

  showPick() {
    if (!this.scene) return;
    this.card.replaceChildren(...(this.pick ? [pickCard(this.run, this.pick, this.frame)] : []));
    const mark =
      this.pick?.mesh !== undefined
        ? this.run.meshes[this.pick.mesh].position(this.frame, this.pick.point)
        : (this.pick?.position ?? null);
    this.scene.mark(mark, this.orbit);
  }

  draw(stage) {
    if (!this.scene || !this.measure()) return;
    this.scene.aim(this.orbit, this.canvas.width / this.canvas.height);
    stage.draw(this.scene.scene, this.scene.camera, this.canvas, this.hasMoved);
    this.hasMoved = false;
    this.scene.labelPlaces(this.frame).forEach(([x, y], i) => {
      this.labels[i].style.left = `${(100 * x).toFixed(2)}%`;
      this.labels[i].style.top = `${(100 * y).toFixed(2)}%`;
    });
  }
}
