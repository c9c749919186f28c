// What the colours mean: the scale of the mode, stick and slip.

import { kModes } from './colouring.js';
import { format, h } from './format.js';
import { cssHex, kStateColours, scaleGradient } from './palette.js';

function scale(mode, maximum) {
  const top = maximum * mode.factor;
  return h(
    'div',
    { class: 'scale' },
    h('span', {}, '0'),
    h('i', { style: `background: ${scaleGradient()}` }),
    h('span', {}, `≥ ${format(top, 3)} ${mode.unit}`),
  );
}

export function legendOf(look) {
  const parts = [];
  const mode = kModes.find((m) => m.name === look.mode);
  if (mode.unit) parts.push(scale(mode, look.maximum));
  if (look.contacts || look.needles)
    parts.push(
      ...['stick', 'slip'].map((state) =>
        h('span', {}, h('i', { class: 'dotmark', style: `background: ${cssHex(kStateColours[state])}` }), state),
      ),
    );
  return h('div', { class: 'legend', hidden: parts.length === 0 }, ...parts);
}
