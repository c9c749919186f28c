"""Stepping, looking, saving: the same bits as the command, and no copies."""

from __future__ import annotations

import gc
import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List

import numpy as np
import pytest

import stiction
from conftest import Command


def without_times(value: Dict[str, Any]) -> Dict[str, Any]:
    return {key: part for key, part in value.items() if key not in ("ms", "seconds_per_step", "threads")}


def test_the_command_gives_the_same_state(sliding: Dict[str, Any], tmp_path: Path, command: Command) -> None:
    file = tmp_path / "scene.json"
    file.write_text(json.dumps(sliding))
    summary = json.loads(command("simulate", file, "--out", tmp_path / "run", "--json").stdout)
    lines = [json.loads(line) for line in (tmp_path / "run" / "stats.jsonl").read_text().splitlines()]
    sim = stiction.Simulation(file)
    for line in lines:
        assert without_times(sim.step().as_dict()) == without_times(line)
    assert sim.state_hash == summary["state_hash"]
    assert without_times(sim.summary()) == without_times(summary)
    assert list(sim.summary()) == list(summary)


def test_threads_do_not_change_a_bit(sliding: Dict[str, Any]) -> None:
    sliding["objects"][0]["mesh"]["divisions"] = [40, 40]  # enough for several chunks
    hashes = set()
    for threads in (1, 2, 0, 5):
        sim = stiction.Simulation(sliding, threads=threads)
        assert threads == 0 or sim.threads == threads
        sim.run(3)
        hashes.add(sim.state_hash)
    assert len(hashes) == 1


def test_every_linear_solver_loads(sliding: Dict[str, Any]) -> None:
    """MKL looks for its own symbols among the global ones, where a module's are not."""
    for solver in stiction.methods()["linear_solvers"]:
        if solver["available"]:
            sim = stiction.Simulation(stiction.Scene(sliding, {"solver.linear_solver": solver["name"]}))
            sim.run(2)
            assert sim.objects["sheet"].center_of_mass[0] > 0


def test_reports_say_everything(sliding: Dict[str, Any]) -> None:
    sim = stiction.Simulation(sliding)
    assert sim.report is None
    report = sim.step(record=True)
    assert (report.step, report.time) == (1, 0.005)
    assert report.status in ("converged", "reached_budget")
    said = report.as_dict()
    assert report.iterations == said["iterations"] == len(report.record) == 5
    assert report.record[-1, 0] == report.friction_residual == said["friction_residual"]
    assert report.contacts_external + report.contacts_self == report.sticking + report.sliding
    assert report.energy.kinetic == said["energy"]["kinetic"]
    assert report.ms.total == said["ms"]["total"] >= report.ms.solve
    assert sim.report is not None and sim.report.step == 1
    assert (sim.time, sim.steps, sim.frame) == (0.005, 1, 0)


def test_arrays_are_views(sliding: Dict[str, Any]) -> None:
    sim = stiction.Simulation(sliding)
    sheet, block = sim.objects["sheet"], sim.objects["block"]
    before = sheet.positions
    address = before.__array_interface__["data"][0]
    start = before.copy()
    np.testing.assert_array_equal(sheet.rest_positions, start)
    sim.run(2)
    saved = sim.save()
    sim.run(1)
    sim.restore(saved)
    assert sheet.positions.__array_interface__["data"][0] == address
    assert sim.positions.__array_interface__["data"][0] == address
    assert np.shares_memory(before, sim.objects["sheet"].positions)
    assert not np.array_equal(before, start)  # a view lives on
    assert np.array_equal(sim.positions[len(sheet):], block.positions)
    for array in (before, sheet.velocities, sheet.rest_positions, sheet.masses, sheet.triangles, block.tets):
        assert not array.flags.writeable and not array.flags.owndata
        with pytest.raises(ValueError):
            array.flags.writeable = True
    assert sheet.positions.dtype == np.float64 and sheet.triangles.dtype == np.int32
    assert block.triangles.max() < len(block) and block.tets.max() == len(block) - 1
    assert sheet.tets.shape == (0, 4)


