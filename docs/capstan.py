#!/usr/bin/env python3
"""Threshold of the strip over a drum, by bisection (Larionov 2022, figure 3.5 and appendix B).

    ./run build
    PYTHONPATH=build/python python3 docs/capstan.py                      # five offsets, exact cylinder
    PYTHONPATH=build/python python3 docs/capstan.py --offset 0.8 --cells 30x7 65x16 --drum 48 96 192

A strip of 4 m hangs over a drum of radius 1.6/pi; one end is longer than the other by the offset. It settles with friction 1,
gets its coefficient, and slips or holds. The coefficient falls in steps: let go at once, the strip springs by half a millimetre
and arrives with a speed that alone moves the threshold by 1 %. Every combination of offset, mesh and drum is bisected and
becomes a row of a table.
"""

import argparse
import math

import numpy as np
import stiction

LENGTH, RADIUS = 4.0, 1.6 / math.pi
HOLD, SETTLE, WATCH = 0.4, 1.4, 2.5  # s: with friction 1; until the coefficient is reached; and judged
STEPS = 20  # in which the coefficient falls from 1, the last ones small
SLIP = 5e-4  # m along the drum after release; what holds moves by hundredths of a millimetre


def threshold(offset):
    """Root of eq. B.2, whose factor printed `mu R - l` is pi R - l."""
    short = 0.5 * (LENGTH - math.pi * RADIUS - offset)

    def excess(mu):
        hanging = (LENGTH - math.pi * RADIUS) * math.exp(-0.5 * math.pi * mu) / (2 * math.cosh(0.5 * math.pi * mu))
        return hanging - 2 * RADIUS * mu / (mu * mu + 1) - short

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return low


def strip(offset, along, across, width):
    """Points and quads: a hanging end at either side of half a turn, laid out exactly."""
    short = 0.5 * (LENGTH - math.pi * RADIUS - offset)
    points, quads = [], []
    for i in range(along + 1):
        s = LENGTH * i / along - short  # 0 where the drum begins
        turn = min(max(s / RADIUS, 0.0), math.pi)
        drop = -s if s < 0 else max(0.0, s - math.pi * RADIUS)
        for j in range(across + 1):
            points.append([-RADIUS * math.cos(turn), RADIUS * math.sin(turn) - drop, width * (j / across - 0.5)])
    for i in range(along):
        for j in range(across):
            first = i * (across + 1) + j
            quads.append([first, first + 1, first + across + 2, first + across + 1])
    return np.array(points), np.array(quads)


def build(arguments, offset, cells, drum, mu, scale=1.0):
    along, across = cells
    scene = stiction.Scene()
    scene.set("name", "capstan")
    scene.set("time", {"step": arguments.step, "steps_per_frame": 10,
                       "frames": math.ceil((SETTLE + WATCH) / arguments.step / 10)})
    scene.set("solver", {"method": arguments.method})
    if arguments.method == "projective":
        scene.set("solver.iterations", arguments.iterations)
    points, quads = strip(offset, along, across, 0.2 if across == 1 else LENGTH * across / along)
    scene.add_cloth("strip", points, quads, friction=1, thickness=arguments.thickness, self_contact=False,
                    material={"density": 0.2, "stretch": arguments.stretch, "bend": 1e-6, "rest_flat": True})
    # The middle of the sheet lies at R.
    size = {"radius": scale * (RADIUS - 0.5 * arguments.thickness), "length": max(1.0, 1.25 * LENGTH * across / along)}
    shape = {"type": "cylinder", **size} if drum == 0 else \
        {"type": "mesh", "mesh": {"generator": "cylinder", "resolution": drum, **size}}
    scene.add_collider("drum", shape, transform={"rotate": [90, 0, 0]}, friction=1)
    changes = [(k + 1) / STEPS for k in range(STEPS)]
    scene.set("friction_changes", [{"time": HOLD + share * (SETTLE - HOLD), "object": "strip",
                                    "friction": mu + (1 - mu) * (1 - share) ** 3} for share in changes])
    return scene


