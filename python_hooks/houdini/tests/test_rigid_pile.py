"""The pile that the shelf drops: the boxes of test_hips/stiff_pile.json, on the ground of the set-up."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import pytest

from conftest import PROGRAM, REPOSITORY
from stiction_houdini.asset_networks import softbody_setup
from stiction_houdini.declaration import Declaration
from stiction_houdini.network import NodeSpec
from stiction_houdini.nodes import object_parameters, operator, scene_folders
from stiction_houdini.setups import pile_nodes

FPS = 24.0


@pytest.fixture(scope="module")
def nodes() -> Dict[str, NodeSpec]:
    return {spec.name: spec for spec in pile_nodes(operator("softbody_setup"))}


def set_path(settings: Dict[str, Any], path: str, value: Any) -> None:
    *sections, key = path.split(".")
    for section in sections:
        settings = settings.setdefault(section, {})
    settings[key] = value


def scene_of(nodes: Dict[str, NodeSpec], declaration: Declaration) -> Dict[str, Any]:
    """What the nodes say, as a scene: transforms of the copies, parameters of the asset, the ground as a mesh."""
    asset = nodes["pile"].parms
    scene: Dict[str, Any] = {"version": 1, "name": "rigid_pile", "contact": {"friction_rule": "product"}}
    for _, parameters in scene_folders(declaration):
        for parameter in parameters:
            if parameter.name in asset:
                set_path(scene, parameter.path, asset[parameter.name])
    steps = int(scene["time"]["steps_per_frame"])
    scene["time"].update({"step": 1.0 / (FPS * steps), "frames": int(3 * FPS)})
    objects: List[Dict[str, Any]] = []
    for index in sorted(nodes["boxes"].inputs):
        named = nodes[str(nodes["boxes"].inputs[index])]
        place = nodes[str(named.inputs[0])]
        box: Dict[str, Any] = {"name": str(named.parms["snippet"]).split('"')[1], "type": "soft"}
        box["mesh"] = {"generator": "box", "size": list(nodes["box"].parms["size"]), "divisions": [1, 1, 1]}  # type: ignore[arg-type]
        box["transform"] = {"translate": list(place.parms["t"]), "rotate": list(place.parms["r"])}  # type: ignore[arg-type]
        for parameter in object_parameters(declaration, "soft"):
            if parameter.name in asset:
                set_path(box, parameter.path, asset[parameter.name])
        objects.append(box)
    ground = nodes["ground"].parms
    mesh = {"generator": "box", "size": list(ground["size"]), "divisions": [1, 1, 1]}  # type: ignore[arg-type]
    shape = {"type": "mesh", "mesh": mesh, "surface": {"gaps": str(nodes["ground_gaps"].parms["snippet"]).split('"')[1]}}
    objects.append(
        {
            "name": "ground",
            "type": "collider",
            "friction": asset["collider_friction"],
            "shape": shape,
            "transform": {"translate": list(ground["t"])},  # type: ignore[arg-type]
        }
    )
    scene["objects"] = objects
    return scene


def test_it_comes_to_rest_as_the_exam_does(
    nodes: Dict[str, NodeSpec], declaration: Declaration, tmp_path: Path
) -> None:
    scene = scene_of(nodes, declaration)
    exam = tmp_path / "exam"
    source = REPOSITORY / "test_hips" / "stiff_pile.json"
    subprocess.run([PROGRAM, "simulate", str(source), "--frames", "0-0", "--out", str(exam)], check=True, capture_output=True)
    resolved = json.loads((exam / "scene.json").read_text())
    for ours, theirs in zip(scene["objects"][:-1], resolved["objects"]):
        assert ours["name"] == theirs["name"] and ours["transform"]["rotate"] == theirs["transform"]["rotate"]
        assert ours["transform"]["translate"] == pytest.approx(theirs["transform"]["translate"])
        for key in ("friction", "thickness"):
            assert ours[key] == theirs[key]
        for key, value in ours["material"].items():
            assert value == theirs["material"][key]
    scene["expect"] = resolved["expect"]
    path = tmp_path / "rigid_pile.json"
    path.write_text(json.dumps(scene))
    verified = subprocess.run([PROGRAM, "verify", str(path)], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_every_box_is_an_object_of_its_own(nodes: Dict[str, NodeSpec]) -> None:
    named = [nodes[str(source)] for source in nodes["boxes"].inputs.values()]
    assert len({node.parms["snippet"] for node in named}) == len(named) == 10
    assert {node.parms["class"] for node in named} == {"primitive"}


def test_tetrahedra_are_made_as_the_asset_makes_them(nodes: Dict[str, NodeSpec], declaration: Declaration) -> None:
    inside = {spec.name: spec for spec in softbody_setup(declaration)}
    for name in ("triangles", "tets"):
        assert (nodes[name].type, nodes[name].parms) == (inside[name].type, inside[name].parms)
    assert nodes["tets"].inputs == inside["tets"].inputs == {0: "triangles"}
    assert nodes["pile"].parms["make_tets"] == 0
