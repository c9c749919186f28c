"""Scenes in code, text and files; the command's messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pytest

import stiction
from conftest import Command


def refusal(command: Command, scene: Path) -> str:
    """What the command says about a scene it refuses."""
    result = command("validate", scene)
    assert result.returncode == 2
    return result.stderr.strip()


def test_dict_text_and_file_are_the_same_scene(sliding: Dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(sliding)
    file = tmp_path / "sliding.json"
    file.write_text("// a comment\n" + text)
    scenes = [stiction.Scene(sliding), stiction.Scene(text), stiction.Scene(file), stiction.Scene(str(file))]
    assert len({scene.hash for scene in scenes}) == 1
    assert len({scene.to_json() for scene in scenes}) == 1
    assert scenes[2].file == str(file)


def test_json_goes_round(sliding: Dict[str, Any]) -> None:
    scene = stiction.Scene(sliding)
    again = stiction.Scene(scene.to_json())
    assert again.to_json() == scene.to_json()
    assert json.loads(scene.to_json(-1)) == scene.to_dict()
    assert scene.to_dict()["objects"][0]["thickness"] == 0.002  # a default


def test_set_and_get(sliding: Dict[str, Any]) -> None:
    scene = stiction.Scene(sliding)
    assert scene.set("objects.sheet.friction", 0.3) is scene
    assert scene.get("objects.sheet.friction") == 0.3
    assert scene.get("objects[0].friction") == 0.3
    scene.set("time.frames", np.int64(3)).set("gravity", np.array([0.0, -1.0, 0.0]))
    assert scene.frames == 3
    assert scene.get("gravity") == [0, -1, 0]
    with pytest.raises(stiction.InputError, match="weight"):
        scene.get("objects.sheet.weight")
    with pytest.raises(stiction.InputError):
        scene.get("objects.cloth.friction")


def test_overrides_come_before_the_checks(sliding: Dict[str, Any], tmp_path: Path) -> None:
    sliding["time"]["step"] = -1
    file = tmp_path / "sliding.json"
    file.write_text(json.dumps(sliding))
    for source in (sliding, json.dumps(sliding), file):
        with pytest.raises(stiction.InputError):
            stiction.Scene(source)
        assert stiction.Scene(source, {"time.step": 0.01}).get("time.step") == 0.01


def test_a_refused_change_changes_nothing(sliding: Dict[str, Any]) -> None:
    scene = stiction.Scene(sliding)
    before = scene.to_json()
    for path, value in [
        ("objects.sheet.friction", -1),
        ("objects.sheet.fricton", 1),
        ("objects.shet.friction", 1),
        ("contact.pairs", [{"a": "sheet", "b": "nobody", "friction": 1}]),
        ("time.frames", float("nan")),
        ("time=1", 2),
        ("", 1),
    ]:
        with pytest.raises(stiction.InputError):
            scene.set(path, value)
    with pytest.raises(stiction.InputError, match="twice"):
        scene.add_collider("sheet", "plane")
    with pytest.raises(stiction.InputError, match='did you mean "slope"'):
        scene.remove_object("slop")
    assert scene.to_json() == before


@pytest.mark.parametrize(
    "path, value",
    [
        (("objects", 0, "friction"), -1),
        (("objects", 0, "friction"), "0.3"),
        (("objects", 0, "fricton"), 0.3),
        (("objects", 0, "mesh", "divisions"), [6]),
        (("objects", 2, "shape", "type"), "plain"),
        (("objects", 1, "name"), "sheet"),
        (("sovler",), {}),
        (("objects", 0, "mesh"), {"points": [[0, 0, 0], [1, 0, 0], [0, 0, 1]], "triangles": [[0, 1, 3]]}),
        (("objects", 0, "mesh"), {"points": [[0, 0, 0], [1, 0], [0, 0, 1]], "triangles": [[0, 1, 2]]}),
        (("objects", 0, "mesh"), {"file": "missing.obj"}),
    ],
)
def test_messages_are_the_command_s(
    sliding: Dict[str, Any], tmp_path: Path, command: Command, path: Any, value: Any
) -> None:
    part: Any = sliding
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    file = tmp_path / "scene.json"
    file.write_text(json.dumps(sliding))
    with pytest.raises(stiction.InputError) as caught:
        stiction.Scene(file).validate()
    assert refusal(command, file).endswith(str(caught.value))
    assert caught.value.where.startswith(str(file))
    assert caught.value.path and caught.value.path in caught.value.where
    # a dict has no file to name
    with pytest.raises(stiction.InputError) as of_dict:
        stiction.Scene(sliding, folder=tmp_path).validate()
    assert str(of_dict.value).replace(str(tmp_path) + "/", "") in str(caught.value).replace(str(tmp_path) + "/", "")


def test_override_messages_are_the_command_s(sliding: Dict[str, Any], tmp_path: Path, command: Command) -> None:
    file = tmp_path / "scene.json"
    file.write_text(json.dumps(sliding))
    result = command("validate", file, "--set", "objects.sheet.friction=-1")
    with pytest.raises(stiction.InputError) as caught:
        stiction.Scene(file).set("objects.sheet.friction", -1)
    assert result.stderr.strip().endswith(str(caught.value))
    assert caught.value.path == "objects[0].friction"


def test_what_json_cannot_hold_is_refused(sliding: Dict[str, Any]) -> None:
    scene = stiction.Scene(sliding)
    endless: Any = []
    endless.append(endless)
    for value in (object(), {1, 2}, {1: 2}, np.array(["a"]), endless, 1j):
        with pytest.raises(stiction.InputError):
            scene.set("time.frames", value)
    points = np.array([[0, 0, 0], [1, 0, np.nan], [0, 0, 1]])
    with pytest.raises(stiction.InputError, match="nan") as caught:
        stiction.Scene().add_cloth("sheet", points, [[0, 1, 2]])
    assert caught.value.path == "objects[0].mesh.points[1][2]"


def test_an_empty_scene_is_refused_when_it_is_used() -> None:
    scene = stiction.Scene()
    assert "not complete" in repr(scene)
    with pytest.raises(stiction.InputError, match="no object"):
        stiction.Simulation(scene)
    scene.add_collider("floor", "plane")
    with pytest.raises(stiction.InputError, match="colliders only"):
        scene.to_json()
    scene.add_cloth("sheet", mesh={"generator": "grid"})
    assert scene.object_names == ["floor", "sheet"]
    scene.remove_object("sheet")
    with pytest.raises(stiction.InputError, match="colliders only"):
        scene.validate()


def test_copies_are_independent(sliding: Dict[str, Any]) -> None:
    scene = stiction.Scene(sliding)
    other = scene.copy().set("objects.sheet.friction", 0.9)
    assert scene.get("objects.sheet.friction") == 0.2
    assert other.hash != scene.hash


def test_arrays_and_the_generator_give_the_same_bits(sliding: Dict[str, Any]) -> None:
    first = stiction.Simulation(sliding)
    sheet, block = first.objects["sheet"], first.objects["block"]
    scene = stiction.Scene(sliding)
    scene.set("objects.sheet.mesh", {"points": sheet.rest_positions, "triangles": sheet.triangles})
    scene.set("objects.block.mesh", {"points": block.rest_positions, "tets": block.tets})
    for name in ("sheet", "block"):  # the rest positions are in the world already
        scene.set(f"objects.{name}.transform", {})
    second = stiction.Simulation(scene)
    first.run(3)
    second.run(3)
    assert second.state_hash == first.state_hash


def test_convex_faces_become_fans() -> None:
    points = [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]]
    scene = stiction.Scene().add_cloth("sheet", points, [[0, 1, 2, 3]])
    assert scene.get("objects.sheet.mesh.triangles") == [[0, 1, 2], [0, 2, 3]]
    assert scene.get("objects.sheet.mesh.generator") == "arrays"
    assert scene.validate()["objects"][0]["mass"] == pytest.approx(0.2)


def test_concave_faces_keep_their_area(tmp_path: Path) -> None:
    # an L of 0.75 m^2 whose first corner does not see all of it
    points = np.array([[1, 0, 0], [1, 0, 0.5], [0.5, 0, 0.5], [0.5, 0, 1], [0, 0, 1], [0, 0, 0]])
    scene = stiction.Scene().add_cloth("sheet", points, [list(range(6))], material={"density": 1.0})
    assert scene.validate()["objects"][0]["mass"] == pytest.approx(0.75)
    (tmp_path / "L.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in points) + "f 1 2 3 4 5 6\n")
    corners = points[stiction.read_geometry(tmp_path / "L.obj").triangles]
    sides = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.linalg.norm(sides, axis=1).sum() / 2 == pytest.approx(0.75)
    with pytest.raises(stiction.InputError, match="found point 6; allowed: 0 to 5"):
        stiction.Scene().add_cloth("sheet", points, [[0, 1, 2, 6]])


def test_a_collider_from_arrays_carries_a_sheet() -> None:
    top = np.array([[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1]], dtype=np.float32)
    scene = stiction.Scene({"time": {"step": 0.005, "frames": 5}, "objects": [
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "divisions": [4, 4], "size": [1, 1]},
         "transform": {"translate": [0, 0.001, 0]}}]})
    scene.add_collider("table", points=top, faces=[[0, 3, 2, 1]], friction=1)
    sim = stiction.Simulation(scene)
    sim.run()
    assert sim.objects["sheet"].positions[:, 1].min() > -1e-3
    assert set(sim.contacts.object_b) == {"table"}


def test_a_scene_of_arrays_runs_in_the_command(tmp_path: Path, command: Command) -> None:
    rng = np.random.default_rng(3)
    grid = np.stack(np.meshgrid(np.linspace(0, 0.3, 5), [0.0], np.linspace(0, 0.3, 5), indexing="ij"), -1)
    points = grid.reshape(-1, 3) + 1e-3 * rng.standard_normal((25, 3))
    corner = np.array([5 * i + j for i in range(4) for j in range(4)])
    faces = np.stack([corner, corner + 1, corner + 6, corner + 5], axis=1)
    scene = stiction.Scene({"time": {"step": 0.004, "steps_per_frame": 5, "frames": 4}, "objects": [
        {"name": "floor", "type": "collider", "shape": {"type": "plane"}}, {"name": "x", "type": "cloth",
         "mesh": {"generator": "grid", "divisions": [1, 1]}, "transform": {"translate": [9, 9, 9]}}]})
    scene.add_cloth("cloth", points, faces, transform={"translate": [0, 0.01, 0]}).remove_object("x")
    scene.save(tmp_path / "arrays.json")
    result = command("simulate", tmp_path / "arrays.json", "--out", tmp_path / "run", "--json")
    assert result.returncode == 0, result.stderr
    sim = stiction.Simulation(scene)
    sim.run()
    assert json.loads(result.stdout)["state_hash"] == sim.state_hash


def test_schema_and_methods_are_the_command_s(command: Command) -> None:
    assert stiction.schema() == json.loads(command("schema").stdout)
    assert stiction.methods() == json.loads(command("methods", "--json").stdout)
    assert command("--version").stdout.split()[-1] == stiction.__version__


def test_validate_and_warnings(
    sliding: Dict[str, Any], tmp_path: Path, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    sliding["objects"][0]["friction"] = 9
    file = tmp_path / "scene.json"
    file.write_text(json.dumps(sliding))
    scene = stiction.Scene(file)
    said = json.loads(command("validate", file, "--json").stdout)
    assert said.pop("valid") and said.pop("file") == str(file)
    assert scene.validate() == said
    assert len(scene.warnings) == 1 and "friction" in scene.warnings[0]
    stiction.Simulation(scene)
    assert scene.warnings[0] in caplog.text
