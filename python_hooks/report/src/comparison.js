// Two caches measured against each other: the numbers of `stiction compare`.

import { format, h } from './format.js';

const kSides = ['a', 'b'];
const kFewRest = 0.05; // share of the weight
const kGroups = [
  ['At rest', ['resting_share', 'drift_mean', 'drift_max', 'jitter', 'jitter_max', 'jitter_energy']],
  ['Motion', ['path', 'displacement']],
  ['Against the colliders', ['contact_share', 'slid_mean', 'slid_max', 'penetration_max', 'penetration_share']],
  ['Stretch', ['stretch_mean', 'stretch_p99', 'stretch_max', 'stretch_min']],
  ['Bending', ['bend_rms', 'bend_max', 'curvature_mean']],
  ['Volume', ['volume_first', 'volume_change']],
  ['Computing', ['seconds_per_frame']],
];

// On a page that compares two runs they are called A and B everywhere and are seen alike.
export function nameSides(runs) {
  runs.forEach((run, i) => {
    run.label = `${'AB'[i]}: ${run.label}`;
    run.group = 'compared';
  });
}

function swatch(number) {
  return h('i', { class: 'swatch', style: `background: var(--run-${number})` });
}

function cell(comparison, side, key) {
  const value = comparison[side].measures[key];
  const exact = JSON.stringify(value);
  const isBetter = comparison.better[key] === side.toUpperCase();
  return h(
    'td',
    {
      class: isBetter ? 'number better' : 'number',
      title: exact,
      'data-side': side,
      'data-key': key,
      'data-value': exact,
    },
    format(value, 5),
  );
}

function verdictOf(comparison, key) {
  const better = comparison.better[key];
  if (better === 'equal') return 'equal';
  if (better) return h('span', {}, swatch('AB'.indexOf(better)), better);
  return comparison.quantities[key].less_is_better ? '–' : '';
}

function row(comparison, key) {
  const { label, unit } = comparison.quantities[key];
  return h(
    'tr',
    { 'data-key': key },
    h('th', { scope: 'row' }, label, unit ? h('span', { class: 'muted' }, ` ${unit}`) : null),
    ...kSides.map((side) => cell(comparison, side, key)),
    h('td', { class: 'nowrap verdict' }, verdictOf(comparison, key)),
  );
}

function isKnown(comparison, key) {
  return kSides.some((side) => comparison[side].measures[key] !== null);
}

// All quantities that at least one side has, in groups; what no group names comes last.
function groupsOf(comparison) {
  const named = new Set(kGroups.flatMap(([, keys]) => keys));
  const rest = Object.keys(comparison.quantities).filter((key) => !named.has(key));
  return [...kGroups, ['Other', rest]]
    .map(([title, keys]) => [title, keys.filter((k) => comparison.quantities[k] && isKnown(comparison, k))])
    .filter(([, keys]) => keys.length > 0);
}

function sideLine(comparison, side, number) {
  const { label, points, triangles, tets, first_frame: first, last_frame: last, fps } = comparison[side];
  const counts = `${points} points, ${triangles} triangles${tets > 0 ? `, ${tets} tets` : ''}`;
  return h(
    'p',
    { class: 'side' },
    swatch(number),
    h('b', {}, side.toUpperCase()),
    ` ${label}`,
    h('span', { class: 'muted' }, ` ${counts}, frames ${first} to ${last} at ${format(fps)} a second`),
  );
}

function apart({ difference }) {
  const part = (name) =>
    h(
      'span',
      { 'data-difference': name, 'data-value': JSON.stringify(difference[name]) },
      format(difference[name]),
    );
  if (difference.frames === 0) return h('p', { class: 'note' }, 'No two frames are at the same time.');
  const points = difference.same_points
    ? [
        'Same points: ',
        part('point_rms'),
        ' m root mean square, ',
        part('point_max'),
        ' m at most, ',
        part('point_last'),
        ' m in the last frame. ',
      ]
    : ['Other points. '];
  return h(
    'p',
    { class: 'apart' },
    `Apart, over ${difference.frames} frames at equal times. `,
    ...points,
    'Surfaces: ',
    part('surface_mean'),
    ' m mean, ',
    part('surface_max'),
    ' m at most, ',
    part('surface_last'),
    ' m in the last frame.',
  );
}

// Numbers of resting parts say little where next to nothing rests.
function restLine(comparison) {
  const shares = kSides.map((side) => comparison[side].measures.resting_share);
  if (Math.min(...shares) >= kFewRest) return null;
  const [a, b] = shares.map((share) => `${format(100 * share, 3)} %`);
  return h(
    'p',
    { class: 'notice' },
    `Hardly anything rests (A ${a}, B ${b}): drift and jitter are those of few points.`,
  );
}

function countLine(comparison) {
  const count = (word) => Object.values(comparison.better).filter((b) => b === word).length;
  const all = Object.keys(comparison.better).length;
  return h(
    'p',
    { class: 'count' },
    `A is better in ${count('A')}, B in ${count('B')}, both are equal in ${count('equal')} of the `,
    `${all} quantities of which less is better and both have one.`,
  );
}

function explanation({ settings }) {
  return h(
    'p',
    { class: 'note' },
    'Resting parts are those that moved more slowly than ',
    `${format(settings.rest_speed)} m/s from ${format(settings.rest_from)} s on. What is nearer to a collider than `,
    `${format(settings.contact_distance)} m touches it. Equal is within 5 % or rounding. Quantities without a better side `,
    'depend on the scene.',
  );
}

export function comparisonTable(comparison) {
  const body = groupsOf(comparison).flatMap(([title, keys]) => [
    h('tr', { class: 'part' }, h('th', { colspan: 4 }, title)),
    ...keys.map((key) => row(comparison, key)),
  ]);
  const heads = kSides.map((side, i) => h('th', { class: 'number' }, swatch(i), side.toUpperCase()));
  return h(
    'div',
    {},
    ...kSides.map((side, i) => sideLine(comparison, side, i)),
    countLine(comparison),
    restLine(comparison),
    h(
      'div',
      { class: 'wide' },
      h(
        'table',
        { class: 'comparison' },
        h('thead', {}, h('tr', {}, h('th', {}), ...heads, h('th', {}, 'better'))),
        h('tbody', {}, ...body),
      ),
    ),
    apart(comparison),
    explanation(comparison),
  );
}
