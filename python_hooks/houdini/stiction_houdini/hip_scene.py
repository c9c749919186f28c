"""A scene as `stiction export` writes it, as a network: files, a merge for what moves, one for obstacles, the solver.

The solver's node takes one geometry of obstacles; the text attribute `name` of its primitives tells them apart, as it does what
moves. Scenes that need more than geometry tells are refused with the reason.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Tuple

from .network import NodeSpec, Value
from .nodes import SOLVER_SOP

# What stiction_solver calls the pieces of its first input and its second input.
_OBJECT_PREFIX = "geometry-"
_COLLIDER_PREFIX = "collider-"
# Keys of lists that name objects.
_NAME_KEYS = ("a", "b", "object", "points", "surface")

# Methods that collide with smooth surfaces of meshes.
SMOOTHING_METHODS = ("staggered", "implicit")

# The geometry object that holds the network, and the node to cook.
OBJECT = "stiction"
RESULT = "result"


class UnsuitableScene(Exception):
    """A scene that the nodes cannot be told."""


@dataclass
class HipScene:
    """What `export.json` says."""

    folder: Path
    description: Dict[str, Any]

    @classmethod
    def read(cls, folder: Path) -> "HipScene":
        return cls(folder, json.loads((folder / "export.json").read_text()))

    @property
    def name(self) -> str:
        return str(self.description["scene"])

    @property
    def fps(self) -> float:
        return float(self.description["fps"])

    @property
    def last_frame(self) -> int:
        """Houdini's frame 1 is the start."""
        return int(self.description["frames"]) + 1

    @property
    def expectations(self) -> List[Dict[str, Any]]:
        return list(self.description["expect"])

    def objects(self, kind: str = "") -> List[Dict[str, Any]]:
        """Colliders, or what moves when `kind` is empty."""
        found = [o for o in self.description["objects"] if (o["type"] == "collider") == (kind == "collider")]
        return list(found)


def check(scene: HipScene) -> None:
    """Raises UnsuitableScene with the reason."""
    if _smooths(scene) and any(o["shape"] == "points" for o in scene.objects("collider")):
        raise UnsuitableScene("a cloud of points becomes an open mesh, which its method refuses as a collider")
    if needs_cells(scene) and not scene.description["cells"] > 1:
        raise UnsuitableScene("its method smooths colliders; export it with --cells, a few large triangles are no plane")


def needs_cells(scene: HipScene) -> bool:
    """Whether flat shapes have to be finely cut to stay flat."""
    flat = [o for o in scene.objects("collider") if o["shape"] in ("plane", "box")]
    return bool(flat) and _smooths(scene)


def _smooths(scene: HipScene) -> bool:
    return scene.description["parameters"]["solver_method"] in SMOOTHING_METHODS


def extra_settings(scene: HipScene) -> str:
    """Lists of the scene (pairs, changes of friction) as lines for the solver's text parameter. Objects are called there what
    the solver's node calls them."""
    names = {str(o["name"]): f"{_OBJECT_PREFIX}{o['name']}" for o in scene.objects()}
    names.update({str(o["name"]): f"{_COLLIDER_PREFIX}{o['name']}" for o in scene.objects("collider")})
    lines: List[str] = []
    for path, entries in scene.description["lists"].items():
        renamed = [
            {key: names[value] if key in _NAME_KEYS else value for key, value in entry.items()} for entry in entries
        ]
        lines.append(f"{path}={json.dumps(renamed)}")
    return "\n".join(lines)


def inexact_colliders(scene: HipScene) -> List[str]:
    """Round shapes that are polygons in Houdini."""
    return [str(collider["name"]) for collider in scene.objects("collider") if not collider["exact"]]


def network(scene: HipScene) -> List[NodeSpec]:
    """The nodes of a scene. Files are looked for beside the .hip, in a folder of the scene's name."""
    check(scene)
    specs: List[NodeSpec] = []
    moving = [_file(specs, scene, o["name"], sequence=False) for o in scene.objects()]
    obstacles = [_file(specs, scene, o["name"], sequence=o["moves"]) for o in scene.objects("collider")]
    targets = [
        _file(specs, scene, o["name"] + "_target" if o["target"] else o["name"], o["target"], "target_of_" + o["name"])
        for o in scene.objects()
        if any(other["target"] for other in scene.objects())
    ]
    inputs: Dict[int, Any] = {}
    for index, (name, sources) in enumerate((("objects", moving), ("colliders", obstacles), ("targets", targets))):
        if sources:
            specs.append(NodeSpec(name, "merge", {}, dict(enumerate(sources))))
            inputs[index] = name
    specs.append(NodeSpec("solver", SOLVER_SOP, _parameters(scene), inputs))
    specs.append(NodeSpec(RESULT, "output", {}, {0: "solver"}, display=True))
    return specs


def _file(specs: List[NodeSpec], scene: HipScene, name: str, sequence: bool, node: str = "") -> str:
    # Frame 0000 is the start, Houdini's frame 1.
    number = "`padzero(4, $F - 1)`" if sequence else "0000"
    path = f"$HIP/{scene.folder.name}/{name}.{number}.geo"
    spec = NodeSpec(node or "file_" + name.replace("-", "_"), "file", {"file": path})
    specs.append(spec)
    return spec.name


def _parameters(scene: HipScene) -> Dict[str, Value]:
    values: Dict[str, Value] = {}
    for name, value in scene.description["parameters"].items():
        values[name] = tuple(value) if isinstance(value, list) else value
    if scene.description["lists"]:
        values["extra_settings"] = extra_settings(scene)
    return values


def pairs(flat: List[Any]) -> Dict[str, Any]:
    """A list of key, value, key, value as Houdini's files have it."""
    return dict(zip(flat[::2], flat[1::2]))


def attributes(document: List[Any], owner: str) -> List[Tuple[Dict[str, Any], Dict[str, Any]]]:
    owners = pairs(pairs(document)["attributes"])
    return [(pairs(definition), pairs(data)) for definition, data in owners.get(owner, [])]
