// The grid of a wedge: a table over all of its runs, failed ones included, and where each is drawn.

import { format, h } from './format.js';

// The runs are called by what varies.
export function nameWedge(wedge, runs) {
  for (const row of wedge.runs) if (row.run !== null) runs[row.run].label = row.label;
}

function badge(row) {
  if (row.status === 'failed') return h('span', { class: 'badge fail' }, 'failed');
  if (row.status !== 'done') return h('span', { class: 'badge open' }, row.status);
  return 'done';
}

// The place of a run without frames among the views.
export function emptyPlace(row) {
  return h(
    'section',
    { class: 'view empty' },
    h('header', {}, h('b', {}, row.label), h('span', { class: 'muted' }), badge(row)),
    h('div', { class: 'stage flat' }, h('p', { class: 'hint' }, row.message || 'This run has no frames.')),
  );
}

// Where the runs are drawn: in rows of the last axis when there are several axes, else as they fit best.
export function wedgePlaces(wedge) {
  return {
    columns: wedge.axes.length > 1 ? wedge.columns : null,
    cells: wedge.runs.map((row) => (row.run === null ? emptyPlace(row) : row.run)),
  };
}

function compareCells(a, b) {
  const [x, y] = [a, b].map((v) => (v === null || v === '' ? NaN : Number(v)));
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1; // words and blanks last
  return String(a ?? '').localeCompare(String(b ?? ''));
}

function columnsOf(wedge) {
  const judged = wedge.runs.some((row) => row.expected > 0);
  return [
    ...wedge.axes.map((axis, i) => ({
      name: axis.name,
      title: axis.path,
      value: (row) => row.values[i],
      cell: (row) => h('td', {}, row.values[i]),
    })),
    { name: 'status', value: (row) => row.status, cell: (row) => h('td', {}, badge(row)) },
    ...(judged
      ? [
          {
            name: 'expectations',
            title: 'expectations of the scene that hold',
            value: (row) => (row.expected > 0 ? row.held / row.expected : null),
            cell: verdictCell,
          },
        ]
      : []),
    ...wedge.quantities.map((quantity, i) => ({
      name: quantity.replace(/^objects\./, ''),
      title: quantity,
      number: true,
      value: (row) => row.numbers[i],
      cell: (row) => numberCell(row.numbers[i], quantity),
    })),
  ];
}

function verdictCell(row) {
  if (row.expected === 0) return h('td', {}, '–');
  const result = row.held === row.expected ? 'pass' : 'fail';
  return h('td', {}, h('span', { class: `badge ${result}` }, `${row.held} of ${row.expected} hold`));
}

function numberCell(value, quantity) {
  const exact = JSON.stringify(value);
  return h('td', { class: 'number', title: exact, 'data-key': quantity, 'data-value': exact }, format(value));
}

// A dotted path that may be broken after its dots and underscores.
function breakable(path) {
  return path.split(/(?<=[._])/).flatMap((part, i) => (i === 0 ? [part] : [h('wbr', {}), part]));
}

class WedgeTable {
  constructor(wedge, solo) {
    this.rows = wedge.runs.map((row, i) => ({ ...row, order: i }));
    this.columns = columnsOf(wedge);
    this.solo = solo;
    this.sorted = { column: null, up: true };
    this.body = h('tbody', {});
    this.heads = this.columns.map((column) => {
      const button = h(
        'button',
        { class: 'sort', title: column.title, onclick: () => this.sort(column) },
        column.name,
      );
      return h('th', { class: column.number ? 'number' : null, 'aria-sort': 'none' }, button);
    });
    this.element = h(
      'div',
      { class: 'wide' },
      h('table', { class: 'wedge' }, h('thead', {}, h('tr', {}, h('th', {}), ...this.heads)), this.body),
    );
    this.fill();
  }

  // By a column, upwards first; a third click brings the order of the grid back.
  sort(column) {
    const { column: before, up } = this.sorted;
    if (before !== column) this.sorted = { column, up: true };
    else this.sorted = up ? { column, up: false } : { column: null, up: true };
    this.fill();
  }

  fill() {
    const { column, up } = this.sorted;
    const rows = [...this.rows].sort((a, b) => {
      const by = column ? compareCells(column.value(a), column.value(b)) : 0;
      return (up ? by : -by) || a.order - b.order;
    });
    this.heads.forEach((head, i) => {
      const isIt = this.columns[i] === column;
      head.setAttribute('aria-sort', isIt ? (up ? 'ascending' : 'descending') : 'none');
    });
    this.body.replaceChildren(...rows.map((row) => this.row(row)));
  }

  row(row) {
    const mark =
      row.run === null
        ? h('td', {})
        : h(
            'td',
            {},
            h(
              'button',
              { class: 'icon mark', title: 'this run alone / all runs', onclick: () => this.solo(row.run) },
              [h('i', { class: 'swatch', style: `background: var(--run-${row.run % 8})` })],
            ),
          );
    return h('tr', { 'data-name': row.name }, mark, ...this.columns.map((column) => column.cell(row)));
  }
}

function failure(row) {
  return h('li', {}, h('b', {}, row.label), `, exit code ${row.exit_code}: ${row.message}`);
}

export function wedgeTable(wedge, solo) {
  const bad = wedge.runs.filter((row) => row.status === 'failed');
  const paths = wedge.axes.map((axis) => h('li', {}, h('code', {}, axis.path), ` ${axis.values.join(', ')}`));
  return h(
    'div',
    {},
    h('p', {}, `${wedge.runs.length} runs${bad.length > 0 ? `, ${bad.length} of them failed` : ''}. What varies:`),
    h('ul', { class: 'axes' }, ...paths),
    new WedgeTable(wedge, solo).element,
    bad.length > 0 ? h('ul', { class: 'axes failures' }, ...bad.map(failure)) : null,
    h('p', { class: 'note' }, 'A heading sorts by its column; a coloured square shows that run alone.'),
  );
}
