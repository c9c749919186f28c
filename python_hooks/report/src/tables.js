// Tables: expectations, summary, parameters that differ.

import { format, h } from './format.js';

const kUnits = {
  time: 's',
  seconds_per_step: 's',
  penetration_max: 'm',
  alart_curnier_max: 'm/s',
  displacement: 'm',
  slid: 'm',
  speed_final: 'm/s',
  max_speed: 'm/s',
  stopped_at: 's',
  com: 'm',
  com_start: 'm',
  displacement_vector: 'm',
  node_displacement_max: 'm',
  mass: 'kg',
  kinetic: 'J',
  elastic: 'J',
  gravity: 'J',
  'bounds.min': 'm',
  'bounds.max': 'm',
};

function unitOf(key) {
  const parts = key.split('.');
  return kUnits[parts.slice(-2).join('.')] ?? kUnits[parts[parts.length - 1]];
}

function verdictRows(verdict) {
  const result = verdict.passed ? 'pass' : 'fail';
  const words = [verdict.reason, verdict.why].filter(Boolean).join('; ');
  return [
    h(
      'tr',
      { class: `verdict ${result}` },
      h('td', {}, h('span', { class: `badge ${result}` }, verdict.passed ? 'holds' : 'fails')),
      h('td', {}, h('code', {}, verdict.quantity)),
      h('td', { class: 'number' }, verdict.measured),
      h('td', { class: 'number' }, verdict.expected),
    ),
    words ? h('tr', { class: 'why' }, h('td', {}), h('td', { colspan: 3 }, words)) : null,
  ];
}

export function verdictTable(runs) {
  const parts = runs
    .filter((run) => run.json.verdicts.length > 0)
    .map((run) =>
      h(
        'div',
        { 'data-run': run.number },
        runs.length > 1 ? h('h3', {}, run.label) : null,
        h(
          'div',
          { class: 'wide' },
          h(
            'table',
            { class: 'verdicts' },
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                h('th', {}),
                h('th', {}, 'quantity'),
                ...['measured', 'expected'].map((t) => h('th', { class: 'number' }, t)),
              ),
            ),
            h('tbody', {}, ...run.json.verdicts.flatMap(verdictRows)),
          ),
        ),
      ),
    );
  return parts.length > 0
    ? h('div', {}, ...parts)
    : h('p', { class: 'note' }, 'The scenes expect nothing of their runs.');
}

// Scalars and short arrays of a JSON object by their dotted paths.
function flatten(node, path, out) {
  for (const [key, value] of Object.entries(node)) {
    const name = path ? `${path}.${key}` : key;
    const isPlain =
      value === null ||
      typeof value !== 'object' ||
      (Array.isArray(value) && value.every((v) => typeof v === 'number'));
    if (isPlain) out.set(name, value);
    else if (!Array.isArray(value)) flatten(value, name, out);
  }
  return out;
}

function cell(value, run, key) {
  const text = Array.isArray(value) ? value.map((v) => format(v)).join('  ') : format(value, 6);
  const exact = JSON.stringify(value ?? null);
  return h('td', { class: 'number', title: exact, 'data-run': run, 'data-key': key, 'data-value': exact }, text);
}

function summaryRows(keys, maps, prefix) {
  return keys.map((key) => {
    const unit = unitOf(key);
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, key.slice(prefix.length), unit ? h('span', { class: 'muted' }, ` ${unit}`) : null),
      ...maps.map((map, i) => (map.has(key) ? cell(map.get(key), i, key) : h('td', { class: 'number' }, '–'))),
    );
  });
}

export function summaryTable(runs) {
  const maps = runs.map((run) => flatten(run.json.summary ?? {}, '', new Map()));
  const keys = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  const body = (rows, title) => [h('tr', { class: 'part' }, h('th', { colspan: runs.length + 1 }, title)), ...rows];
  const objects = [...new Set(runs.flatMap((run) => Object.keys(run.json.summary?.objects ?? {})))];
  const own = keys.filter((k) => !k.startsWith('objects.'));
  const rows = body(summaryRows(own, maps, ''), 'run');
  for (const name of objects) {
    const prefix = `objects.${name}.`;
    rows.push(
      ...body(
        summaryRows(
          keys.filter((k) => k.startsWith(prefix)),
          maps,
          prefix,
        ),
        name,
      ),
    );
  }
  return h(
    'div',
    { class: 'wide' },
    h(
      'table',
      { class: 'summary' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', {}),
          ...runs.map((run) =>
            h(
              'th',
              { class: 'number' },
              h('i', { class: 'swatch', style: `background: var(--run-${run.number % 8})` }),
              run.label,
            ),
          ),
        ),
      ),
      h('tbody', {}, ...rows),
    ),
  );
}

function plain(text) {
  if (text === '') return '–';
  return text.startsWith('"') ? JSON.parse(text) : text.replaceAll(',', ', ');
}

export function parameterTable(rows, runs) {
  if (rows.length === 0) return h('p', { class: 'note' }, 'The scenes of these runs have the same parameters.');
  return h(
    'div',
    { class: 'wide' },
    h(
      'table',
      { class: 'parameters' },
      h(
        'thead',
        {},
        h('tr', {}, h('th', {}, 'what differs'), ...runs.map((run) => h('th', { class: 'number' }, run.label))),
      ),
      h(
        'tbody',
        {},
        ...rows.map((row) =>
          h(
            'tr',
            { 'data-path': row.path },
            h('th', { scope: 'row' }, h('code', {}, row.path)),
            ...row.values.map((v) => h('td', { class: 'number' }, plain(v))),
          ),
        ),
      ),
    ),
  );
}
