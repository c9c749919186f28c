// The bar under the views: play, scrub, speed, and how the runs are drawn.

import { kModes } from './colouring.js';
import { h } from './format.js';

const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4];

function toggle(label, title, get, set) {
  const button = h('button', { class: 'toggle', title }, label);
  const refresh = () => button.setAttribute('aria-pressed', get() ? 'true' : 'false');
  button.addEventListener('click', () => set(!get()));
  refresh();
  return { button, refresh };
}

export class Transport {
  constructor(clock, look, actions, { hasContacts, several, has3d, legend }) {
    this.clock = clock;
    this.playButton = h('button', { class: 'play', title: 'play or pause (space)', onclick: () => clock.play() });
    this.slider = h('input', {
      type: 'range',
      class: 'scrub',
      min: 0,
      max: clock.end,
      step: 'any',
      value: 0,
      'aria-label': 'time',
    });
    this.slider.addEventListener('input', () => {
      clock.play(false);
      clock.set(Number(this.slider.value));
    });
    this.time = h('output', { class: 'time' });
    const speed = h('select', {
      title: 'speed',
      'aria-label': 'speed',
      onchange: () => (clock.speed = Number(speed.value)),
    });
    speed.append(...kSpeeds.map((s) => h('option', { value: s, selected: s === clock.speed }, `${s}×`)));
    const mode = h('select', {
      title: 'colour (1 to 4)',
      'aria-label': 'colour by',
      onchange: () => actions.setMode(mode.value),
    });
    mode.append(...kModes.map((m) => h('option', { value: m.name }, m.label)));
    this.mode = mode;
    this.toggles = [
      toggle('Wire', 'edges (W)', () => look.wireframe, actions.setWireframe),
      ...(hasContacts
        ? [
            toggle('Contacts', 'contacts, stick or slip (C)', () => look.contacts, actions.setContacts),
            toggle('Impulses', 'impulses as needles (A)', () => look.needles, actions.setNeedles),
          ]
        : []),
      ...(several ? [toggle('Link', 'link cameras and picks (L)', actions.isLinked, actions.setLinked)] : []),
    ];
    this.look = look;
    this.element = h(
      'div',
      { class: 'transport' },
      h(
        'div',
        { class: 'bar' },
        h('button', { class: 'icon', title: 'previous frame (←)', onclick: () => clock.stepFrame(-1) }, '‹'),
        this.playButton,
        h('button', { class: 'icon', title: 'next frame (→)', onclick: () => clock.stepFrame(1) }, '›'),
        this.slider,
        this.time,
        speed,
      ),
      h(
        'div',
        { class: 'bar' },
        ...(has3d
          ? [
              mode,
              ...this.toggles.map((t) => t.button),
              h('button', { class: 'toggle', title: 'first view (F)', onclick: actions.resetView }, 'Reset view'),
            ]
          : []),
        legend,
        h('button', { class: 'icon', title: 'keys (?)', onclick: actions.help }, '?'),
      ),
    );
    clock.onChange(() => this.refresh());
    this.refresh();
  }

  refresh() {
    this.slider.value = this.clock.time;
    this.slider.style.setProperty('--done', `${(100 * this.clock.time) / (this.clock.end || 1)}%`);
    this.time.textContent = `${this.clock.time.toFixed(3)} / ${this.clock.end.toFixed(3)} s`;
    this.playButton.textContent = this.clock.playing ? '❚❚' : '▶';
    this.playButton.setAttribute('aria-label', this.clock.playing ? 'pause' : 'play');
    this.mode.value = this.look.mode;
    for (const t of this.toggles) t.refresh();
  }
}
