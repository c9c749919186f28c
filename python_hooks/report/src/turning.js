// Objects on colliders that spin: how fast they turn with them.

import { h } from './format.js';
import { cssHex, dye } from './palette.js';
import { Plot } from './plot.js';

const kDegrees = 180 / Math.PI;

// One line an object; of several runs in the run's colour, of one in the object's.
function lines(run, several) {
  const objects = run.meshes.filter((m) => m.kind !== 'collider');
  return run.turnings.map(({ mesh: number, rate }) => {
    const mesh = run.meshes[number];
    const colour = several ? `var(--run-${run.number % 8})` : cssHex(dye(objects.indexOf(mesh))[0]);
    const label = !several ? mesh.name : run.turnings.length > 1 ? `${run.label}, ${mesh.name}` : run.label;
    return { label, colour, x: run.times, y: rate, at: (time) => rate[run.frameAt(time)] };
  });
}

// The colliders' own spins, each once: runs that turn alike share theirs.
function spins(runs) {
  const seen = new Set();
  return runs.flatMap((run) =>
    run.turnings.flatMap(({ collider, colliderRate }) => {
      const key = `${collider} ${colliderRate[colliderRate.length - 1]}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ label: collider, colour: 'var(--soft)', x: run.times, y: colliderRate, dots: true }];
    }),
  );
}

// Null where nothing lies on a spinning collider.
export function turningPlot(runs, clock, end) {
  const having = runs.filter((run) => run.turnings.length > 0);
  if (having.length === 0) return null;
  const colliders = [...new Set(having.flatMap((run) => run.turnings.map((t) => t.collider)))];
  const plot = new Plot({
    title: `Turning with the ${colliders.join(', ')}`,
    unit: '°/s',
    factor: kDegrees,
    series: [...having.flatMap((run) => lines(run, runs.length > 1)), ...spins(having)],
    end,
    clock,
  });
  const note = h(
    'p',
    { class: 'note' },
    'Angular momentum about the axis over moment of inertia, so that a rigid body has its own rate. Dots are the ',
    'collider: what sticks to it comes to lie on them.',
  );
  return { plot, element: h('div', { class: 'plots' }, plot.element), note };
}
