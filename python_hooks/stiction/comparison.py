"""Two caches measured against each other."""

from __future__ import annotations

import os
from typing import Any, Dict, Optional, Tuple

from . import _core
from .geometry import PathLike


def compare(
    a: PathLike,
    b: PathLike,
    *,
    fps: Optional[float] = None,
    unit_a: float = 1.0,
    unit_b: float = 1.0,
    frames: Optional[Tuple[int, int]] = None,
    frames_b: Optional[Tuple[int, int]] = None,
    object: str = "",
    scene: Optional[PathLike] = None,
    collider: Optional[PathLike] = None,
    collider_unit: float = 1.0,
    rest_a: Optional[PathLike] = None,
    rest_b: Optional[PathLike] = None,
    seconds_a: Optional[float] = None,
    seconds_b: Optional[float] = None,
    contact_distance: float = 0.005,
    rest_from: Optional[float] = None,
    rest_speed: float = 0.05,
    threads: int = 0,
) -> Dict[str, Any]:
    """Measure two caches and say which is better at what, as ``stiction compare A B --json`` does.

    >>> compare("out/drape", "vellum/cloth.$F4.bgeo", unit_b=0.01)["better"]

    The dict is the command's JSON: ``a`` and ``b`` with their ``measures``, ``better``, ``quantities`` (words and units),
    ``difference``, ``settings``. docs/compare.md defines every measure.

    Args:
        a: folder of a run, folder of frames, or pattern such as ``cache/cloth.$F4.bgeo``.
        b: the same for the other side.
        fps: frames a second of other programs' files; that of the run on the other side, else 24.
        unit_a: metres a unit of A's files; 0.01 for centimetres.
        unit_b: the same of B's.
        frames: first and last frame by the numbers of the files.
        frames_b: the same of B, where its numbers differ.
        object: one object of a run; all that deform, as one.
        scene: scene file whose colliders both are measured against.
        collider: closed mesh, or sequence of it, that both are measured against; not together with `scene`.
        collider_unit: metres a unit of `collider`.
        rest_a: file of A's rest shape; its first frame.
        rest_b: the same of B's.
        seconds_a: computing time a frame of A, where no run tells.
        seconds_b: the same of B.
        contact_distance: a point this near to a collider touches it, m.
        rest_from: look for resting parts from this time on, s; the last quarter.
        rest_speed: what moves more slowly over that time rests, m/s.
        threads: how many to compute with; 0 for all cores.
    """
    options = {
        "fps": fps,
        "unit_a": unit_a,
        "unit_b": unit_b,
        "frames": frames,
        "frames_b": frames_b,
        "object": object,
        "scene": None if scene is None else os.fspath(scene),
        "collider": None if collider is None else os.fspath(collider),
        "collider_unit": collider_unit,
        "rest_a": None if rest_a is None else os.fspath(rest_a),
        "rest_b": None if rest_b is None else os.fspath(rest_b),
        "seconds_a": seconds_a,
        "seconds_b": seconds_b,
        "contact_distance": contact_distance,
        "rest_from": rest_from,
        "rest_speed": rest_speed,
    }
    return _core.compare(os.fspath(a), os.fspath(b), options, threads)