def test_views_outlive_the_simulation(sliding: Dict[str, Any]) -> None:
    sim = stiction.Simulation(sliding)
    sim.run(1)
    views = [sim.objects["block"].positions, sim.objects["block"].tets, sim.positions]
    kept = [view.copy() for view in views]
    del sim
    gc.collect()
    others = [stiction.Simulation(sliding) for _ in range(5)]  # would use the memory, were it free
    for other in others:
        other.run(2)
    for view, copy in zip(views, kept):
        np.testing.assert_array_equal(view, copy)


def test_a_simulation_is_freed(sliding: Dict[str, Any]) -> None:
    sliding["objects"][0]["mesh"]["divisions"] = [100, 100]

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    stiction.Simulation(sliding).step()
    gc.collect()
    before = resident()
    for _ in range(4):
        stiction.Simulation(sliding).step()
    gc.collect()
    assert resident() - before < 100e6  # four that stay would be 190 MB


def test_contacts_obey_the_law(sliding: Dict[str, Any]) -> None:
    sim = stiction.Simulation(stiction.Scene(sliding, {"solver.iterations": 200, "time.frames": 20}))
    assert len(sim.contacts) == 0
    sim.run()
    contacts = sim.contacts
    report = sim.report
    assert report is not None
    assert len(contacts) == report.sticking + report.sliding > 0
    assert contacts.sticking.sum() == report.sticking
    assert set(contacts.object_a) | set(contacts.object_b) == {"sheet", "block", "slope"}
    np.testing.assert_allclose(np.linalg.norm(contacts.normals, axis=1), 1, atol=1e-12)
    assert (contacts.cone < 1 + 1e-9).all()
    assert (contacts.cone[contacts.sliding] > 1 - 1e-9).all()
    on_slope = contacts.between("slope", "sheet")
    assert 0 < len(on_slope) < len(contacts)
    assert (on_slope.mu == 0.2).all() and (on_slope.kind == "vertex_obstacle").any()
    up = np.array([np.sin(np.radians(20)), np.cos(np.radians(20)), 0])
    np.testing.assert_allclose(on_slope.normals @ up, 1, atol=1e-9)
    # the slope carries the weight of both, across it
    weight = 9.81 * sum(body.masses.sum() for body in sim.objects.values())
    pressed = contacts.where(contacts.object_b == "slope").forces.sum(axis=0) @ up
    assert pressed == pytest.approx(weight * np.cos(np.radians(20)), rel=0.05)
    nodes = sim.objects["sheet"].positions[on_slope.node_a[on_slope.kind == "vertex_obstacle"]]
    assert np.linalg.norm(nodes - on_slope.points[on_slope.kind == "vertex_obstacle"], axis=1).max() < 3e-3
    sim.restore(sim.save())
    assert len(sim.contacts) == 0


def test_restore_and_replay_bit_for_bit(sliding: Dict[str, Any]) -> None:
    sim = stiction.Simulation(sliding)
    sim.run(2)
    saved, hashes = sim.save(), []
    for _ in range(7):
        sim.step()
        hashes.append(sim.state_hash)
    summary = without_times(sim.summary())
    sim.restore(saved)
    assert sim.steps == 8 and sim.report is None
    for expected in hashes:
        sim.step()
        assert sim.state_hash == expected
    assert without_times(sim.summary()) == summary
    other = stiction.Simulation(sliding, threads=1)
    other.restore(saved)
    other.step()
    assert other.state_hash == hashes[0]


def test_restore_refuses_what_does_not_fit(sliding: Dict[str, Any], tmp_path: Path) -> None:
    sim = stiction.Simulation(sliding)
    sim.run(1)
    saved, before = sim.save(), sim.state_hash
    other = stiction.Simulation(stiction.Scene(sliding, {"objects.sheet.friction": 0.21}))
    with pytest.raises(stiction.InputError):
        other.restore(saved)
    for broken in (b"", saved[:-1], saved[:200] + bytes([saved[200] ^ 1]) + saved[201:]):
        with pytest.raises(stiction.InputError):
            sim.restore(broken)
    with pytest.raises(FileNotFoundError):
        sim.restore(tmp_path / "nothing.ckpt")
    assert sim.state_hash == before


