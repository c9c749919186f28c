// The colour modes: a number at every point, its unit, and a range that all runs share.

const kSampledFrames = 40;
const kQuantile = 0.995; // the few points beyond are drawn as the end of the scale

export const kModes = [
  { name: 'material', label: 'Material', key: '1' },
  { name: 'stretch', label: 'Stretch', key: '2', unit: '%', factor: 100 },
  { name: 'penetration', label: 'Penetration', key: '3', unit: 'mm', factor: 1000 },
  { name: 'speed', label: 'Speed', key: '4', unit: 'm/s', factor: 1 },
];

// Fills `out` with the mode's number at every point; false where the run has none.
export function pointValues(run, meshNumber, mode, frame, out) {
  const mesh = run.meshes[meshNumber];
  if (mode === 'penetration') {
    if (!run.contacts) return false;
    run.contacts.penetration(frame, meshNumber, out);
    return true;
  }
  const channel = mesh.channels[mode];
  if (!channel) return false;
  const first = frame * mesh.points;
  for (let i = 0; i < mesh.points; ++i) out[i] = channel.origin + channel.step * channel.values[first + i];
  return true;
}

function* sampledFrames(run) {
  const count = run.frames.length;
  const stride = Math.max(1, Math.floor(count / kSampledFrames));
  for (let f = 0; f < count; f += stride) yield f;
}

// Upper end of the scale over all runs, from a sample of frames.
export function modeMaximum(runs, mode) {
  const values = [];
  for (const run of runs) {
    run.meshes.forEach((mesh, m) => {
      if (mesh.kind === 'collider') return;
      const out = new Float64Array(mesh.points);
      for (const frame of sampledFrames(run)) {
        if (!pointValues(run, m, mode, frame, out)) return;
        const stride = Math.max(1, Math.floor(mesh.points / 500));
        for (let i = 0; i < mesh.points; i += stride) if (out[i] > 0) values.push(out[i]);
      }
    });
  }
  if (values.length === 0) return 0;
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(kQuantile * values.length))];
}
