// The plots of the step statistics: one line a run, or all quantities of a plot when there is one run.

import { h } from './format.js';
import { Plot } from './plot.js';

const total =
  (...columns) =>
  (stats) => {
    const arrays = columns.map((c) => stats[c]).filter(Boolean);
    return arrays.length === 0
      ? null
      : Float64Array.from(arrays[0], (_, i) => arrays.reduce((sum, a) => sum + a[i], 0));
  };
const column = (name) => (stats) => stats[name] ?? null;
// Only differences of potential energy mean anything: from the start.
const fromStart = (name) => (stats) => stats[name] && Float64Array.from(stats[name], (v) => v - stats[name][0]);

const kPlots = [
  {
    title: 'Energy',
    unit: 'J',
    quantities: [
      ['kinetic', column('energy.kinetic')],
      ['elastic', column('energy.elastic')],
      ['gravity', fromStart('energy.gravity')],
    ],
  },
  {
    title: 'Contacts',
    quantities: [
      ['all', total('contacts.external', 'contacts.self')],
      ['sticking', column('contacts.sticking')],
      ['sliding', column('contacts.sliding')],
      ['self', column('contacts.self')],
    ],
  },
  { title: 'Friction error', log: true, quantities: [['natural map', column('friction_residual')]] },
  { title: 'Penetration', unit: 'mm', factor: 1000, quantities: [['deepest', column('penetration_max')]] },
  { title: 'Iterations', quantities: [['iterations', column('iterations')]] },
  {
    title: 'Time a step',
    unit: 'ms',
    quantities: [
      ['total', column('ms.total')],
      ['detect', column('ms.detect')],
      ['assemble', column('ms.assemble')],
      ['solve', column('ms.solve')],
      ['guard', column('ms.guard')],
      ['commit', column('ms.commit')],
    ],
  },
];

function makeSeries(run, label, colour, values) {
  const x = run.stats.time;
  return { label, colour, x, y: values, at: (time) => values[run.rowAt(time)] };
}

function seriesOf(plot, runs, chosen) {
  if (runs.length === 1) {
    return plot.quantities.flatMap(([name, values], i) => {
      const y = runs[0].stats.time && values(runs[0].stats);
      return y ? [makeSeries(runs[0], name, `var(--line-${i})`, y)] : [];
    });
  }
  const [, values] = plot.quantities[chosen];
  return runs.flatMap((run) => {
    const y = run.stats.time && values(run.stats);
    return y ? [makeSeries(run, run.label, `var(--run-${run.number % 8})`, y)] : [];
  });
}

function chooser(plot, choose) {
  const select = h('select', {
    class: 'quantity',
    'aria-label': `quantity of ${plot.title}`,
    onchange: () => choose(select.selectedIndex),
  });
  select.append(...plot.quantities.map(([name]) => h('option', {}, name)));
  return select;
}

export function statsPlots(runs, clock, end) {
  return kPlots.map((plot) => {
    let made = null;
    const choose = (chosen) => made.setSeries(seriesOf(plot, runs, chosen));
    const choices = runs.length > 1 && plot.quantities.length > 1 ? chooser(plot, choose) : null;
    made = new Plot({ ...plot, series: seriesOf(plot, runs, 0), end, clock, choices });
    return made;
  });
}
