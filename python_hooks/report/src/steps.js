// How the steps of the runs ended, and those that did not meet their tolerance, with the contact furthest from holding.

import { format, h } from './format.js';

const kWords = {
  converged: 'met their tolerance',
  reached_budget: 'used up their iterations',
};

function countLine(run) {
  const parts = Object.entries(run.json.statuses).map(([status, n]) => `${n} ${kWords[status] ?? status}`);
  const all = Object.values(run.json.statuses).reduce((a, b) => a + b, 0);
  return h('p', { class: 'count', 'data-run': run.number }, `${all} steps: ${parts.join(', ')}.`);
}

function row(run, { row: number, status, worst_contact: contact }, clock) {
  const time = run.stats.time[number];
  const violation = run.stats.worst_violation?.[number];
  const words = contact ? `${contact}${Number.isFinite(violation) ? `, ${format(violation, 3)} m/s` : ''}` : '–';
  const seek = () => {
    clock.play(false);
    clock.set(time);
  };
  return h(
    'tr',
    {},
    h('td', {}, h('button', { class: 'sort', title: 'to this time', onclick: seek }, `${format(time)} s`)),
    h('td', {}, status),
    h('td', { class: 'number' }, format(run.stats.friction_residual?.[number], 3)),
    h('td', {}, words),
  );
}

function troubleTable(run, clock) {
  const { troubles, troubles_there: there } = run.json;
  if (troubles.length === 0) return null;
  const heads = [
    ['time', null],
    ['ended as', null],
    ['friction error', 'number'],
    ['worst contact, and by how much', null],
  ];
  return h(
    'div',
    { class: 'wide' },
    h(
      'table',
      { class: 'steps', 'data-run': run.number },
      h('thead', {}, h('tr', {}, ...heads.map(([text, style]) => h('th', { class: style }, text)))),
      h('tbody', {}, ...troubles.map((trouble) => row(run, trouble, clock))),
    ),
    there > troubles.length
      ? h('p', { class: 'note' }, `The first ${troubles.length} of ${there}; stats.jsonl has all.`)
      : null,
  );
}

export function stepTable(runs, clock) {
  const parts = runs
    .filter((run) => Object.keys(run.json.statuses).length > 0)
    .map((run) =>
      h('div', {}, runs.length > 1 ? h('h3', {}, run.label) : null, countLine(run), troubleTable(run, clock)),
    );
  if (parts.length === 0) return h('p', { class: 'note' }, 'These runs have no statistics of steps.');
  const isFixed = runs.some((run) => run.json.method === 'projective');
  return h(
    'div',
    {},
    ...parts,
    isFixed
      ? h('p', { class: 'note' }, 'The method projective uses all its iterations unless it has a solver.tolerance.')
      : null,
  );
}
