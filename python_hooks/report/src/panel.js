// The column beside the views: comparison, closed forms, plots, tables.

import { closedForm } from './closed_form.js';
import { comparisonTable } from './comparison.js';
import { h } from './format.js';
import { statsPlots } from './plots.js';
import { parameterTable, summaryTable, verdictTable } from './tables.js';

function section(id, title, ...content) {
  return { id, title, element: h('section', { id, class: 'block' }, h('h2', {}, title), ...content) };
}

export function makePanel(report, runs, clock) {
  const plots = statsPlots(runs, clock, clock.end);
  const closed = runs
    .map((run) => closedForm(run, clock, clock.end, runs.filter((r) => r.references.length).length === 1))
    .filter(Boolean);
  const sections = [
    ...(report.comparison ? [section('comparison', 'Comparison', comparisonTable(report.comparison))] : []),
    ...(closed.length > 0 ? [section('closed-form', 'Closed form', ...closed.map((c) => c.element))] : []),
    section('plots', 'Plots', h('div', { class: 'plots' }, ...plots.map((p) => p.element))),
    section('expectations', 'Expectations', verdictTable(runs)),
    section('summary', 'Summary', summaryTable(runs)),
    ...(runs.length > 1 ? [section('parameters', 'Parameters', parameterTable(report.parameters, runs))] : []),
  ];
  const all = [...plots, ...closed.flatMap((c) => c.plots)];
  clock.onChange((time) => all.forEach((p) => p.show(time)));
  return h(
    'aside',
    { class: 'panel' },
    h('nav', {}, ...sections.map((s) => h('a', { href: `#${s.id}` }, s.title))),
    ...sections.map((s) => s.element),
  );
}
