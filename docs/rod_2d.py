#!/usr/bin/env python3
"""Figures 4.4 and 4.5 of [Larionov 2022]: a springy rod on a belt, in the plane. Standard library alone.

    rod_2d.py eigenvalues OUT.svg      eigenvalues of the motion while the end goes in and out of contact
    rod_2d.py energy OUT.svg           kinetic energy over time for several steps and rules

The same equations as solver_core/tests/support/rod_2d.hpp, where they are checked against the closed forms.
"""

import cmath
import math
import sys

from plots import COLOURS, Panel, save

REST = math.sqrt(2.0)  # length of the rod at rest, m


class Rod:
    def __init__(self, k, m, mu, kappa, delta, eps, v_s, gravity=9.81):
        self.k, self.m, self.mu, self.eps, self.v_s, self.g = k, m, mu, eps, v_s, gravity
        self.stiffness, self.delta = kappa / delta, delta

    def load(self, y):
        depth = self.delta - (y + 1)
        return (3 * self.stiffness * depth * depth, -6 * self.stiffness * depth) if depth > 0 else (0.0, 0.0)

    def force(self, x, y, u):
        """Force and its derivatives: f, df/dq, df_x/dv_x."""
        r = math.hypot(x, y)
        load, slope = self.load(y)
        slip = u - self.v_s
        share = -self.mu * slip / (abs(slip) + self.eps)
        rate = -self.mu * self.eps / (abs(slip) + self.eps) ** 2
        pull = self.k * (REST / r - 1)
        c = self.k * REST / r ** 3
        f = (pull * x + load * share, pull * y + load - self.m * self.g)
        d = (pull - c * x * x, -c * x * y + slope * share, -c * x * y, pull - c * y * y + slope)
        return f, d, load * rate

    def solve(self, qb, vb, a, v):
        """Root of m (v - vb) = a f(qb + a v, v): Newton with a line search."""
        def residual(v):
            f, d, c = self.force(qb[0] + a * v[0], qb[1] + a * v[1], v[0])
            return (v[0] - vb[0] - a / self.m * f[0], v[1] - vb[1] - a / self.m * f[1]), d, c

        r, d, c = residual(v)
        for _ in range(100):
            size = math.hypot(*r)
            if size < 1e-11:
                break
            s = a / self.m
            j = (1 - s * (a * d[0] + c), -s * a * d[1], -s * a * d[2], 1 - s * a * d[3])
            det = j[0] * j[3] - j[1] * j[2]
            p = ((-r[0] * j[3] + r[1] * j[1]) / det, (-r[1] * j[0] + r[0] * j[2]) / det)
            alpha = 1.0
            while True:
                trial = (v[0] + alpha * p[0], v[1] + alpha * p[1])
                found = residual(trial)
                if math.hypot(*found[0]) < size or alpha < 1e-6:
                    break
                alpha /= 2
            v, (r, d, c) = trial, found
        return v

    def step(self, q, v, h, rule):
        """One step of be, tr or tr_bdf2 (integrators/stage_rule.hpp)."""
        if rule == "be":
            v1 = self.solve(q, v, h, v)
            return (q[0] + h * v1[0], q[1] + h * v1[1]), v1
        f = self.force(*q, v[0])[0]
        a0 = (f[0] / self.m, f[1] / self.m)
        w = h / 2 if rule == "tr" else h / 4
        qb, vb = tuple(q[i] + w * v[i] for i in (0, 1)), tuple(v[i] + w * a0[i] for i in (0, 1))
        v1 = self.solve(qb, vb, w, v)
        if rule == "tr":
            return tuple(qb[i] + w * v1[i] for i in (0, 1)), v1
        a1 = tuple((v1[i] - vb[i]) / w for i in (0, 1))
        w = h / 3
        qb = tuple(q[i] + w * (v[i] + v1[i]) for i in (0, 1))
        vb = tuple(v[i] + w * (a0[i] + a1[i]) for i in (0, 1))
        v2 = self.solve(qb, vb, w, v1)
        return tuple(qb[i] + w * v2[i] for i in (0, 1)), v2

    def eigenvalues(self, q, v):
        """Of the derivative of (v, f / m): roots of its characteristic polynomial, by Durand and Kerner."""
        _, d, c = self.force(*q, v[0])
        a, b, e, g = (value / self.m for value in d)
        c /= self.m
        # det (L^2 - c L e_x e_x^T - D) = (L^2 - c L - a) (L^2 - g) - b e
        poly = (1.0, -c, -a - g, c * g, a * g - b * e)
        roots = [cmath.rect(1 + abs(c) / 2, 0.4 + 1.6 * n) for n in range(4)]
        for _ in range(200):
            change = 0.0
            for n in range(4):
                value = 0j
                for coefficient in poly:
                    value = value * roots[n] + coefficient
                for other in range(4):
                    if other != n:
                        value /= roots[n] - roots[other]
                roots[n] -= value
                change = max(change, abs(value))
            if change < 1e-10:
                break
        return roots


