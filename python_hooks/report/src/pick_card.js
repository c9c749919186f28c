// What a click has found, as a small table over the view; it follows the time.

import { format, h } from './format.js';

const kStates = ['open', 'stick', 'slip'];

function vector(values) {
  return values.map((v) => (Math.abs(v) < 5e-7 ? '0' : v.toFixed(4))).join('  ');
}

function contactRows(run, c) {
  const { contacts } = run;
  const pair = contacts.pairs[contacts.pair[c]];
  const force = Math.hypot(...contacts.impulseOf(c)) / run.json.step;
  const state = kStates[contacts.state[c]];
  return [
    ['contact', h('span', { class: `state ${state}` }, state), ` on ${pair.other}, μ ${format(pair.mu)}`],
    ['force', `${format(force)} N, ${Math.round((100 * contacts.cone[c]) / 255)} % of the cone`],
    ['gap', `${format(1000 * contacts.gapOf(c))} mm, slips ${format(contacts.slipOf(c))} m/s`],
  ];
}

function pointRows(run, pick, frame) {
  const mesh = run.meshes[pick.mesh];
  const rows = [
    ['object', `${mesh.name}, point ${pick.point}`],
    ['position', `${vector(mesh.position(frame, pick.point))} m`],
  ];
  const speed = mesh.value('speed', frame, pick.point);
  const stretch = mesh.value('stretch', frame, pick.point);
  if (speed !== undefined) rows.push(['speed', `${format(speed)} m/s`]);
  if (stretch !== undefined) rows.push(['stretch', `${format(100 * stretch, 3)} %`]);
  if (!run.contacts || mesh.kind === 'collider') return rows;
  const found = run.contacts.ofPoint(frame, pick.mesh, pick.point);
  if (found.length === 0) rows.push(['contact', 'none']);
  for (const c of found.slice(0, 3)) rows.push(...contactRows(run, c));
  if (found.length > 3) rows.push(['', `and ${found.length - 3} more`]);
  return rows;
}

export function pickCard(run, pick, frame) {
  const rows = pick.collider
    ? [
        ['collider', pick.collider],
        ['position', `${vector(pick.position)} m`],
      ]
    : pointRows(run, pick, frame);
  return h(
    'dl',
    { class: 'pick' },
    ...rows.map(([name, ...value]) => [h('dt', {}, name), h('dd', {}, ...value)]).flat(),
  );
}
