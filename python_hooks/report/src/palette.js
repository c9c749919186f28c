// Colours: dyes of the objects as `stiction render` has them, states of contacts, and the scale of the colour modes.

// Front and back of sheets, sRGB.
const kDyes = [
  [0xc44e3e, 0xe2987e],
  [0x266c86, 0x70a8b8],
  [0xdea43a, 0xf0ce8a],
  [0x585496, 0x9692c4],
  [0x568658, 0x98ba92],
  [0xa4547a, 0xd094b0],
  [0x5e6874, 0x9ca4ae],
  [0xa8724c, 0xd4ac8a],
];
const kStones = [0xcac8c4, 0xb2b8be, 0xcec4b4, 0xa8aaa8];

export const dye = (i) => kDyes[i % kDyes.length];
export const stone = (i) => kStones[i % kStones.length];
export const cssHex = (colour) => `#${colour.toString(16).padStart(6, '0')}`;

export const kStateColours = { open: 0x8a8f96, stick: 0x2f7fd1, slip: 0xee7f22 };

// From low to high; lightness only rises, so it reads without hue as well.
const kScale = [
  [0.09, 0.15, 0.29],
  [0.13, 0.4, 0.53],
  [0.4, 0.64, 0.58],
  [0.9, 0.68, 0.27],
  [0.99, 0.93, 0.74],
];

// sRGB from 0 to 1 of a share from 0 to 1.
export function scaleColour(share) {
  const at = Math.min(1, Math.max(0, share)) * (kScale.length - 1);
  const i = Math.min(kScale.length - 2, Math.floor(at));
  return kScale[i].map((low, k) => low + (at - i) * (kScale[i + 1][k] - low));
}

export function scaleGradient() {
  const stops = kScale.map((c) => `rgb(${c.map((v) => Math.round(255 * v)).join(' ')})`);
  return `linear-gradient(90deg, ${stops.join(', ')})`;
}
