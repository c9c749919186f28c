"""The contacts of a step as arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Dict

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, repr=False)
class Contacts:
    """Contacts that carried an impulse in the last step, one row each, at the end of that step.

    Attributes:
        object_a: name of the object on side A.
        object_b: name of the object or collider on side B.
        node_a: the point of object A that bears most of the contact.
        kind: vertex_obstacle, face_obstacle, vertex_face, edge_edge or vertex_smooth.
        sticking: True where it sticks, False where it slides.
        points: where, m.
        normals: unit vectors from side B to side A.
        impulses: on side A over the step, in world axes, N s.
        velocities: of side A over side B, in world axes, m/s.
        gaps: distance less the two thicknesses; negative is penetration, m.
        mu: friction coefficient of the pair.
        step: length of the time step, s.
    """

    object_a: NDArray[np.str_]
    object_b: NDArray[np.str_]
    node_a: NDArray[np.int32]
    kind: NDArray[np.str_]
    sticking: NDArray[np.bool_]
    points: NDArray[np.float64]
    normals: NDArray[np.float64]
    impulses: NDArray[np.float64]
    velocities: NDArray[np.float64]
    gaps: NDArray[np.float64]
    mu: NDArray[np.float64]
    step: float

    @property
    def sliding(self) -> NDArray[np.bool_]:
        """True where the contact slides."""
        return ~self.sticking

    @property
    def forces(self) -> NDArray[np.float64]:
        """Mean force on side A over the step, N."""
        return self.impulses / self.step

    @property
    def normal_impulses(self) -> NDArray[np.float64]:
        """Size of the normal part of the impulses, N s."""
        result: NDArray[np.float64] = np.einsum("ij,ij->i", self.impulses, self.normals)
        return result

    @property
    def tangential_impulses(self) -> NDArray[np.float64]:
        """Tangential part of the impulses, (contacts, 3), N s."""
        return self.impulses - self.normal_impulses[:, None] * self.normals

    @property
    def slip(self) -> NDArray[np.float64]:
        """Tangential part of the velocities, (contacts, 3), m/s."""
        along = np.einsum("ij,ij->i", self.velocities, self.normals)
        result: NDArray[np.float64] = self.velocities - along[:, None] * self.normals
        return result

    @property
    def cone(self) -> NDArray[np.float64]:
        """|r_T| / (mu r_N): 0 presses straight, 1 is at the edge of the friction cone; 0 where mu is 0."""
        limit = self.mu * self.normal_impulses
        size = np.linalg.norm(self.tangential_impulses, axis=1)
        return np.divide(size, limit, out=np.zeros_like(size), where=limit > 0)

    def where(self, mask: NDArray[np.bool_]) -> Contacts:
        """The contacts for which `mask` is True."""
        return Contacts(**{name: column if name == "step" else column[mask] for name, column in self.as_dict().items()})

    def between(self, a: str, b: str) -> Contacts:
        """The contacts of two named objects, whichever side they are on."""
        return self.where(
            ((self.object_a == a) & (self.object_b == b)) | ((self.object_a == b) & (self.object_b == a))
        )

    def as_dict(self) -> Dict[str, Any]:
        """The columns by name."""
        return {column.name: getattr(self, column.name) for column in fields(self)}

    def __len__(self) -> int:
        return len(self.mu)

    def __repr__(self) -> str:
        return f"<Contacts {len(self)}: {int(self.sticking.sum())} stick, {int(self.sliding.sum())} slide>"
