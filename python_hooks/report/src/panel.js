// The column beside the views: comparison, closed forms, plots, tables.

import { closedForm } from './closed_form.js';
import { comparisonTable } from './comparison.js';
import { h } from './format.js';
import { statsPlots } from './plots.js';
import { stepTable } from './steps.js';
import { parameterTable, summaryTable, verdictTable } from './tables.js';
import { turningPlot } from './turning.js';
import { wedgeTable } from './wedge.js';

function section(id, title, ...content) {
  return { id, title, element: h('section', { id, class: 'block' }, h('h2', {}, title), ...content) };
}

// Sheets on planes against their closed form; what explains them stands once below those it holds for.
function closedForms(runs, clock) {
  const having = runs.filter((run) => run.references.length > 0);
  const closed = having.map((run) => closedForm(run, clock, clock.end, having.length === 1));
  closed.forEach((c, i) => {
    if (c.note.textContent === closed[i + 1]?.note.textContent) c.note.remove();
  });
  return closed;
}

// `solo` shows one run alone, or all again.
export function makePanel(report, runs, clock, solo) {
  const plots = statsPlots(runs, clock, clock.end);
  const closed = closedForms(runs, clock);
  const formSection =
    closed.length > 0 ? [section('closed-form', 'Closed form', ...closed.map((c) => c.element))] : [];
  const turning = turningPlot(runs, clock, clock.end);
  const turningSection = turning ? [section('turning', 'Turning', turning.element, turning.note)] : [];
  const plotSection = section('plots', 'Plots', h('div', { class: 'plots' }, ...plots.map((p) => p.element)));
  const verdicts = section('expectations', 'Expectations', verdictTable(runs));
  // One run or a few are explained by their closed form; a wedge by its table.
  const middle = report.wedge
    ? [
        section('wedge', 'Wedge', wedgeTable(report.wedge, solo)),
        ...turningSection,
        plotSection,
        verdicts,
        ...formSection,
      ]
    : [...formSection, ...turningSection, plotSection, verdicts];
  const sections = [
    ...(report.comparison ? [section('comparison', 'Comparison', comparisonTable(report.comparison))] : []),
    ...middle,
    section('summary', 'Summary', summaryTable(runs)),
    section('steps', 'Steps', stepTable(runs, clock)),
    ...(runs.length > 1 ? [section('parameters', 'Parameters', parameterTable(report.parameters, runs))] : []),
  ];
  const all = [...plots, ...closed.flatMap((c) => c.plots), ...(turning ? [turning.plot] : [])];
  clock.onChange((time) => all.forEach((p) => p.show(time)));
  return h(
    'aside',
    { class: 'panel' },
    h('nav', {}, ...sections.map((s) => h('a', { href: `#${s.id}` }, s.title))),
    ...sections.map((s) => s.element),
  );
}