def test_states_can_be_set(sliding: Dict[str, Any]) -> None:
    sim = stiction.Simulation(sliding)
    block = sim.objects["block"]
    view = block.velocities
    block.set_velocities(np.tile([0.0, 3.0, 0.0], (len(block), 1)))
    assert (view[:, 1] == 3).all()
    np.testing.assert_allclose(block.momentum, [0, 3 * block.masses.sum(), 0])
    assert sim.summary()["objects"]["block"]["speed_final"] == pytest.approx(3)
    block.set_positions(block.positions + [0, 1, 0])
    assert block.center_of_mass[1] == pytest.approx(1.07)
    assert sim.summary()["objects"]["block"]["slid"] == 0
    sim.run(1)
    assert block.center_of_mass[1] > 1.1
    sim.set_state(positions=sim.objects["sheet"].rest_positions.tolist() + block.rest_positions.tolist(),
                  velocities=np.zeros_like(sim.velocities))
    assert sim.summary()["energy"] and (sim.velocities == 0).all()
    for wrong in (np.zeros((3, 3)), np.zeros(3 * len(block)), np.zeros((len(block), 2))):
        with pytest.raises(stiction.InputError, match="shape"):
            block.set_velocities(wrong)
    poisoned = np.zeros((len(block), 3))
    poisoned[5, 1] = np.inf
    with pytest.raises(stiction.InputError, match="point 5"):
        block.set_velocities(poisoned)
    with pytest.raises(stiction.InputError):
        stiction.Simulation(sliding, threads=-1)


def test_a_solve_that_fails(falling: Dict[str, Any], tmp_path: Path, command: Command) -> None:
    sim = stiction.Simulation(falling)
    with pytest.raises(stiction.SolveError, match="time.step") as caught:
        while True:
            sim.step()
    assert caught.value.report is not None
    assert caught.value.report.status == "diverged" and caught.value.report.step == sim.steps + 1
    good, before = sim.steps, sim.state_hash
    with pytest.raises(stiction.SolveError) as again:
        sim.run()
    assert (sim.steps, sim.state_hash) == (good, before)
    assert again.value.report is not None and again.value.report.step == good + 1
    with pytest.raises(stiction.SolveError) as written:
        stiction.simulate(falling, tmp_path / "failing")
    assert written.value.report is not None
    assert written.value.report.as_dict()["status"] == "diverged" and written.value.report.step == good + 1
    file = tmp_path / "fall.json"
    file.write_text(json.dumps(falling))
    result = command("simulate", file, "--out", tmp_path / "run")
    assert result.returncode == 3
    assert result.stderr.strip().endswith("the solve failed: " + str(caught.value))


def test_callbacks_look_and_stop(sliding: Dict[str, Any]) -> None:
    sim = stiction.Simulation(sliding)
    seen: List[Any] = []

    def on_frame(at: stiction.Simulation, frame: int) -> Any:
        assert at is sim
        seen.append(("frame", frame, at.steps, len(at.contacts)))
        return frame < 2

    def on_step(at: stiction.Simulation, report: stiction.StepReport) -> None:
        assert at.steps == report.step and at.report is not None
        seen.append(("step", report.step))

    result = sim.run(on_frame=on_frame, on_step=on_step)
    assert result.status == "stopped" and sim.steps == 8
    assert [s[:2] for s in seen if s[0] == "frame"] == [("frame", 0), ("frame", 1), ("frame", 2)]
    assert [s[1] for s in seen if s[0] == "step"] == list(range(1, 9))
    seen.clear()
    assert sim.run(1, on_frame=on_frame).status == "done"
    assert [s[1] for s in seen] == [3]  # frame 2 was told before
    assert sim.run(on_step=lambda at, report: False).summary["steps"] == 13
    assert list(sim.frames()) == [4, 5, 6]
    assert list(sim.frames(2)) == [7, 8]  # longer than the scene
    assert sim.run(0).status == "done" and sim.frame == 8
    with pytest.raises(stiction.InputError, match="0 or more"):
        sim.run(-1)


