"""Scenes that check themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List

from . import _core
from .scene import SceneLike, as_scene
from .simulation import Simulation


@dataclass(frozen=True)
class Verdict:
    """One line of a scene's own exam.

    Attributes:
        quantity: path in the summary.
        measured: the value, as printed.
        expected: what it must be.
        passed: whether it is.
        reason: why not.
        why: the scene's own words.
    """

    quantity: str
    measured: str
    expected: str
    passed: bool
    reason: str = ""
    why: str = ""


@dataclass(frozen=True, repr=False)
class Exam:
    """A scene run against its own expect block.

    Attributes:
        passed: whether the run ended and every expectation holds.
        verdicts: one for each expectation.
        summary: as summary.json.
    """

    passed: bool
    verdicts: List[Verdict]
    summary: Dict[str, Any]

    def __repr__(self) -> str:
        held = sum(verdict.passed for verdict in self.verdicts)
        wrong = "".join(f"; {v.quantity} is {v.measured}, not {v.expected}" for v in self.verdicts if not v.passed)
        return f"<Exam: {held} of {len(self.verdicts)} expectations hold{wrong}>"


def verify(scene: SceneLike, threads: int = 0) -> Exam:
    """Run a scene and check its expect block, as ``stiction verify`` does."""
    judged = as_scene(scene)
    _core.require_expectations(judged._document)
    result = Simulation(judged, threads).run()
    exam = _core.judge_run(judged._document, result.status, result.summary)
    return Exam(exam["passed"], [Verdict(**verdict) for verdict in exam["verdicts"]], result.summary)
