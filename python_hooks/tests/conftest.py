"""Where things are: the package comes from the build folder (PYTHONPATH), the command from STICTION_COMMAND."""

from __future__ import annotations

import copy
import os
import subprocess
from pathlib import Path
from typing import Any, Callable, Dict

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

# A sheet that slides down a slope and a soft block that falls on it: contacts with a collider and between objects.
SLIDING: Dict[str, Any] = {
    "name": "sliding",
    "time": {"step": 0.005, "steps_per_frame": 4, "frames": 6},
    "solver": {"iterations": 5},
    "output": {"checkpoint_every": 2},
    "objects": [
        {
            "name": "sheet",
            "type": "cloth",
            "mesh": {"generator": "grid", "size": [0.5, 0.5], "divisions": [6, 6]},
            "transform": {"rotate": [0, 0, -20]},
            "friction": 0.2,
        },
        {
            "name": "block",
            "type": "soft",
            "mesh": {"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]},
            "transform": {"translate": [0, 0.07, 0], "rotate": [0, 0, -20]},
        },
        {
            "name": "slope",
            "type": "collider",
            "shape": {"type": "plane"},
            "friction": 1.0,
            "transform": {"rotate": [0, 0, -20]},
        },
    ],
    "expect": [{"quantity": "objects.sheet.slid", "min": 0.0, "why": "it moves"}],
}

# Ten seconds of 10 km/s^2 end at the speed no solve may reach.
FALLING: Dict[str, Any] = {
    "name": "fall",
    "gravity": [0, -10000, 0],
    "time": {"step": 1.0, "steps_per_frame": 1, "frames": 20},
    "solver": {"iterations": 2},
    "objects": [{"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]}}],
}


@pytest.fixture
def sliding() -> Dict[str, Any]:
    return copy.deepcopy(SLIDING)


@pytest.fixture
def falling() -> Dict[str, Any]:
    return copy.deepcopy(FALLING)


Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def command() -> Command:
    """Runs the `stiction` command and gives what it printed."""
    program = os.environ.get("STICTION_COMMAND", str(REPOSITORY / "build" / "stiction"))

    def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [program, *map(str, arguments)], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )

    return run
