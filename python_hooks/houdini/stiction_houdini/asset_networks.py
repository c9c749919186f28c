"""The networks inside the digital assets, as data. `build_assets.py` makes them in hython."""

from __future__ import annotations

from typing import Dict, List, Sequence

from .declaration import Declaration, Parameter
from .interface import to_parm
from .network import Expression, NodeSpec, Value
from .nodes import ATTRIBUTE_PREFIX, SOLVER_DOP, SOLVER_SOP, SOLVER_SOP_PARMS, object_parameters, scene_folders

# Parameters of the assets that the declaration does not have: they prepare geometry.
TETS_PARM = "make_tets"
COLLIDER_FRICTION_PARM = "collider_friction"


def attribute_code(parameters: Sequence[Parameter], parent: str = "..") -> str:
    """VEX for a wrangle over the detail: every parameter of the object becomes an attribute of the geometry."""
    lines: List[str] = []
    for parameter in parameters:
        if to_parm(parameter) is None or parameter.path == "material.preset":
            continue
        attribute = ATTRIBUTE_PREFIX + parameter.name
        channel = f'"{parent}/{parameter.name}"'
        if parameter.kind in ("boolean", "integer", "choice"):
            lines.append(f"i@{attribute} = chi({channel});")
        elif parameter.kind == "text":
            lines.append(f"s@{attribute} = chs({channel});")
        elif parameter.size == 3:
            lines.append(f"v@{attribute} = chv({channel});")
        else:
            lines.append(f"f@{attribute} = chf({channel});")
    return "\n".join(lines) + "\n"


def references(declaration: Declaration, parent: str = "..") -> Dict[str, Value]:
    """A solver inside an asset takes its parameters from the asset."""
    values: Dict[str, Value] = {}
    for _, parameters in scene_folders(declaration):
        for parameter in parameters:
            if to_parm(parameter) is None:
                continue
            names = [parameter.name]
            if parameter.size == 3:
                names = [parameter.name + axis for axis in "xyz"]
            function = "chs" if parameter.kind == "text" else "ch"
            for name in names:
                values[name] = Expression(f'{function}("{parent}/{name}")')
    return values


def sop_references(declaration: Declaration, parent: str = "..") -> Dict[str, Value]:
    """The same, with what the SOP has beside the declaration."""
    own = {name: Expression(f'ch("{parent}/{name}")') for name, _, _, _ in SOLVER_SOP_PARMS}
    return {**references(declaration, parent), **own}


def _wrangle(name: str, code: str, source: object) -> NodeSpec:
    return NodeSpec(name, "attribwrangle", {"class": "detail", "snippet": code}, {0: source})  # type: ignore[dict-item]


def cloth_setup(declaration: Declaration) -> List[NodeSpec]:
    """Inputs: cloth, colliders, animation of pinned points."""
    code = attribute_code(object_parameters(declaration, "cloth"))
    return [
        # as Houdini makes it: convex polygons of three sides
        NodeSpec("triangles", "divide", {}, {0: 0}),
        _wrangle("material", code, "triangles"),
        _wrangle("collider", _collider_code(), 1),
        NodeSpec("solver", SOLVER_SOP, sop_references(declaration), {0: "material", 1: "collider", 2: 2}),
        NodeSpec("output0", "output", {}, {0: "solver"}, display=True),
    ]


def softbody_setup(declaration: Declaration) -> List[NodeSpec]:
    """Inputs: a closed surface or tetrahedra, colliders, animation of pinned points."""
    code = attribute_code(object_parameters(declaration, "soft"))
    return [
        # the page of Tet Conform speaks of the triangles of its input
        NodeSpec("triangles", "divide", {}, {0: 0}),
        NodeSpec("tets", "tetconform", {}, {0: "triangles"}),
        NodeSpec("choose", "switch", {"input": Expression(f'ch("../{TETS_PARM}")')}, {0: 0, 1: "tets"}),
        _wrangle("material", code, "choose"),
        _wrangle("collider", _collider_code(), 1),
        NodeSpec("solver", SOLVER_SOP, sop_references(declaration), {0: "material", 1: "collider", 2: 2}),
        NodeSpec("output0", "output", {}, {0: "solver"}, display=True),
    ]


def dop_solver(declaration: Declaration) -> List[NodeSpec]:
    """Inputs: objects that move, obstacles. The obstacles stand to the left of a merge as Houdini makes it: left inputs affect
    right inputs."""
    return [
        NodeSpec("solver", SOLVER_DOP, references(declaration), {0: 0}),
        NodeSpec("relationships", "merge", {}, {0: 1, 1: "solver"}),
        NodeSpec("output", "output", {}, {0: "relationships"}),
    ]


def _collider_code() -> str:
    return f'f@friction = chf("../{COLLIDER_FRICTION_PARM}");\n'
