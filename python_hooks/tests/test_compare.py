"""Comparisons and presets: the dicts are the command's JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import pytest

import stiction
from conftest import Command


@pytest.fixture
def two_runs(sliding: Dict[str, Any], tmp_path: Path) -> Path:
    stiction.simulate(sliding, tmp_path / "slippery")
    stiction.simulate(stiction.Scene(sliding, {"objects.sheet.friction": 2.0}), tmp_path / "rough")
    return tmp_path


def test_two_runs_compare_as_the_command_does(two_runs: Path, command: Command) -> None:
    told = command("compare", two_runs / "slippery", two_runs / "rough", "--json")
    assert told.returncode == 0, told.stderr
    found = stiction.compare(two_runs / "slippery", two_runs / "rough")
    assert found == json.loads(told.stdout)
    assert found["a"]["measures"]["slid_mean"] > found["b"]["measures"]["slid_mean"]


def test_every_option_means_the_same(two_runs: Path, command: Command) -> None:
    a, b = two_runs / "slippery", two_runs / "rough" / "frames" / "sheet.$F4.bgeo"
    words = ["--object", "sheet", "--unit-b", "0.5", "--fps", "50", "--frames", "1-6", "--frames-b", "0-5"]
    words += ["--rest-from", "0.02", "--rest-speed", "10", "--contact-distance", "0.01", "--seconds-b", "3"]
    told = command("compare", a, b, "--json", *words)
    assert told.returncode == 0, told.stderr
    found = stiction.compare(
        a,
        b,
        object="sheet",
        unit_b=0.5,
        fps=50,
        frames=(1, 6),
        frames_b=(0, 5),
        rest_from=0.02,
        rest_speed=10,
        contact_distance=0.01,
        seconds_b=3,
        threads=1,
    )
    assert found == json.loads(told.stdout)
    assert found["b"]["measures"]["seconds_per_frame"] == 3


def test_bad_input_is_refused_with_the_commands_words(two_runs: Path, command: Command) -> None:
    told = command("compare", two_runs / "slippery", two_runs / "nothing")
    with pytest.raises(stiction.InputError) as caught:
        stiction.compare(two_runs / "slippery", two_runs / "nothing")
    assert str(caught.value) in told.stderr and told.returncode == 2
    for wrong in ({"fps": 0}, {"unit_a": -1}, {"rest_speed": 0}, {"frames": (3, 1)}, {"frames": 3}, {"fps": "fast"}):
        with pytest.raises(stiction.InputError, match=next(iter(wrong))):
            stiction.compare(two_runs / "slippery", two_runs / "rough", **wrong)  # type: ignore[arg-type]
    with pytest.raises(stiction.InputError, match="one of the two"):
        stiction.compare(two_runs / "slippery", two_runs / "rough", scene="s.json", collider="c.obj")


def test_presets_are_those_of_the_command(command: Command) -> None:
    assert stiction.presets() == json.loads(command("presets", "--json").stdout)
    assert stiction.presets("denim") == json.loads(command("presets", "denim", "--json").stdout)
    with pytest.raises(stiction.InputError, match='did you mean "denim"'):
        stiction.presets("denin")


def test_a_presets_values_are_what_its_name_gives(sliding: Dict[str, Any]) -> None:
    (denim,) = stiction.presets("denim")["presets"]
    scene = stiction.Scene(sliding)
    scene.set("objects.sheet.material.preset", "denim")
    for key, value in denim["material"].items():
        assert scene.get(f"objects.sheet.material.{key}") == value