def test_callbacks_may_push_but_not_reenter(sliding: Dict[str, Any], tmp_path: Path) -> None:
    sim = stiction.Simulation(sliding)

    def kick(at: stiction.Simulation, frame: int) -> None:
        block = at.objects["block"]
        if frame == 1:
            block.set_velocities(block.velocities + [0, 5, 0])

    sim.run(3, on_frame=kick)
    assert sim.objects["block"].center_of_mass[1] > 0.2
    for wrong in (lambda at, frame: at.step(), lambda at, frame: at.run(1), lambda at, frame: at.restore(b"")):
        with pytest.raises(RuntimeError, match="callback"):
            sim.run(1, on_frame=wrong)
    sim.step()
    with pytest.raises(RuntimeError, match="folder"):
        stiction.simulate(sliding, tmp_path / "run", on_frame=kick)


def test_an_exception_in_a_callback_comes_out(sliding: Dict[str, Any], tmp_path: Path) -> None:
    def fail(at: stiction.Simulation, report: stiction.StepReport) -> None:
        if report.step == 6:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        stiction.simulate(sliding, tmp_path / "run", on_step=fail)
    whole = stiction.simulate(sliding, tmp_path / "whole")
    resumed = stiction.simulate(sliding, tmp_path / "run", resume=True)
    assert resumed.summary["state_hash"] == whole.summary["state_hash"]


def test_other_threads_go_on(sliding: Dict[str, Any]) -> None:
    sliding["objects"][0]["mesh"]["divisions"] = [100, 100]
    sliding["solver"]["iterations"] = 60
    sim = stiction.Simulation(sliding, threads=1)
    ticks: List[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.001):
            ticks.append(time.perf_counter())

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.perf_counter()
    sim.step()
    end = time.perf_counter()
    stop.set()
    ticker.join()
    during = sum(begin < t < end for t in ticks)
    assert during >= 5, f"{during} ticks in {end - begin:.3f} s"


def test_one_thread_at_a_time(sliding: Dict[str, Any]) -> None:
    sliding["objects"][0]["mesh"]["divisions"] = [60, 60]
    sim = stiction.Simulation(sliding)
    started = threading.Event()
    refused: List[str] = []

    def look() -> None:
        started.wait()
        for use in (sim.step, sim.save, lambda: sim.contacts, lambda: sim.state_hash):
            try:
                use()
            except RuntimeError as error:
                refused.append(str(error))

    other = threading.Thread(target=look)
    other.start()
    sim.run(12, on_step=lambda at, report: started.set())
    other.join()
    assert refused and all("another thread" in text or "callback" in text for text in refused)


def test_two_simulations_at_once(sliding: Dict[str, Any]) -> None:
    sliding["objects"][0]["mesh"]["divisions"] = [30, 30]
    alone = []
    for friction in (0.1, 0.4):
        sim = stiction.Simulation(stiction.Scene(sliding, {"objects.sheet.friction": friction}))
        sim.run()
        alone.append(sim.state_hash)
    sims = [
        stiction.Simulation(stiction.Scene(sliding, {"objects.sheet.friction": friction}), threads=threads)
        for friction, threads in ((0.1, 1), (0.4, 2), (0.1, 0), (0.4, 3))
    ]
    workers = [threading.Thread(target=sim.run) for sim in sims]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [sim.state_hash for sim in sims] == alone + alone


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python's own reaction to SIGINT, which a background job is started without."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_stops_and_can_be_resumed(sliding: Dict[str, Any], tmp_path: Path) -> None:
    sliding["objects"][0]["mesh"]["divisions"] = [40, 40]
    sliding["time"]["frames"] = 12
    whole = stiction.simulate(sliding, tmp_path / "whole")

    def interrupt(at: stiction.Simulation, report: stiction.StepReport) -> None:
        if report.step == 10:
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):  # a fast machine may be through before the signal comes
            stiction.simulate(sliding, tmp_path / "run", on_step=interrupt)
            time.sleep(0.05)
    resumed = stiction.simulate(sliding, tmp_path / "run", resume=True)
    assert resumed.summary["state_hash"] == whole.summary["state_hash"]


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_reaches_into_a_long_step(sliding: Dict[str, Any]) -> None:
    sliding["objects"][0]["mesh"]["divisions"] = [60, 60]
    sliding["solver"]["iterations"] = 10000
    sim = stiction.Simulation(sliding)
    before = sim.state_hash
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        sim.step()
    assert time.perf_counter() - begin < 10
    assert (sim.steps, sim.state_hash) == (0, before)
