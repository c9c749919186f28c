"""Materials by name."""

from __future__ import annotations

from typing import Any, Dict

from . import _core


def presets(name: str = "") -> Dict[str, Any]:
    """Materials known by name with a source for each number, as ``stiction presets --json`` prints them.

    >>> denim = presets("denim")["presets"][0]
    >>> scene.add_cloth("trousers", points, faces, material=denim["material"], friction=denim["friction"])

    ``material={"preset": "denim"}`` in a scene does the same. A name may stand for a sheet and for a solid.

    Args:
        name: one of them; nothing for all.
    """
    return _core.presets(name)
