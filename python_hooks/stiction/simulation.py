"""Simulations: step, run, look, save and restore."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._core import StepReport
from .contacts import Contacts
from .errors import SolveError
from .geometry import PathLike
from .run_folder import Run, open_run
from .scene import Scene, SceneLike, as_scene
from .sim_object import Objects

_LOG = logging.getLogger("stiction")

FrameCallback = Callable[["Simulation", int], Any]
StepCallback = Callable[["Simulation", StepReport], Any]


@dataclass(frozen=True, repr=False)
class RunResult:
    """What a run came to.

    Attributes:
        status: ``"done"``, or ``"stopped"`` where a callback said so.
        summary: as summary.json.
        out: the run's folder, or None.
        was_done: a resumed run had nothing left to do.
    """

    status: str
    summary: Dict[str, Any]
    out: Optional[Path] = None
    was_done: bool = False

    def open(self) -> Run:
        """The run's folder, for reading."""
        if self.out is None:
            raise ValueError("the run was not given a folder")
        return open_run(self.out)

    def __repr__(self) -> str:
        place = f" in {self.out}" if self.out else ""
        return f"<RunResult {self.status} after {self.summary['steps']} steps{place}>"


class Simulation:
    """A simulation under way.

    >>> sim = Simulation("first.json")
    >>> report = sim.step()
    >>> sim.objects["sheet"].positions

    Computing does not hold Python's lock: other threads go on, and several simulations may run at once. One simulation is
    used by one thread at a time. Results do not depend on the number of threads.

    Args:
        scene: a `Scene`, or anything that `Scene` takes. The simulation keeps its own copy.
        threads: how many to compute with; 0 for all cores.
    """

    def __init__(self, scene: SceneLike, threads: int = 0) -> None:
        self._scene = as_scene(scene)
        self._live = _core.LiveSimulation(self._scene._document, threads)
        self._objects = Objects(self._live)
        for warning in self._scene.warnings:
            _LOG.warning("%s", warning)

    # --- going on ---------------------------------------------------------------------------------------------------

    def step(self, record: bool = False) -> StepReport:
        """Make one time step. Raises `SolveError` when it is not usable; the state is then the last good one.

        Args:
            record: keep the friction error after every iteration in ``report.record``.
        """
        try:
            return self._live.step(record)
        except SolveError as error:
            error.report = self._live.report
            raise

    def run(
        self,
        frames: Optional[int] = None,
        out: Optional[PathLike] = None,
        *,
        resume: bool = False,
        on_frame: Optional[FrameCallback] = None,
        on_step: Optional[StepCallback] = None,
    ) -> RunResult:
        """Go on for so many frames, or to the end of the scene.

        Args:
            frames: frames from where the simulation is; more than the scene has is fine.
            out: folder to write, the same bytes as the command's; the simulation must be at its start.
            resume: continue the run that `out` holds from its newest checkpoint.
            on_frame: called as ``on_frame(sim, frame)`` at the start and after every frame. Returning False stops the run.
            on_step: called as ``on_step(sim, report)`` after every step. Returning False stops the run.

        Raises `SolveError` when a step is not usable; its ``report`` is that step's, the state is the last good one.
        A run that is stopped, by a callback, an exception in one, or Ctrl-C, leaves a checkpoint in `out` to resume from.
        Callbacks may read everything, and without `out` also set positions and velocities.
        """
        last = None if frames is None else self.frame + int(frames)
        return self._run(None, last, out, resume, on_frame, on_step, longer=True)

    def frames(self, count: Optional[int] = None) -> Iterator[int]:
        """Go on frame by frame: ``for frame in sim.frames(48): ...`` yields the number of each frame it has reached."""
        last = self._live.frames if count is None else self.frame + int(count)
        while self.frame < last:
            self.run(1)
            yield self.frame

    def _run(
        self,
        first: Optional[int],
        last: Optional[int],
        out: Optional[PathLike],
        resume: bool,
        on_frame: Optional[FrameCallback],
        on_step: Optional[StepCallback],
        longer: bool,
    ) -> RunResult:
        try:
            result = self._live.run(
                first,
                last,
                "" if out is None else os.fspath(out),
                resume,
                longer,
                None if on_frame is None else partial(on_frame, self),
                None if on_step is None else partial(on_step, self),
            )
        except SolveError as error:
            error.report = self._live.report
            raise
        return RunResult(result["status"], result["summary"], None if out is None else Path(out), result["was_done"])

    # --- looking ----------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """A copy of the scene it was made from."""
        return self._scene.copy()

    @property
    def time(self) -> float:
        """Simulated time, s."""
        return self._live.time

    @property
    def steps(self) -> int:
        """Steps done."""
        return self._live.steps

    @property
    def frame(self) -> int:
        """The last frame that has been reached; frame 0 is the start."""
        return self._live.steps // self._live.steps_per_frame

    @property
    def threads(self) -> int:
        """Threads it computes on."""
        return self._live.threads

    @property
    def objects(self) -> Objects:
        """The deformable objects by their names."""
        return self._objects

    @property
    def positions(self) -> NDArray[np.float64]:
        """(points, 3) of all objects together, in the scene's order, m; as `SimObject.positions`."""
        return self._live.positions(-1)

    @property
    def velocities(self) -> NDArray[np.float64]:
        """(points, 3) of all objects together, m/s."""
        return self._live.velocities(-1)

    @property
    def report(self) -> Optional[StepReport]:
        """Report of the last step; None before the first and after a restore."""
        return self._live.report

    @property
    def contacts(self) -> Contacts:
        """Contacts of the last step (copies); none before the first and after a restore."""
        columns = self._live.contacts()
        names = np.array(self._live.scene_names())
        kinds = np.array(_core.contact_kinds())
        mode = columns.pop("mode")
        for side in ("object_a", "object_b"):
            columns[side] = names[columns[side]]
        columns["kind"] = kinds[columns["kind"]]
        return Contacts(sticking=mode == _core.contact_modes().index("stick"), step=self._live.step_size, **columns)

    def summary(self) -> Dict[str, Any]:
        """What it has come to so far, with the keys of summary.json."""
        return self._live.summary("done" if self.frame >= self._live.frames else "stopped")

    # --- state ------------------------------------------------------------------------------------------------------

    @property
    def state_hash(self) -> str:
        """Hash of every bit of the state; the same on any number of threads and after any restore."""
        return self._live.state_hash()

    def save(self) -> bytes:
        """Everything that the next step needs, as bytes: those of the command's checkpoint files."""
        return self._live.save()

    def restore(self, saved: Union[bytes, PathLike]) -> None:
        """Go back to what `save` gave, or to a checkpoint file of this scene. What follows is the same bit for bit."""
        if isinstance(saved, bytes):
            self._live.restore(saved, "saved state")
        else:
            self._live.restore(Path(saved).read_bytes(), os.fspath(saved))

    def set_state(self, positions: Optional[ArrayLike] = None, velocities: Optional[ArrayLike] = None) -> None:
        """Put all points elsewhere, or give them other velocities; arrays as `positions` and `velocities`."""
        if positions is not None:
            self._live.set_positions(-1, np.asarray(positions, dtype=np.float64))
        if velocities is not None:
            self._live.set_velocities(-1, np.asarray(velocities, dtype=np.float64))

    def __repr__(self) -> str:
        return (
            f"<Simulation {self._scene.name!r}: step {self.steps}, t={self.time:.6g} s, "
            f"{len(self.positions)} points in {len(self._objects)} objects, {self.threads} threads>"
        )


def simulate(
    scene: SceneLike,
    out: PathLike,
    *,
    resume: bool = False,
    frames: Optional[Tuple[int, int]] = None,
    threads: int = 0,
    on_frame: Optional[FrameCallback] = None,
    on_step: Optional[StepCallback] = None,
) -> RunResult:
    """Run a scene into a folder, as ``stiction simulate`` does: the same files, the same bytes.

    Args:
        scene: a `Scene`, or anything that `Scene` takes.
        out: folder of the run. One that holds an earlier run loses it, unless `resume` continues that.
        resume: continue from the newest checkpoint, the command's or ours.
        frames: first and last frame to write; the run stops after the last.
        threads: how many to compute with; 0 for all cores.
        on_frame: called as ``on_frame(sim, frame)``; returning False stops the run.
        on_step: called as ``on_step(sim, report)``; returning False stops the run.
    """
    first, last = frames if frames is not None else (None, None)
    return Simulation(scene, threads)._run(first, last, out, resume, on_frame, on_step, longer=False)