def plot_eigenvalues(out):
    rod = Rod(10, 1, 1.2, 100, 0.4, 0.01, 0.0)
    h, q, v = 4e-5, (-1.0, -0.6), (0.0, 0.0)
    panel = Panel((-12, 12), (-30, 30), "Eigenvalues, 3 s; unstable for BE: shaded", "real (1/s)", "imaginary (1/s)")
    x0, y0 = panel.at(0, 30)
    x1, y1 = panel.at(12, -30)
    panel.parts.append(f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" '
                       f'fill="#d33" fill-opacity="0.10"/>')
    seen, unstable, frames = set(), 0, 0
    for n in range(75000):
        q, v = rod.step(q, v, h, "be")
        if n % 125:
            continue
        frames += 1
        roots = rod.eigenvalues(q, v)
        # Backward Euler grows where |1 - h L| < 1: the disc about 1/h, here as good as the right half plane.
        unstable += any(abs(1 - h * root) < 1 - 1e-12 for root in roots)
        for k, root in enumerate(sorted(roots, key=lambda r: (r.imag, r.real))):
            place = (round(root.real, 1), round(root.imag, 1), k)
            if abs(root.real) < 12 and abs(root.imag) < 30 and place not in seen:
                seen.add(place)
                u, w = panel.at(root.real, root.imag)
                panel.parts.append(f'<circle cx="{u:.1f}" cy="{w:.1f}" r="1.5" fill="{COLOURS[k]}"/>')
    save(out, [panel])
    print(f"{frames} frames, {unstable} with an eigenvalue in the unstable region")


def plot_energy(out):
    panels = []
    for rule, steps in (("tr_bdf2", (0.04, 0.01, 0.001)), ("be", (0.04, 0.001, 1e-4)), ("tr", (0.04, 0.01, 0.001))):
        panel = Panel((0, 4), (0, 0.6), f"Kinetic energy, {rule}", "time (s)", "J")
        for n, h in enumerate(steps):
            rod = Rod(15, 1, 0.2, 1e3, 0.01, 0.01, -0.5)
            q, v, points = (0.0, -1.0), (0.0, 0.0), []
            count = round(4 / h)
            every = max(1, count // 800)
            for i in range(count):
                q, v = rod.step(q, v, h, rule)
                if i % every == 0:
                    points.append((h * (i + 1), min(0.6, 0.5 * (v[0] ** 2 + v[1] ** 2))))
            panel.line(points, COLOURS[n], f"h = {h:g} s")
        panels.append(panel)
    save(out, panels)


def main(arguments):
    plots = {"eigenvalues": plot_eigenvalues, "energy": plot_energy}
    if len(arguments) != 2 or arguments[0] not in plots:
        sys.exit(__doc__)
    plots[arguments[0]](arguments[1])


if __name__ == "__main__":
    main(sys.argv[1:])
