"""Set-ups that the shelf drops: a few nodes that simulate when the play bar runs."""

from __future__ import annotations

from typing import Any, List

from .network import Expression, NodeSpec, build
from .nodes import operator

_ASSETS_MISSING = (
    "Houdini does not know {name}. It comes with Stiction's plugin and assets: build the plugin for this Houdini "
    "and run build_assets.py in hython once (docs/build_for_houdini.md)."
)


class SetupError(Exception):
    """What the set-up needs is not installed."""


def cloth_on_body(hou: Any) -> Any:
    """A square metre of cotton falls on a ball that turns."""
    name = operator("cloth_setup")
    return _drop(hou, "stiction_cloth", name, _cloth_nodes(name))


def soft_body_on_ramp(hou: Any) -> Any:
    """A soft block slides down a slope of 20 degrees at a coefficient of 0.3 and speeds up as the law says."""
    name = operator("softbody_setup")
    return _drop(hou, "stiction_soft_body", name, _soft_nodes(name))


def _cloth_nodes(asset: str) -> List[NodeSpec]:
    return [
        NodeSpec("sheet", "grid", {"size": (1.0, 1.0), "t": (0.0, 0.4, 0.0), "rows": 41, "cols": 41}),
        NodeSpec("ball", "sphere", {"type": "polymesh", "rad": (0.3, 0.3, 0.3), "rows": 48, "cols": 96}),
        NodeSpec("turn", "xform", {"ry": Expression("90 * $T")}, {0: "ball"}),
        NodeSpec("cloth", asset, {"friction": 0.6, "collider_friction": 0.5}, {0: "sheet", 1: "turn"}),
        NodeSpec("both", "merge", {}, {0: "cloth", 1: "turn"}, display=True),
    ]


def _soft_nodes(asset: str) -> List[NodeSpec]:
    slope = 20.0
    return [
        NodeSpec("block", "box", {"size": (0.2, 0.2, 0.2), "t": (0.0, 0.101, 0.0)}),
        NodeSpec("tilt_block", "xform", {"rz": -slope}, {0: "block"}),
        NodeSpec("ramp", "box", {"size": (4.0, 0.2, 1.0), "t": (1.5, -0.1, 0.0)}),
        NodeSpec("tilt_ramp", "xform", {"rz": -slope}, {0: "ramp"}),
        NodeSpec(
            "soft_body", asset, {"friction": 1.0, "collider_friction": 0.3}, {0: "tilt_block", 1: "tilt_ramp"}
        ),
        NodeSpec("both", "merge", {}, {0: "soft_body", 1: "tilt_ramp"}, display=True),
    ]


def _drop(hou: Any, name: str, asset: str, specs: List[NodeSpec]) -> Any:
    if hou.nodeType(hou.sopNodeTypeCategory(), asset) is None:
        raise SetupError(_ASSETS_MISSING.format(name=asset))
    geometry = hou.node("/obj").createNode("geo", name)
    build(geometry, specs)
    return geometry
