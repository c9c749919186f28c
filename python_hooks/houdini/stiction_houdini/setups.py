"""Set-ups that the shelf drops: a few nodes that simulate when the play bar runs."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from .network import Expression, NodeSpec, Value, build
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


def rigid_pile(hou: Any) -> Any:
    """Ten nearly rigid boxes fall into a pyramid and rest. There are no rigid bodies yet: these are soft ones of 1e9 Pa."""
    name = operator("softbody_setup")
    return _drop(hou, "stiction_pile", name, pile_nodes(name))


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


# The boxes of test_hips/stiff_pile.json: rows from below, how far each box is turned about the vertical in degrees.
_BOX_SIZE = 0.2
_THICKNESS = 0.002
_FALL = 0.02  # a box above what it falls on, m
_BESIDE = 0.02  # between boxes of a row, m
_TURNS = ((3.0, -2.0, 4.0, -5.0), (2.0, -4.0, 5.0), (-3.0, 1.0), (6.0,))
_STIFF: Dict[str, Value] = {
    "make_tets": 0,
    "material_young": 1e9,
    "material_poisson": 0.3,
    "material_density": 1000.0,
    "thickness": _THICKNESS,
    "friction": 0.6,
    "surface_gaps": "mesh",
    "collider_friction": 1.0,
    "solver_method": "staggered",
    "time_steps_per_frame": 8,
}


def pile_nodes(asset: str) -> List[NodeSpec]:
    """One box is made of tetrahedra as the asset would make it, and every other is a copy with a name: an object of its own."""
    specs = [
        NodeSpec("box", "box", {"size": (_BOX_SIZE, _BOX_SIZE, _BOX_SIZE)}),
        NodeSpec("triangles", "divide", {}, {0: "box"}),
        NodeSpec("tets", "tetconform", {}, {0: "triangles"}),
    ]
    places = [place for row, turns in enumerate(_TURNS) for place in _row(row, turns)]
    for number, (at, turn) in enumerate(places):
        specs.append(NodeSpec(f"place{number}", "xform", {"t": at, "r": (0.0, turn, 0.0)}, {0: "tets"}))
        specs.append(_wrangle(f"name{number}", "primitive", f's@name = "box{number}";', f"place{number}"))
    return [
        *specs,
        NodeSpec("boxes", "merge", {}, {number: f"name{number}" for number in range(len(places))}),
        NodeSpec("ground", "box", {"size": (2.0, 0.2, 2.0), "t": (0.0, -0.1, 0.0)}),
        # few and large triangles, touched as they are
        _wrangle("ground_gaps", "detail", 's@stiction_surface_gaps = "mesh";', "ground"),
        NodeSpec("pile", asset, dict(_STIFF), {0: "boxes", 1: "ground_gaps"}),
        NodeSpec("both", "merge", {}, {0: "pile", 1: "ground"}, display=True),
    ]


def _row(row: int, turns: Tuple[float, ...]) -> List[Tuple[Tuple[float, ...], float]]:
    """Where the boxes of a row are, and how far they are turned."""
    height = (_BOX_SIZE + _THICKNESS) / 2 + _FALL + row * (_BOX_SIZE + _THICKNESS + _FALL)
    middle = (len(turns) - 1) / 2
    return [((round((i - middle) * (_BOX_SIZE + _BESIDE), 6), round(height, 6), 0.0), turn) for i, turn in enumerate(turns)]


def _wrangle(name: str, over: str, code: str, source: str) -> NodeSpec:
    return NodeSpec(name, "attribwrangle", {"class": over, "snippet": code}, {0: source})


def _drop(hou: Any, name: str, asset: str, specs: List[NodeSpec]) -> Any:
    if hou.nodeType(hou.sopNodeTypeCategory(), asset) is None:
        raise SetupError(_ASSETS_MISSING.format(name=asset))
    geometry = hou.node("/obj").createNode("geo", name)
    build(geometry, specs)
    return geometry
