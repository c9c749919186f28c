"""The deformable objects of a simulation as arrays."""

from __future__ import annotations

from typing import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core


class SimObject:
    """One deformable object of a simulation.

    The arrays look into the simulation's own memory: no copies, they cannot be written to, and they change with every
    step. `array.copy()` keeps a moment. They stay valid as long as you hold them, whatever becomes of the simulation.
    """

    def __init__(self, live: _core.LiveSimulation, number: int, name: str, kind: str) -> None:
        self._live = live
        self._number = number
        self.name = name
        self.type = kind

    @property
    def positions(self) -> NDArray[np.float64]:
        """(points, 3), m."""
        return self._live.positions(self._number)

    @property
    def velocities(self) -> NDArray[np.float64]:
        """(points, 3), m/s."""
        return self._live.velocities(self._number)

    @property
    def rest_positions(self) -> NDArray[np.float64]:
        """(points, 3), m: the shape at the start, which is the rest shape."""
        return self._live.rest_positions(self._number)

    @property
    def masses(self) -> NDArray[np.float64]:
        """(points), kg."""
        return self._live.masses(self._number)

    @property
    def triangles(self) -> NDArray[np.int32]:
        """(triangles, 3) point numbers; of a soft body its surface, facing outward."""
        return self._live.triangles(self._number)

    @property
    def tets(self) -> NDArray[np.int32]:
        """(tets, 4) point numbers; none for cloth."""
        return self._live.tets(self._number)

    @property
    def pinned(self) -> NDArray[np.int32]:
        """Numbers of the points that are held, or moved along."""
        return self._live.pinned(self._number)

    @property
    def center_of_mass(self) -> NDArray[np.float64]:
        """(3), m."""
        result: NDArray[np.float64] = self.masses @ self.positions / self.masses.sum()
        return result

    @property
    def momentum(self) -> NDArray[np.float64]:
        """(3), kg m/s."""
        result: NDArray[np.float64] = self.masses @ self.velocities
        return result

    def set_positions(self, positions: ArrayLike) -> None:
        """Put the points elsewhere, (points, 3), m. Pinned points go back to where their motion takes them."""
        self._live.set_positions(self._number, np.asarray(positions, dtype=np.float64))

    def set_velocities(self, velocities: ArrayLike) -> None:
        """Give the points other velocities, (points, 3), m/s."""
        self._live.set_velocities(self._number, np.asarray(velocities, dtype=np.float64))

    def __len__(self) -> int:
        return len(self.masses)

    def __repr__(self) -> str:
        elements = f"{len(self.tets)} tets" if len(self.tets) else f"{len(self.triangles)} triangles"
        return f"<SimObject {self.name!r} ({self.type}): {len(self)} points, {elements}>"


class Objects(Mapping[str, SimObject]):
    """The deformable objects of a simulation by their names."""

    def __init__(self, live: _core.LiveSimulation) -> None:
        self._objects = {
            name: SimObject(live, number, name, kind) for number, (name, kind) in enumerate(live.objects())
        }

    def __getitem__(self, name: str) -> SimObject:
        try:
            return self._objects[name]
        except KeyError:
            raise KeyError(f"no deformable object named {name!r}; there are {', '.join(self._objects)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._objects)

    def __len__(self) -> int:
        return len(self._objects)

    def __repr__(self) -> str:
        return f"<Objects {', '.join(self._objects)}>"
