"""Geometry files: .bgeo, .geo, .obj and .ply as arrays."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Dict, Union

import numpy as np
from numpy.typing import NDArray

from . import _core

PathLike = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True, repr=False)
class Geometry:
    """Points and elements of one file.

    Attributes:
        positions: (points, 3), m.
        corners: point numbers of all polygons, one polygon after the other.
        counts: how many corners each polygon has.
        tets: (tets, 4) point numbers.
        attributes: point attributes by name; ``v`` is the velocity.
        groups: point numbers of every group by name.
    """

    positions: NDArray[np.float64]
    corners: NDArray[np.int32]
    counts: NDArray[np.int32]
    tets: NDArray[np.int32]
    attributes: Dict[str, NDArray[Any]] = field(default_factory=dict)
    groups: Dict[str, NDArray[np.int32]] = field(default_factory=dict)

    @property
    def triangles(self) -> NDArray[np.int32]:
        """(triangles, 3): the polygons, cut as a scene cuts those of its mesh files."""
        return _core.cut_polygons(self.positions, self.corners, self.counts)

    def __repr__(self) -> str:
        return (
            f"<Geometry {len(self.positions)} points, {len(self.counts)} polygons, {len(self.tets)} tets, "
            f"attributes {sorted(self.attributes)}>"
        )


def read_geometry(path: PathLike) -> Geometry:
    """Read a geometry file: .bgeo, .bgeo.sc, .geo, .obj or .ply."""
    return Geometry(**_core.read_geometry(os.fspath(path)))
