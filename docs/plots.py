#!/usr/bin/env python3
"""Line plots as SVG from CSV files, with the standard library alone.

    plots.py incline OUT.svg LABEL=FILE.csv:ACCELERATION:STEP ...   distance over time against backward Euler's own sum
    plots.py convergence OUT.svg FILE.csv                           errors over iterations, one panel a step
    plots.py presets OUT.svg FILE.json                              virtual tests of the material presets

The CSV files come from stiction_convergence (solver_core/benchmarks/convergence.cpp), the JSON file from
`stiction presets --measure --json`.
"""

import csv
import json
import math
import sys

COLOURS = ("#1b6ca8", "#c8553d", "#4a8f3c", "#7a5195", "#b8860b")
WIDTH, HEIGHT = 420, 300
LEFT, RIGHT, TOP, BOTTOM = 62, 12, 28, 44


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def ticks(low, high, count=5):
    step = 10.0 ** math.floor(math.log10((high - low) / count))
    for factor in (1, 2, 5, 10):
        if (high - low) / (step * factor) <= count:
            step *= factor
            break
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, int(math.floor(high / step + 1e-9)) + 1)]


class Panel:
    """One pair of axes; `log` makes the vertical one logarithmic."""

    def __init__(self, x_range, y_range, title, x_label, y_label, log=False):
        self.x, self.y, self.log = x_range, y_range, log
        self.parts = []
        self.legend = []
        self._frame(title, x_label, y_label)

    def at(self, x, y):
        u = (x - self.x[0]) / (self.x[1] - self.x[0])
        low, high = self.y
        if self.log:
            y, low, high = math.log10(max(y, low)), math.log10(low), math.log10(high)
        v = (y - low) / (high - low)
        return LEFT + u * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - v * (HEIGHT - TOP - BOTTOM)

    def _text(self, x, y, text, anchor="middle", extra=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {extra}>{text}</text>')

    def _frame(self, title, x_label, y_label):
        x0, y0 = LEFT, HEIGHT - BOTTOM
        self.parts.append(f'<rect x="{x0}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" '
                          f'height="{HEIGHT - TOP - BOTTOM}" fill="none" stroke="#888"/>')
        self._text(WIDTH / 2, 17, title, extra='font-weight="bold"')
        self._text(WIDTH / 2, HEIGHT - 8, x_label)
        self._text(14, HEIGHT / 2, y_label, extra=f'transform="rotate(-90 14 {HEIGHT / 2})"')
        for value in ticks(*self.x):
            x, _ = self.at(value, self.y[0])
            self.parts.append(f'<path d="M{x:.1f} {y0}v4" stroke="#888"/>')
            self._text(x, y0 + 17, f"{value:g}")
        if self.log:
            low, high = (math.floor(math.log10(value)) for value in self.y)
            marks = [10.0 ** n for n in range(low, high + 1) if self.y[0] <= 10.0 ** n <= self.y[1] * 1.001]
        else:
            marks = ticks(*self.y)
        for value in marks:
            _, y = self.at(self.x[0], value)
            self.parts.append(f'<path d="M{x0} {y:.1f}h{WIDTH - LEFT - RIGHT}" stroke="#ddd"/>')
            self._text(x0 - 6, y + 4, f"{value:g}", "end")

    def line(self, points, colour, label=None, dash=""):
        path = "M" + "L".join("%.2f %.2f" % self.at(x, y) for x, y in points)
        self.parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6" '
                          f'stroke-dasharray="{dash}"/>')
        if label:
            self.legend.append((label, colour, dash))

    def dots(self, points, colour, label=None):
        for x, y in points:
            u, v = self.at(x, y)
            self.parts.append(f'<circle cx="{u:.2f}" cy="{v:.2f}" r="3" fill="none" stroke="{colour}"/>')
        if label:
            self.legend.append((label, colour, None))

    def svg(self, dx):
        for n, (label, colour, dash) in enumerate(self.legend):
            x, y = LEFT + 10, TOP + 14 + 15 * n
            if dash is None:
                self.parts.append(f'<circle cx="{x + 10}" cy="{y - 4}" r="3" fill="none" stroke="{colour}"/>')
            else:
                self.parts.append(f'<path d="M{x} {y - 4}h20" stroke="{colour}" stroke-width="1.6" '
                                  f'stroke-dasharray="{dash}"/>')
            self._text(x + 26, y, label, "start")
        return f'<g transform="translate({dx} 0)">' + "\n".join(self.parts) + "</g>"


