"""Run folders: the command's bytes, and reading them."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any, Dict

import numpy as np
import pytest

import stiction
from conftest import Command


def files_of(folder: Path, part: str) -> Dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((folder / part).iterdir())}


def write(scene: Dict[str, Any], folder: Path) -> Path:
    file = folder / "scene.json"
    file.write_text(json.dumps(scene))
    return file


def test_same_bytes_as_the_command(sliding: Dict[str, Any], tmp_path: Path, command: Command) -> None:
    file = write(sliding, tmp_path)
    assert command("simulate", file, "--out", tmp_path / "a").returncode == 0
    result = stiction.simulate(file, tmp_path / "b")
    assert result.status == "done" and not result.was_done
    for part in ("frames", "contacts", "checkpoints"):
        assert files_of(tmp_path / "a", part) == files_of(tmp_path / "b", part)
    assert (tmp_path / "a" / "scene.json").read_bytes() == (tmp_path / "b" / "scene.json").read_bytes()
    names = [sorted(p.name for p in (tmp_path / run).iterdir()) for run in "ab"]
    assert names[0] == names[1]
    assert json.loads((tmp_path / "b" / "summary.json").read_text()) == result.summary


def test_the_command_resumes_ours_and_we_the_command_s(
    sliding: Dict[str, Any], tmp_path: Path, command: Command
) -> None:
    file = write(sliding, tmp_path)
    whole = stiction.simulate(file, tmp_path / "whole")
    stopped = stiction.simulate(file, tmp_path / "ours", on_frame=lambda sim, frame: frame < 3)
    assert stopped.status == "stopped"
    assert command("simulate", file, "--out", tmp_path / "ours", "--resume").returncode == 0
    assert command("simulate", file, "--out", tmp_path / "theirs", "--frames", "0-3").returncode == 0
    frames = []
    resumed = stiction.simulate(
        file, tmp_path / "theirs", resume=True, on_frame=lambda sim, frame: frames.append(frame)
    )
    assert frames == [4, 5, 6]
    assert resumed.summary["state_hash"] == whole.summary["state_hash"]
    for part in ("frames", "checkpoints"):
        assert files_of(tmp_path / "whole", part) == files_of(tmp_path / "ours", part)
    assert files_of(tmp_path / "whole", "frames") == files_of(tmp_path / "theirs", "frames")
    assert stiction.simulate(file, tmp_path / "ours", resume=True).was_done


@pytest.mark.parametrize("name", ["../other/frames/a.0001.obj", "/a.0001.obj", "frames/../../a.0001.obj", ""])
def test_a_manifest_cannot_name_files_elsewhere(tmp_path: Path, name: str) -> None:
    line = {"file": name, "size": 1, "xxh3": "0", "kind": "frame", "frame": 1}
    (tmp_path / "manifest.jsonl").write_text(json.dumps(line) + "\n")
    run = stiction.open_run(tmp_path)
    with pytest.raises(stiction.InputError, match="found the file .*; allowed: names inside the run folder"):
        run.frame("a", 1)


def test_checkpoint_files_restore(sliding: Dict[str, Any], tmp_path: Path, command: Command) -> None:
    file = write(sliding, tmp_path)
    assert command("simulate", file, "--out", tmp_path / "run").returncode == 0
    run = stiction.open_run(tmp_path / "run")
    sim = stiction.Simulation(run.scene)
    sim.restore(run.checkpoints[0])
    assert sim.steps == 8
    sim.run()
    assert sim.state_hash == run.summary["state_hash"]
    assert sim.save() == run.checkpoints[-1].read_bytes()


def test_refusals(sliding: Dict[str, Any], tmp_path: Path, command: Command) -> None:
    file = write(sliding, tmp_path)
    stiction.simulate(file, tmp_path / "run")
    other = dict(sliding, gravity=[0, -5, 0])
    with pytest.raises(stiction.InputError) as caught:
        stiction.simulate(other, tmp_path / "run", resume=True)
    changed = tmp_path / "other.json"
    changed.write_text(json.dumps(other))
    result = command("simulate", changed, "--out", tmp_path / "run", "--resume")
    assert result.returncode == 2 and str(caught.value) in result.stderr
    with pytest.raises(stiction.InputError, match="--frames"):
        stiction.simulate(file, tmp_path / "run", frames=(3, 2))
    result = command("simulate", file, "--out", tmp_path / "long", "--frames", "0-7")
    with pytest.raises(stiction.InputError) as too_long:
        stiction.simulate(file, tmp_path / "long", frames=(0, 7))
    assert result.returncode == 2 and str(too_long.value) in result.stderr
    with pytest.raises(stiction.WriteError):
        stiction.simulate(file, Path("/proc/stiction"))
    sim = stiction.Simulation(file)
    sim.step()
    with pytest.raises(stiction.InputError, match="at its start"):
        sim.run(out=tmp_path / "late")
    assert not (tmp_path / "late").exists()


def test_notes_are_logged(sliding: Dict[str, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    stiction.simulate(sliding, tmp_path / "run", frames=(0, 1))
    with caplog.at_level(logging.INFO, logger="stiction"):
        stiction.simulate(sliding, tmp_path / "run", frames=(0, 1))
    assert any("removing the files" in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("format", ["bgeo", "geo", "ply", "obj"])
def test_reading_a_run(sliding: Dict[str, Any], tmp_path: Path, format: str) -> None:
    sliding["output"]["format"] = format
    if format == "obj":  # has no tetrahedra
        del sliding["objects"][1]
    positions = {}
    last = {}

    def keep(sim: stiction.Simulation, frame: int) -> None:
        positions[frame] = sim.objects["sheet"].positions.copy()
        last["v"] = sim.objects["sheet"].velocities.copy()

    result = stiction.simulate(sliding, tmp_path / "run", on_frame=keep)
    run = result.open()
    assert run.summary == result.summary
    assert run.frames == list(range(7)) and run.objects[0] == "sheet"
    assert run.scene.get("objects.sheet.friction") == 0.2
    stacked = run.positions("sheet")
    assert stacked.shape == (7, 49, 3)
    np.testing.assert_allclose(stacked, np.stack([positions[f] for f in range(7)]), atol=1e-7)
    sheet = run.frame("sheet", 6)
    np.testing.assert_array_equal(sheet.triangles, stiction.Simulation(sliding).objects["sheet"].triangles)
    if format != "obj":
        np.testing.assert_allclose(sheet.attributes["v"], last["v"], atol=1e-6)
        block = run.frame("block", 2)
        assert len(block.tets) > 0 or len(block.counts) > 0
    at_end = {}

    def keep_contacts(sim: stiction.Simulation, frame: int) -> None:
        at_end["contacts"] = sim.contacts

    stiction.simulate(sliding, tmp_path / "again", on_frame=keep_contacts)
    contacts = run.contacts(6)
    carrying = contacts.attributes["state"].ravel() > 0
    assert carrying.sum() == len(at_end["contacts"]) > 0
    np.testing.assert_allclose(
        contacts.attributes["impulse"][carrying], at_end["contacts"].impulses, rtol=1e-6, atol=1e-9
    )
    np.testing.assert_allclose(contacts.attributes["slip"][carrying], at_end["contacts"].slip, atol=1e-6)
    np.testing.assert_allclose(contacts.attributes["gap"][carrying].ravel(), at_end["contacts"].gaps, atol=1e-7)
    stats = run.stats
    assert stats["step"].tolist() == list(range(1, 25))
    assert stats["ms.total"].dtype == np.float64 and stats["contacts.external"].dtype.kind == "i"
    assert stats["status"][0] in ("converged", "reached_budget")
    assert stats["friction_residual"].mean() == pytest.approx(run.summary["friction_residual"]["mean"])
    with pytest.raises(stiction.InputError, match="frame 9"):
        run.frame("sheet", 9)
    with pytest.raises(stiction.InputError, match="contacts of frame 9"):
        run.contacts(9)


def test_reading_what_is_not_there(tmp_path: Path, sliding: Dict[str, Any]) -> None:
    with pytest.raises(stiction.InputError, match="manifest"):
        stiction.open_run(tmp_path)
    stiction.simulate(sliding, tmp_path / "run", on_frame=lambda sim, frame: frame < 2)
    run = stiction.open_run(tmp_path / "run")
    assert run.frames == [0, 1, 2]
    with pytest.raises(stiction.InputError, match="summary.json"):
        run.summary
    with pytest.raises(stiction.InputError):
        stiction.read_geometry(tmp_path / "nothing.bgeo")


def test_verify(sliding: Dict[str, Any], tmp_path: Path, command: Command) -> None:
    sliding["expect"].append({"quantity": "objects.block.slid", "max": 1e-9})
    file = write(sliding, tmp_path)
    exam = stiction.verify(file)
    said = json.loads(command("verify", file, "--json").stdout)["scenes"][0]
    assert not exam.passed and exam.verdicts[0].passed and not exam.verdicts[1].passed
    assert [vars(verdict) for verdict in exam.verdicts] == said["verdicts"]
    assert "1 of 2" in repr(exam)
    assert stiction.verify(stiction.Scene(file, {"expect[1].max": 10})).passed
    with pytest.raises(stiction.InputError, match="expect"):
        stiction.verify(stiction.Scene(file, {"expect": []}))