def drum_scale(arguments, cells, drum):
    """The smooth surface of a mesh is not where the mesh is: scales the drum so that settled points lie at R."""
    if drum == 0:
        return 1.0
    scale = 1.0
    for _ in range(2):
        sim = stiction.Simulation(build(arguments, 0.0, cells, drum, 1.0, scale), threads=1)
        for _ in range(40):
            sim.step()
        points = sim.objects["strip"].positions
        on_top = points[points[:, 1] > 0.5 * RADIUS]
        scale *= RADIUS / np.linalg.norm(on_top[:, :2], axis=1).mean()
    return scale


class Run:
    """One run, until it slips or the time is up."""

    def __init__(self, scene):
        self.scene = scene
        self.over_budget = self.steps = 0
        self.error = self.seconds = 0.0

    def slips(self):
        sim = stiction.Simulation(self.scene, threads=1)
        body = sim.objects["strip"]
        released = None

        def watch(sim, report):
            nonlocal released
            self.steps += 1
            self.seconds += 1e-3 * report.ms.total
            self.over_budget += report.status == "reached_budget"
            if sim.time < SETTLE - 1e-9:
                return True
            if released is None:
                released = body.positions.copy()
            self.error = max(self.error, report.friction_residual)
            return self.moved(body, released) < SLIP

        sim.run(on_step=watch)
        self.slid = self.moved(body, released)
        return self.slid >= SLIP

    @staticmethod
    def moved(body, released):
        """Along the drum, in its upper half: the hanging ends may swing."""
        on_top = released[:, 1] > 0.5 * RADIUS
        before, now = (np.arctan2(x[on_top, 1], x[on_top, 0]) for x in (released, body.positions))
        return float(RADIUS * abs((now - before).mean()))


def bisect(arguments, offset, cells, drum):
    exact = threshold(offset)
    scale = drum_scale(arguments, cells, drum)
    runs = []

    def slips(share):
        runs.append(Run(build(arguments, offset, cells, drum, exact * share, scale)))
        verdict = runs[-1].slips()
        if arguments.verbose:
            print(f"  mu {exact * share:.6f} ({100 * (share - 1):+.2f} %): {'slips' if verdict else 'holds'}, "
                  f"{1e3 * runs[-1].slid:.3f} mm, over budget {runs[-1].over_budget} of {runs[-1].steps}", flush=True)
        return verdict

    low, high = 1 - arguments.bracket, 1 + arguments.bracket
    while not slips(low):
        low, high = low - 2 * arguments.bracket, low
    while slips(high):
        low, high = high, high + 2 * arguments.bracket
    while high - low > arguments.resolution:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if slips(middle) else (low, middle)
    measured = 0.5 * (low + high)
    steps = sum(run.steps for run in runs)
    print(f"| {offset:g} | {2 * cells[0] * cells[1]} | {drum or 'exact'} | {exact:.6f} | {exact * measured:.6f} | "
          f"{100 * (measured - 1):+.2f} % | {50 * (high - low):.2f} % | "
          f"{sum(run.over_budget for run in runs)} of {steps} | {max(run.error for run in runs):.0e} | "
          f"{1e3 * sum(run.seconds for run in runs) / steps:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--offset", type=float, nargs="+", default=[0.16, 0.32, 0.48, 0.64, 0.8])
    parser.add_argument("--cells", nargs="+", default=["50x1"], help="along x across; nodes lie where the strip leaves the drum if 4 m / along divides 0.8 m")
    parser.add_argument("--drum", type=int, nargs="+", default=[0], help="segments around; 0: an exact cylinder")
    parser.add_argument("--method", default="staggered")
    parser.add_argument("--iterations", type=int, default=50, help="of a step of the method projective")
    parser.add_argument("--step", type=float, default=0.005)
    parser.add_argument("--stretch", type=float, default=20000.0, help="N/m")
    parser.add_argument("--thickness", type=float, default=0.01, help="m")
    parser.add_argument("--bracket", type=float, default=0.01, help="first bracket, as a share")
    parser.add_argument("--resolution", type=float, default=0.001, help="width of the last bracket, as a share")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    print("| offset, m | triangles | drum | closed form | threshold | off | +- | steps over budget | friction error, max | "
          "ms a step |\n|---|---|---|---|---|---|---|---|---|---|")
    for offset in arguments.offset:
        for cells in arguments.cells:
            for drum in arguments.drum:
                bisect(arguments, offset, tuple(int(n) for n in cells.split("x")), drum)


if __name__ == "__main__":
    main()