def save(path, panels):
    width = WIDTH * len(panels)
    body = "\n".join(panel.svg(n * WIDTH) for n, panel in enumerate(panels))
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" '
                   f'height="{HEIGHT}" font-family="sans-serif" font-size="12">\n'
                   f'<rect width="{width}" height="{HEIGHT}" fill="white"/>\n{body}\n</svg>\n')


def plot_incline(out, arguments):
    runs = []
    for argument in arguments:
        label, rest = argument.split("=", 1)
        path, acceleration, step = rest.rsplit(":", 2)
        runs.append((label, read(path), float(acceleration), float(step)))
    end = max(row["time"] for _, rows, _, _ in runs for row in rows)
    far = max(row["distance"] for _, rows, _, _ in runs for row in rows)
    fast = max(row["speed"] for _, rows, _, _ in runs for row in rows)
    distance = Panel((0, end), (0, 1.05 * far), "Distance", "time (s)", "m")
    speed = Panel((0, end), (0, 1.05 * fast), "Speed", "time (s)", "m/s")
    for n, (label, rows, a, h) in enumerate(runs):
        colour = COLOURS[n % len(COLOURS)]
        a = max(a, 0.0)
        count = len(rows)
        distance.line([(k * h, a * h * h * k * (k + 1) / 2) for k in range(count + 1)], colour)
        speed.line([(k * h, a * h * k) for k in range(count + 1)], colour)
        some = rows[count // 12 - 1::count // 12]
        distance.dots([(row["time"], row["distance"]) for row in some], colour, label)
        speed.dots([(row["time"], row["speed"]) for row in some], colour, label)
    save(out, [distance, speed])


def plot_convergence(out, path):
    rows = read(path)
    steps = sorted({row["step"] for row in rows})
    kinds = (("alart_curnier_normal", "normal"), ("alart_curnier_tangential", "tangential"))
    values = [row[key] for row in rows for key, _ in kinds if row[key] > 0]
    limits = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    last = max(row["iteration"] for row in rows)
    panels = []
    for step in steps:
        panel = Panel((0, last), limits, f"Step {step:g}", "iteration", "mean Alart-Curnier error (m/s)", log=True)
        for n, (key, label) in enumerate(kinds):
            points = [(row["iteration"], row[key]) for row in rows if row["step"] == step]
            panel.line(points, COLOURS[n], label, "" if n == 0 else "5 3")
        panels.append(panel)
    save(out, panels)


def plot_presets(out, path):
    """Tensile curves; bending length against the closed form; drape coefficient over bending length."""
    with open(path, encoding="utf-8") as file:
        cloths = [row for row in json.load(file)["measured"] if row["type"] == "cloth"]
    shown = [row for row in cloths if row["name"] in ("cotton", "denim", "silk", "wool", "jersey")]
    top = max(point[1] for row in shown for point in row["tensile"]["curve"])
    tensile = Panel((0, 5), (0, 1.45 * top), "Tensile test", "strain (%)", "force per width (N/m)")
    for n, row in enumerate(shown):
        given = row["tensile"]["stretch"]
        tensile.line([(0, 0), (5, 0.05 * given)], COLOURS[n])
        tensile.dots([(100 * e, f) for e, f in row["tensile"]["curve"]], COLOURS[n], row["name"])
    lengths = [(50 * row["cantilever"]["overhang_closed_form"], 100 * row["cantilever"]["bending_length"])
               for row in cloths]
    far = 1.1 * max(max(pair) for pair in lengths)
    cantilever = Panel((0, far), (0, far), "Cantilever, ASTM D1388", "bending length, heavy elastica (cm)",
                       "bending length, measured (cm)")
    cantilever.line([(0, 0), (far, far)], "#888", "equal", "5 3")
    cantilever.dots(lengths, COLOURS[0], "presets")
    drape = Panel((0, far), (0, 100), "Cusick drape", "bending length, measured (cm)", "drape coefficient (%)")
    drape.dots([(100 * row["cantilever"]["bending_length"], 100 * row["drape"]["coefficient"]) for row in cloths],
               COLOURS[1], "presets")
    save(out, [tensile, cantilever, drape])


def main(arguments):
    if len(arguments) >= 3 and arguments[0] == "incline":
        plot_incline(arguments[1], arguments[2:])
    elif len(arguments) == 3 and arguments[0] == "convergence":
        plot_convergence(*arguments[1:])
    elif len(arguments) == 3 and arguments[0] == "presets":
        plot_presets(*arguments[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
