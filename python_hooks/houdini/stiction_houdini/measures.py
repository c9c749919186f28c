"""Quantities of a scene's expectations from the geometry of every frame: what a host's cache can tell.

They are those of `summary.json` (docs/run_folder.md), seen at frames instead of steps: a path is the polygon through the frames,
a largest speed the largest of a frame. What needs contacts, energies or residuals is not here; `measure` raises Unmeasured.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import dist, sqrt
from typing import Any, Dict, List, Optional, Sequence, Tuple

Point = Tuple[float, float, float]

# As the core's kRestSpeed, m/s.
REST_SPEED = 1e-4


class Unmeasured(Exception):
    """A quantity that geometry alone does not tell."""


@dataclass
class ObjectTrack:
    """One object over the frames. Masses are lumped from the elements of its first frame, as the solver does."""

    masses: List[float]
    frame_time: float
    start: List[Point] = field(default_factory=list)
    last: List[Point] = field(default_factory=list)
    centres: List[Point] = field(default_factory=list)
    speeds: List[float] = field(default_factory=list)

    def add(self, positions: Sequence[Point], velocities: Sequence[Point]) -> None:
        self.start = self.start or list(positions)
        self.last = list(positions)
        self.centres.append(_mean(positions, self.masses))
        self.speeds.append(sqrt(sum(x * x for x in _mean(velocities, self.masses))))

    def measure(self, quantity: str) -> Optional[float]:
        name, index = _split(quantity)
        displacement = tuple(b - a for a, b in zip(self.centres[0], self.centres[-1]))
        vectors = {
            "com": self.centres[-1],
            "com_start": self.centres[0],
            "displacement_vector": displacement,
            "bounds.min": tuple(min(p[k] for p in self.last) for k in range(3)),
            "bounds.max": tuple(max(p[k] for p in self.last) for k in range(3)),
        }
        if index is not None:
            if name not in vectors:
                raise Unmeasured(quantity)
            return vectors[name][index]
        if name == "displacement":
            return sqrt(sum(x * x for x in displacement))
        if name == "slid":
            return sum(dist(a, b) for a, b in zip(self.centres, self.centres[1:]))
        if name == "speed_final":
            return self.speeds[-1]
        if name == "max_speed":
            return max(self.speeds)
        if name == "node_displacement_max":
            return max(dist(a, b) for a, b in zip(self.start, self.last))
        if name == "mass":
            return sum(self.masses)
        if name == "stopped_at":
            return self._stopped_at()
        raise Unmeasured(quantity)

    def _stopped_at(self) -> Optional[float]:
        moving = [i for i, speed in enumerate(self.speeds) if speed >= REST_SPEED]
        first = moving[-1] + 1 if moving else 0
        return first * self.frame_time if first < len(self.speeds) else None


def measure(tracks: Dict[str, ObjectTrack], quantity: str) -> Optional[float]:
    """By the path that an expectation names."""
    found = re.fullmatch(r"objects\.([A-Za-z0-9_-]+)\.(.+)", quantity)
    if not found or found.group(1) not in tracks:
        raise Unmeasured(quantity)
    return tracks[found.group(1)].measure(found.group(2))


def verdict(expectation: Dict[str, Any], value: Optional[float]) -> bool:
    """Whether a value is as expected: within margin + relative * |value|, and the limits."""
    if "value" in expectation and expectation["value"] is None:
        return value is None
    if value is None:
        return False
    if "value" in expectation:
        allowed = expectation.get("margin", 0.0) + expectation.get("relative", 0.0) * abs(expectation["value"])
        if abs(value - expectation["value"]) > allowed:
            return False
    return not ("min" in expectation and value < expectation["min"]) and not (
        "max" in expectation and value > expectation["max"]
    )


def lumped_masses(positions: Sequence[Point], elements: Sequence[Sequence[int]], density: float) -> List[float]:
    """Equal shares of every triangle's area or tetrahedron's volume to its corners."""
    masses = [0.0] * len(positions)
    for corners in elements:
        share = density * _size([positions[i] for i in corners]) / len(corners)
        for corner in corners:
            masses[corner] += share
    return masses


def _size(corners: List[Point]) -> float:
    a = corners[0]
    u, v = (tuple(x - y for x, y in zip(corners[i], a)) for i in (1, 2))
    normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    if len(corners) == 3:
        return 0.5 * sqrt(sum(x * x for x in normal))
    return abs(sum(n * (x - y) for n, x, y in zip(normal, corners[3], a))) / 6.0


def _mean(vectors: Sequence[Point], masses: Sequence[float]) -> Point:
    total = sum(masses)
    sums = [sum(m * v[k] for m, v in zip(masses, vectors)) / total for k in range(3)]
    return sums[0], sums[1], sums[2]


def _split(quantity: str) -> Tuple[str, Optional[int]]:
    found = re.fullmatch(r"(.+)\[([0-2])\]", quantity)
    return (found.group(1), int(found.group(2))) if found else (quantity, None)
