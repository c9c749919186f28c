// Keyboard.

import { h } from './format.js';

const kHelp = [
  ['space', 'play, pause'],
  ['← →', 'one frame back, on'],
  ['Home End', 'start, end'],
  ['1 2 3 4', 'colour: material, stretch, penetration, speed'],
  ['W', 'edges'],
  ['C', 'contacts'],
  ['A', 'impulses'],
  ['L', 'link cameras and picks'],
  ['F', 'first view'],
  ['drag', 'turn; with shift or the right button: move'],
  ['wheel', 'zoom'],
  ['click', 'pick a point; Esc lets go'],
];

export function helpDialog() {
  const rows = kHelp.map(([key, text]) => h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, text)));
  const dialog = h('dialog', { class: 'help' }, h('table', {}, ...rows));
  dialog.addEventListener('click', () => dialog.close());
  return dialog;
}

export function attachKeys(clock, actions) {
  const table = {
    ' ': () => clock.play(),
    ArrowLeft: () => clock.stepFrame(-1),
    ArrowRight: () => clock.stepFrame(1),
    Home: () => clock.set(0),
    End: () => clock.set(clock.end),
    1: () => actions.setMode('material'),
    2: () => actions.setMode('stretch'),
    3: () => actions.setMode('penetration'),
    4: () => actions.setMode('speed'),
    w: () => actions.setWireframe(),
    c: () => actions.setContacts(),
    a: () => actions.setNeedles(),
    l: () => actions.setLinked(),
    f: () => actions.resetView(),
    '?': () => actions.help(),
    Escape: () => actions.clearPick(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('select, dialog, input:not(.scrub)')) return;
    const action = table[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
