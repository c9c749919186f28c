// Puts the page together from the data in it.

import { Clock } from './clock.js';
import { kModes, modeMaximum } from './colouring.js';
import { nameSides } from './comparison.js';
import { h } from './format.js';
import { attachKeys, helpDialog } from './keys.js';
import { legendOf } from './legend.js';
import { makePanel } from './panel.js';
import { loadRun } from './run.js';
import { Stage } from './stage.js';
import { Transport } from './transport.js';
import { Views } from './views.js';
import { nameWedge, wedgePlaces } from './wedge.js';

function notices(report, runs) {
  const found = [];
  for (const run of runs) {
    const { frames, frames_there: there, summary } = run.json;
    if (frames.length < there)
      found.push(
        `${run.label}: ${frames.length} of ${there} frames are shown, to keep the page small; ` +
          'statistics are of every step.',
      );
    if (run.json.foreign) continue; // another program's frames: nothing else is expected of them
    if (!run.contacts) found.push(`${run.label}: no contacts were written (output.contacts); none are drawn.`);
    if (frames[0] !== 0) found.push(`${run.label}: begins at frame ${frames[0]}; stretch is measured from there.`);
    if (!summary) found.push(`${run.label}: not finished, so there is no summary.`);
  }
  return found.map((text) => h('p', { class: 'notice' }, text));
}

function introduction({ note }) {
  return note ? [h('p', { class: 'introduction' }, note)] : [];
}

function header(report, runs) {
  const texts = [...new Set(runs.map((run) => run.json.description).filter(Boolean))];
  return h(
    'header',
    { class: 'top' },
    h('h1', {}, report.title),
    h('p', { class: 'muted' }, texts.length === 1 ? texts[0] : `${runs.length} runs`),
    h('span', { class: 'muted program' }, report.program),
  );
}

class Page {
  constructor(report, runs) {
    this.runs = runs;
    const times = [...new Set(runs.flatMap((run) => run.times))].sort((a, b) => a - b);
    this.clock = new Clock(Math.max(1e-6, ...runs.map((run) => run.end)), times);
    this.look = { mode: 'material', maximum: 0, wireframe: false, contacts: true, needles: false, version: 0 };
    this.maxima = new Map();
    const stage = Stage.create();
    const stills = [...document.querySelectorAll('#stills .still')].map((s) => s.querySelector('img'));
    this.views = new Views(runs, stage, stills, this.look, report.wedge ? wedgePlaces(report.wedge) : null);
    this.legend = h('div', { class: 'legendplace' });
    this.legend.style.visibility = stage ? 'visible' : 'hidden';
    this.help = helpDialog();
    const actions = this.actions();
    const hasContacts = runs.some((run) => run.contacts);
    const transport = new Transport(this.clock, this.look, actions, {
      hasContacts,
      several: runs.length > 1,
      has3d: stage !== null,
      legend: this.legend,
    });
    this.transport = transport;
    document.getElementById('app').replaceChildren(
      header(report, runs),
      h(
        'div',
        { class: 'left' },
        ...introduction(report),
        ...notices(report, runs),
        this.views.element,
        transport.element,
      ),
      makePanel(report, runs, this.clock, (number) => this.views.toggleSolo(number)),
      this.help,
    );
    attachKeys(this.clock, actions);
    this.clock.onChange((time) => this.views.show(time));
    this.clock.set(this.clock.end); // what the runs came to; playing begins at the start
    this.changeLook({});
  }

  actions() {
    const flip =
      (key) =>
      (on = !this.look[key]) =>
        this.changeLook({ [key]: on });
    return {
      setMode: (mode) => this.changeLook({ mode }),
      setWireframe: flip('wireframe'),
      setContacts: flip('contacts'),
      setNeedles: flip('needles'),
      isLinked: () => this.views.linked,
      setLinked: (on = !this.views.linked) => {
        this.views.setLinked(on);
        this.transport.refresh();
      },
      resetView: () => this.views.resetOrbits(),
      clearPick: () => this.views.clearPick(),
      help: () => this.help.showModal(),
    };
  }

  changeLook(change) {
    Object.assign(this.look, change);
    const { mode } = this.look;
    if (!this.maxima.has(mode)) this.maxima.set(mode, mode === kModes[0].name ? 0 : modeMaximum(this.runs, mode));
    this.look.maximum = this.maxima.get(mode);
    this.look.version += 1;
    this.legend.replaceChildren(legendOf(this.look));
    this.transport.refresh();
    this.views.show(this.clock.time);
  }
}

async function start() {
  const report = JSON.parse(document.getElementById('report-data').textContent);
  const runs = await Promise.all(
    report.runs.map((json, i) => {
      const element = document.getElementById(`run-data-${i}`);
      const text = element.textContent;
      element.remove();
      return loadRun(json, text, i);
    }),
  );
  if (report.comparison) nameSides(runs);
  if (report.wedge) nameWedge(report.wedge, runs);
  const page = new Page(report, runs);
  document.documentElement.dataset.ready = 'true';
  // For tests and for the curious.
  window.stiction = { report, runs, clock: page.clock, views: page.views, look: page.look };
}

start().catch((error) => {
  document.documentElement.dataset.ready = 'failed';
  document
    .getElementById('app')
    .prepend(h('p', { class: 'notice bad' }, `This page cannot be shown: ${error.message}`));
  throw error;
});
