"""Exam scenes as networks of the stand-in, and expectations judged from frames that the real solver wrote."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict, List

import pytest

import build_hips
import run_hips
import twin_scenes
from conftest import PROGRAM, REPOSITORY
from hou_double import Hou
from stiction_houdini.hip_scene import HipScene, UnsuitableScene, attributes, check, extra_settings, network, pairs
from stiction_houdini.measures import Unmeasured, lumped_masses, measure, verdict

SLOPE = {
    "name": "slope",
    "time": {"step": 0.01, "steps_per_frame": 1, "frames": 24},
    "solver": {"iterations": 5},
    "objects": [
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "size": [0.4, 0.4], "divisions": [4, 4]},
         "transform": {"rotate": [0, 0, -20]}, "friction": 0.2},
        {"name": "block", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]},
         "transform": {"translate": [0, 2, 0]}, "velocity": [0.5, 0, 0],
         "pins": [{"points": [0], "motion": {"velocity": [0.5, 0, 0]}}]},
        {"name": "ramp", "type": "collider", "shape": {"type": "plane"}, "transform": {"rotate": [0, 0, -20]}},
    ],
    "expect": [
        {"quantity": "objects.sheet.slid", "min": 0.0},
        {"quantity": "objects.sheet.com[1]", "max": -1.0, "why": "false: it is not that deep"},
        {"quantity": "penetration_max", "max": 1e-3},
    ],
}


class Geometry:
    """The calls of hou.Geometry that run_hips makes, on files of a run joined as a merge joins them."""

    def __init__(self, files: Dict[str, Path], densities: Dict[str, float]) -> None:
        self._p: List[float] = []
        self._v: List[float] = []
        self._prims: List[Any] = []
        for name, file in files.items():
            document = json.loads(file.read_text())
            first = len(self._p) // 3
            for definition, data in attributes(document, "pointattributes"):
                rows = pairs(data["values"]).get("tuples", [])
                if definition["name"] in ("P", "v"):
                    target = self._p if definition["name"] == "P" else self._v
                    target.extend(x for row in rows for x in row)
            corners = pairs(pairs(pairs(document)["topology"])["pointref"])["indices"]
            size = 3 if densities[name] < 10.0 else 4
            values = {"name": name, "stiction_material_density": densities[name]}
            for at in range(0, len(corners), size):
                self._prims.append(_primitive([first + i for i in corners[at : at + size]], values))

    def pointFloatAttribValues(self, name: str) -> List[float]:
        return self._p if name == "P" else self._v

    def prims(self) -> List[Any]:
        return self._prims


def _primitive(points: List[int], values: Dict[str, Any]) -> Any:
    def vertex(point: int) -> Any:
        return SimpleNamespace(point=lambda: SimpleNamespace(number=lambda: point))

    return SimpleNamespace(vertices=lambda: [vertex(point) for point in points], attribValue=lambda name: values[name])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real run with its frames as text."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "slope.json").write_text(json.dumps(SLOPE))
    arguments = [PROGRAM, "simulate", str(folder / "slope.json"), "--out", str(folder / "out"), "--format", "geo"]
    subprocess.run(arguments, check=True, capture_output=True)
    return folder


@pytest.fixture
def built(hou: Hou, run: Path, tmp_path: Path) -> Path:
    lines = build_hips.build_all(hou, PROGRAM, tmp_path, [run / "slope.json"])
    assert lines == ["slope: built"]
    return tmp_path


def cook_from(run: Path) -> Any:
    def cook(node: Any, frame: int) -> Geometry:
        files = {name: run / "out" / "frames" / f"{name}.{frame - 1:04d}.geo" for name in ("sheet", "block")}
        return Geometry(files, {"sheet": 0.2, "block": 1000.0})

    return cook


def test_a_scene_becomes_a_network(hou: Hou, built: Path) -> None:
    assert (built / "slope.hip").is_file()
    assert hou.fps == pytest.approx(100.0) and hou.commands == ["fset 1 25"]
    solver = hou.node("/obj/stiction/solver")
    assert solver is not None
    assert {index: node.name() for index, node in solver.inputs().items()} == {0: "objects", 1: "colliders", 2: "targets"}
    assert solver.parm("solver_iterations").eval() == 5
    assert solver.parm("time_steps_per_frame").eval() == 1
    assert solver.parmTuple("gravity").eval() == (0.0, -9.81, 0.0)
    merge = hou.node("/obj/stiction/targets")
    assert merge is not None
    # in the order of the objects, so that numbers of points agree
    assert [node.name() for node in merge.inputs().values()] == ["target_of_sheet", "target_of_block"]
    for node in hou.node("/obj/stiction").children():  # type: ignore[union-attr]
        if node.type().name() != "file":
            continue
        path = node.parm("file").eval().replace("$HIP", str(built)).replace("`padzero(4, $F - 1)`", "0012")
        assert Path(path).is_file(), path


def test_frames_are_judged_as_the_core_judges_steps(hou: Hou, built: Path, run: Path) -> None:
    """Every quantity that frames tell is that of the run's own summary."""
    hou.cook = cook_from(run)
    hou.hipFile.load(str(built / "slope.hip"))
    tracks: Dict[str, Any] = {}
    for frame in range(1, 26):
        run_hips._add_frame(cook_from(run)(None, frame), 0.01, tracks)
    summary = json.loads((run / "out" / "summary.json").read_text())
    for name in ("sheet", "block"):
        for quantity in ("displacement", "slid", "speed_final", "com[0]", "com[1]", "com_start[2]", "bounds.min[1]",
                         "bounds.max[0]", "displacement_vector[1]", "node_displacement_max", "max_speed", "mass"):
            expected: Any = summary["objects"][name]
            for key in quantity.replace("[", ".").replace("]", "").split("."):
                expected = expected[int(key)] if key.isdigit() else expected[key]
            # positions of frames are floats; a path through frames cuts the corners of one through steps
            margin = 2e-4 if quantity == "slid" else 2e-6
            assert measure(tracks, f"objects.{name}.{quantity}") == pytest.approx(expected, abs=margin), quantity


