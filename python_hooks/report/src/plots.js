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

// Where it ever is more than nothing.
const ifAny = (name) => (stats) => (stats[name]?.some((v) => v > 0) ? stats[name] : null);

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
      ['held back', ifAny('contacts.held_back')],
    ],
  },
  { title: 'Friction error', log: true, quantities: [['natural map', column('friction_residual')]] },
  { title: 'Penetration', unit: 'mm', factor: 1000, quantities: [['deepest', column('penetration_max')]] },
  // Only smooth friction lets sticking contacts slide.
  {
    title: 'Creep of sticking contacts',
    unit: 'mm/s',
    factor: 1000,
    isOptional: true,
    quantities: [
      ['fastest', column('creep')],
      ['allowed', column('creep_limit')],
    ],
  },
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

// The quantities that a run has, and those every plot is expected to show.
function knownQuantities(plot, runs) {
  const isKnown = ([, values]) => runs.some((run) => run.stats.time && values(run.stats));
  const known = plot.quantities.filter(isKnown);
  return known.length > 0 || plot.isOptional ? known : plot.quantities.slice(0, 1);
}

function seriesOf(quantities, runs, chosen) {
  if (runs.length === 1) {
    return quantities.flatMap(([name, values], i) => {
      const y = runs[0].stats.time && values(runs[0].stats);
      return y ? [makeSeries(runs[0], name, `var(--line-${i})`, y)] : [];
    });
  }
  const [, values] = quantities[chosen];
  return runs.flatMap((run) => {
    const y = run.stats.time && values(run.stats);
    return y ? [makeSeries(run, run.label, `var(--run-${run.number % 8})`, y)] : [];
  });
}

function chooser(title, quantities, choose) {
  const select = h('select', {
    class: 'quantity',
    'aria-label': `quantity of ${title}`,
    onchange: () => choose(select.selectedIndex),
  });
  select.append(...quantities.map(([name]) => h('option', {}, name)));
  return select;
}

export function statsPlots(runs, clock, end) {
  return kPlots.flatMap((plot) => {
    const quantities = knownQuantities(plot, runs);
    if (quantities.length === 0) return [];
    let made = null;
    const choose = (chosen) => made.setSeries(seriesOf(quantities, runs, chosen));
    const choices = runs.length > 1 && quantities.length > 1 ? chooser(plot.title, quantities, choose) : null;
    made = new Plot({ ...plot, series: seriesOf(quantities, runs, 0), end, clock, choices });
    return [made];
  });
}
