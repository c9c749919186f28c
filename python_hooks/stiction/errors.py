"""What can go wrong, as exceptions. Messages are those of the `stiction` command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from ._core import StepReport


class Error(Exception):
    """Base of all exceptions of this package."""


class InputError(Error, ValueError):
    """Bad input: the message says what was found, what is allowed and what to do (the command exits with 2).

    Attributes:
        where: file and path of the wrong value, as the message names it.
        path: path of the wrong field alone, such as ``objects[0].friction``; empty where it is not one of a scene.
    """

    def __init__(self, message: str, where: str = "", path: str = "") -> None:
        super().__init__(message, where, path)
        self.where = where
        self.path = path

    def __str__(self) -> str:
        return str(self.args[0])


class SolveError(Error, RuntimeError):
    """A step was not usable; the simulation stays at the last good state (the command exits with 3).

    Attributes:
        report: of the step that failed, from `Simulation.step`, `Simulation.run`, `simulate` and `verify` alike.
    """

    report: Optional[StepReport] = None


class WriteError(Error, OSError):
    """A file could not be written (the command exits with 4)."""