def test_outcome(hou: Hou, built: Path, run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hou.cook = cook_from(run)
    outcome = run_hips.run_hip(hou, built, "slope")
    assert len(outcome.held) == 1 and outcome.held[0].startswith("objects.sheet.slid = 0.")
    assert len(outcome.failed) == 1 and "com[1]" in outcome.failed[0]
    assert outcome.not_measured == ["penetration_max"]
    assert run_hips.main([str(built)], hou) == 1
    assert "1 held, 1 failed, 1 not measured" in capsys.readouterr().out
    hou.problems = ("the solve failed",)
    assert "frame 1: the solve failed" in run_hips.run_hip(hou, built, "slope").error
    assert run_hips.main([str(built / "nothing")], hou) == 1


def test_stopping_and_verdicts(hou: Hou) -> None:
    from stiction_houdini.measures import ObjectTrack

    track = ObjectTrack([1.0], 0.5)
    for x, speed in ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, 0.0)):
        track.add([(x, 0.0, 0.0)], [(speed, 0.0, 0.0)])
    assert track.measure("stopped_at") == 1.0 and track.measure("slid") == 1.0
    track.add([(2.0, 0.0, 0.0)], [(1.0, 0.0, 0.0)])
    assert track.measure("stopped_at") is None
    for quantity in ("contact_force.normal_force", "com[3]", "volume_change", "speed_final[0]"):
        with pytest.raises(Unmeasured):
            track.measure(quantity)
    assert verdict({"value": 2.0, "margin": 0.1}, 2.05) and not verdict({"value": 2.0, "margin": 0.1}, 2.2)
    assert verdict({"value": -2.0, "relative": 0.1}, -2.1) and not verdict({"min": 1.0}, 0.5)
    assert verdict({"value": None}, None) and not verdict({"value": None}, 1.0) and not verdict({"max": 1.0}, None)
    assert lumped_masses([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [[0, 1, 2, 3]], 6.0) == pytest.approx([0.25] * 4)


def test_lists_become_lines_of_settings(hou: Hou, tmp_path: Path) -> None:
    scenes = [REPOSITORY / "test_hips" / f"{name}.json" for name in ("capstan_slip", "belt_drive", "block_drag")]
    lines = build_hips.build_all(hou, PROGRAM, tmp_path, scenes)
    assert [line.split(";")[0] for line in lines] == ["capstan_slip: built", "belt_drive: built", "block_drag: built"]
    path, value = extra_settings(HipScene.read(tmp_path / "capstan_slip")).split("=", 1)
    assert path == "friction_changes" and {change["object"] for change in json.loads(value)} <= {
        "collider-drum", "geometry-strip"}
    path, value = extra_settings(HipScene.read(tmp_path / "belt_drive")).split("=", 1)
    assert path == "contact.pairs"
    assert json.loads(value)[0] == {"a": "geometry-belt", "b": "collider-driver", "friction": 0.5}


def test_flat_colliders_are_cut_for_the_method_that_smooths_them(tmp_path: Path) -> None:
    scene = REPOSITORY / "test_hips" / "block_drag.json"
    exported = build_hips.export(PROGRAM, scene, tmp_path / "block_drag")
    assert exported.description["cells"] == build_hips.CELLS
    ground = json.loads((tmp_path / "block_drag" / "ground.0000.geo").read_text())
    assert pairs(ground)["primitivecount"] > 2 * build_hips.CELLS**2
    subprocess.run([PROGRAM, "export", str(scene), "--out", str(tmp_path / "coarse")], check=True, capture_output=True)
    with pytest.raises(UnsuitableScene, match="--cells"):
        network(HipScene.read(tmp_path / "coarse"))
    cloud = build_hips.export(PROGRAM, REPOSITORY / "test_hips" / "point_ramp.json", tmp_path / "cloud")
    with pytest.raises(UnsuitableScene, match="cloud of points"):
        check(cloud)


def test_round_colliders_are_said_to_be_polygons(hou: Hou, tmp_path: Path) -> None:
    scene = REPOSITORY / "test_hips" / "turntable.json"
    assert build_hips.build_all(hou, PROGRAM, tmp_path, [scene]) == ["turntable: built; polygons stand for disc"]
    turntable = HipScene.read(tmp_path / "turntable")
    # 50 steps a frame at 4 frames a second become 2 steps at 100
    assert turntable.fps == pytest.approx(100.0) and turntable.last_frame == 751


@pytest.mark.parametrize("name", ["incline_slide", "incline_stick", "incline_block", "topple", "hard_steps", "hard_pinch",
                                  "block_drag", "block_stop", "stiff_pile"])
def test_what_a_hip_reads_meets_the_expectations_of_its_scene(name: str, tmp_path: Path) -> None:
    """Slabs for planes and files a frame for motion, put into a scene again: within the scene's own margins."""
    holds, printed = twin_scenes.verify_twin(PROGRAM, REPOSITORY / "test_hips" / f"{name}.json", tmp_path)
    assert holds, printed
    twin = json.loads((tmp_path / f"{name}.json").read_text())
    assert {o["shape"]["type"] for o in twin["objects"] if o["type"] == "collider"} == {"mesh"}


def test_a_slippery_twin_misses(tmp_path: Path) -> None:
    """The check can fail: with half the friction the sheet that should stick slides."""
    sticking = REPOSITORY / "test_hips" / "incline_stick.json"
    text = sticking.read_text().replace('"friction": 1 ', '"friction": 0.5 ')
    assert text != sticking.read_text()
    (tmp_path / "slippery.json").write_text(text)
    holds, printed = twin_scenes.verify_twin(PROGRAM, tmp_path / "slippery.json", tmp_path / "out")
    assert not holds and "FAIL" in printed
