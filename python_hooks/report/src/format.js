// Numbers and small pieces of the page.

const kSvg = 'http://www.w3.org/2000/svg';

// Four digits, or as many as asked for; powers of ten where the number is very large or small.
export function format(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (typeof value !== 'number') return String(value);
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return String(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(Math.min(digits, 5) - 2).replace('e+', 'e');
  return String(Number(value.toPrecision(digits)));
}

// A number on an axis: as short as it can be.
export function formatTick(value) {
  const short = Number(value.toPrecision(6));
  const size = Math.abs(short);
  if (size !== 0 && (size >= 1e5 || size < 1e-3)) return short.toExponential().replace('e+', 'e');
  return String(short);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined));
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

export function cssColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
