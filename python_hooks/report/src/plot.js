// A line plot over time in SVG, with a cursor that follows the clock and sets it.

import { format, formatTick, svg, h } from './format.js';

const kLeft = 38;
const kRight = 8;
const kTop = 6;
const kBottom = 18;
const kHeight = 128;

function niceStep(span, count) {
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((s) => s * power).find((s) => s >= raw);
}

function linearTicks(low, high, count) {
  const step = niceStep(high - low || 1, count);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) ticks.push(i * step);
  return ticks.length < 2 && high > low ? linearTicks(low, high, 2 * count) : ticks; // one number is no scale
}

function logTicks(low, high) {
  const stride = Math.max(1, Math.ceil((high - low) / 4));
  const ticks = [];
  for (let e = Math.ceil(low); e <= high; ++e) if (e % stride === 0) ticks.push(e);
  return ticks;
}

// Thins a line to the smallest and largest of every pixel column.
function thinned(x, y, width, end) {
  const columns = Math.ceil(2 * width);
  if (x.length <= 2 * columns) return [...x.keys()];
  const kept = [];
  let i = 0;
  for (let c = 0; c < columns; ++c) {
    const limit = ((c + 1) / columns) * end;
    let low = -1;
    let high = -1;
    for (; i < x.length && (x[i] <= limit || c === columns - 1); ++i) {
      if (low < 0 || y[i] < y[low]) low = i;
      if (high < 0 || y[i] > y[high]) high = i;
    }
    if (low >= 0) kept.push(...(low < high ? [low, high] : low > high ? [high, low] : [low]));
  }
  return kept;
}

export class Plot {
  // series: [{label, colour, x, y, dots}] in SI units; `unit` and `factor` are for showing.
  constructor({ title, unit = '', factor = 1, log = false, series, end, clock, choices = null }) {
    Object.assign(this, { unit, factor, log, series, end, clock });
    this.readout = h('div', { class: 'readout' });
    this.svg = svg('svg', { class: 'plot', height: kHeight, role: 'img', 'aria-label': `${title} over time` });
    this.element = h(
      'figure',
      { class: 'plotbox', 'data-plot': title },
      h('figcaption', {}, h('b', {}, title), unit ? h('span', { class: 'muted' }, ` ${unit}`) : null, choices),
      this.svg,
      this.readout,
    );
    const seek = (event) => {
      if (event.buttons !== 1) return;
      clock.play(false);
      clock.set(this.timeAt(event.clientX));
      event.preventDefault();
    };
    this.svg.addEventListener('pointerdown', (event) => {
      this.svg.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.svg.addEventListener('pointermove', seek);
    new ResizeObserver(() => this.redraw()).observe(this.svg);
  }

  setSeries(series) {
    this.series = series;
    this.redraw();
  }

  timeAt(clientX) {
    const box = this.svg.getBoundingClientRect();
    return ((clientX - box.left - kLeft) / (box.width - kLeft - kRight)) * this.end;
  }

  range() {
    let low = Infinity;
    let high = -Infinity;
    for (const { y } of this.series) {
      for (const value of y) {
        const v = this.log ? (value > 0 ? Math.log10(value) : NaN) : value * this.factor;
        if (v < low) low = v;
        if (v > high) high = v;
      }
    }
    if (!(low <= high)) return this.log ? [-1, 0] : [0, 1];
    if (this.log) return [Math.floor(low), Math.max(Math.floor(low) + 1, Math.ceil(high))];
    if (low > 0 && low < 0.6 * high) low = 0;
    if (high - low < 1e-12 * Math.max(1, Math.abs(high))) return [Math.min(0, low), Math.max(high, low + 1)];
    return [low, high + 0.04 * (high - low)];
  }

  redraw() {
    const width = this.svg.clientWidth;
    if (width < kLeft + 40) return;
    const [low, high] = this.range();
    const inner = width - kLeft - kRight;
    const tall = kHeight - kTop - kBottom;
    this.px = (t) => kLeft + (t / this.end) * inner;
    this.py = (v) => kTop + tall * (1 - ((this.log ? Math.log10(v) : v * this.factor) - low) / (high - low));
    this.svg.replaceChildren(...this.axes(low, high, width, tall), ...this.lines(inner));
    this.cursor = svg('line', { class: 'cursor', y1: kTop, y2: kTop + tall });
    this.svg.append(this.cursor);
    this.show(this.clock.time);
  }

  axes(low, high, width, tall) {
    const parts = [];
    const ticks = this.log ? logTicks(low, high) : linearTicks(low, high, 3);
    for (const tick of ticks) {
      const y = kTop + tall * (1 - (tick - low) / (high - low));
      parts.push(svg('line', { class: 'grid', x1: kLeft, x2: width - kRight, y1: y, y2: y }));
      parts.push(
        svg(
          'text',
          { x: kLeft - 5, y: y + 3.5, class: 'ytick' },
          this.log ? `1e${tick}` : formatTick(tick),
        ),
      );
    }
    for (const tick of linearTicks(0, this.end, Math.max(2, width / 110))) {
      parts.push(
        svg(
          'text',
          { x: this.px(tick), y: kHeight - 4, class: 'xtick' },
          `${formatTick(tick)}${tick === 0 ? ' s' : ''}`,
        ),
      );
    }
    parts.push(svg('line', { class: 'axis', x1: kLeft, x2: width - kRight, y1: kTop + tall, y2: kTop + tall }));
    return parts;
  }

  lines(inner) {
    return this.series.map((s) => {
      const kept = s.dots ? dotPlaces(s.x.length, inner) : thinned(s.x, s.y, inner, this.end);
      const usable = kept.filter((i) => Number.isFinite(s.y[i]) && (!this.log || s.y[i] > 0));
      if (s.dots)
        return svg(
          'g',
          {},
          ...usable.map((i) =>
            svg('circle', { class: 'dot', cx: this.px(s.x[i]), cy: this.py(s.y[i]), r: 2.6, stroke: s.colour }),
          ),
        );
      const points = usable.map((i) => `${this.px(s.x[i]).toFixed(1)},${this.py(s.y[i]).toFixed(1)}`);
      return svg('polyline', { class: 'line', points: points.join(' '), stroke: s.colour });
    });
  }

  show(time) {
    if (!this.cursor) return;
    const x = this.px(Math.min(time, this.end));
    this.cursor.setAttribute('x1', x);
    this.cursor.setAttribute('x2', x);
    const values = this.series
      .filter((s) => !s.dots)
      .map((s) => {
        const value = s.at(time);
        return h(
          'span',
          {},
          h('i', { class: 'swatch', style: `background: ${s.colour}` }),
          `${s.label} `,
          h('b', {}, format(value === undefined ? value : value * this.factor)),
        );
      });
    this.readout.replaceChildren(...values);
  }
}

function dotPlaces(count, inner) {
  const stride = Math.max(1, Math.round((count * 16) / inner));
  const places = [];
  for (let i = 0; i < count; i += stride) places.push(i);
  if (places[places.length - 1] !== count - 1) places.push(count - 1);
  return places;
}
