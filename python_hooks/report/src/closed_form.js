// Sheets on an incline against their closed form: measured lines, dots of the closed form, deviations in numbers.

import { format, h } from './format.js';
import { cssHex, dye } from './palette.js';
import { Plot } from './plot.js';

function colourOf(run, meshNumber) {
  const objects = run.meshes.filter((m) => m.kind !== 'collider');
  return cssHex(dye(objects.indexOf(run.meshes[meshNumber]))[0]);
}

function seriesOf(run, measured, expected) {
  return run.references.flatMap((reference) => {
    const mesh = run.meshes[reference.mesh];
    const colour = colourOf(run, reference.mesh);
    const y = measured(mesh);
    if (y.length === 0) return [];
    const at = (time) => y[run.frameAt(time)];
    return [
      { label: `μ ${format(reference.mu)}`, colour, x: run.times, y, at },
      { label: '', colour, x: run.times, y: expected(reference), dots: true },
    ];
  });
}

function farthest(measured, expected) {
  let most = 0;
  for (let i = 0; i < measured.length; ++i) most = Math.max(most, Math.abs(measured[i] - expected[i]));
  return most;
}

function row(run, reference) {
  const mesh = run.meshes[reference.mesh];
  const summary = run.json.summary?.objects?.[mesh.name];
  const slid = summary?.slid;
  const off = slid === undefined ? undefined : slid - reference.distance_final;
  const relative =
    reference.distance_final > 0 && off !== undefined ? Math.abs(off) / reference.distance_final : undefined;
  const sticks = reference.acceleration === 0;
  return h(
    'tr',
    { 'data-object': mesh.name },
    h(
      'td',
      { class: 'nowrap' },
      h('i', { class: 'swatch', style: `background: ${colourOf(run, reference.mesh)}` }),
      format(reference.mu),
    ),
    h(
      'td',
      { title: `a = ${format(reference.acceleration)} m/s²` },
      h('span', { class: `state ${sticks ? 'stick' : 'slip'}` }, sticks ? 'sticks' : 'slides'),
    ),
    h('td', { class: 'number', 'data-value': slid }, format(slid, 9)),
    h('td', { class: 'number', 'data-value': reference.distance_final }, format(reference.distance_final, 9)),
    h(
      'td',
      { class: 'number', 'data-value': off },
      relative === undefined ? `${format(off, 3)} m` : format(relative, 3),
    ),
    h('td', { class: 'number' }, format(farthest(mesh.pathLengths(), reference.distance), 3)),
  );
}

function table(run) {
  const heads = ['μ', '', 'slid, m', 'closed form, m', 'off by', 'farthest, m'];
  return h(
    'table',
    { class: 'numbers' },
    h('thead', {}, h('tr', {}, ...heads.map((t) => h('th', {}, t)))),
    h('tbody', {}, ...run.references.map((r) => row(run, r))),
  );
}

function explanation(run) {
  const [{ angle }] = run.references;
  const tangent = format(Math.tan((angle * Math.PI) / 180), 5);
  const thrown = run.references.some((r) => r.speed[0] > 0);
  return h(
    'p',
    { class: 'note' },
    `Slope of ${format(angle)}°, tan = ${tangent}. Lines are measured, dots the closed form of n steps of h: `,
    h('i', {}, `x = ${thrown ? 'v₀ n h + ' : ''}a h² n (n + 1) / 2,  a = g (sin t − μ cos t)`),
    thrown ? ', until it stops. ' : '. ',
    '"Off by" is relative where the sheet slides and comes from the run in double precision; "farthest" is over ',
    'the frames, which hold 32-bit numbers. Black outlines are where the closed form has the sheets.',
  );
}

// For a run with such sheets.
export function closedForm(run, clock, end, single) {
  const make = (title, unit, measured, expected) =>
    new Plot({ title, unit, series: seriesOf(run, measured, expected), end: Math.min(end, run.end), clock });
  const plots = [
    make(
      'Distance',
      'm',
      (mesh) => mesh.pathLengths(),
      (r) => r.distance,
    ),
    make(
      'Speed',
      'm/s',
      (mesh) => mesh.centreSpeed,
      (r) => r.speed,
    ),
  ];
  const note = explanation(run);
  const element = h(
    'div',
    { class: 'closed', 'data-run': run.number },
    single ? null : h('h3', {}, `${run.label}, ${run.json.method}`),
    h('div', { class: 'plots' }, ...plots.map((p) => p.element)),
    table(run),
    note,
  );
  return { element, plots, note };
}
