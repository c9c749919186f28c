"""Where the Houdini layer's Python is, the declaration of the command under test, a session of the stand-in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Tuple

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY / "python_hooks" / "houdini"))
sys.path.insert(0, str(REPOSITORY / "test_hips"))

from hou_double import Hou, parm_components  # noqa: E402
from stiction_houdini.declaration import Declaration  # noqa: E402
from stiction_houdini.interface import to_parms  # noqa: E402
from stiction_houdini.nodes import SOLVER_DOP, SOLVER_SOP, SOLVER_SOP_PARMS, scene_folders  # noqa: E402

PROGRAM = os.environ.get("STICTION_COMMAND", str(REPOSITORY / "build" / "stiction"))


@pytest.fixture(scope="session")
def program() -> str:
    return PROGRAM


@pytest.fixture(scope="session")
def schema() -> Dict[str, Any]:
    return dict(json.loads(subprocess.run([PROGRAM, "schema"], capture_output=True, text=True, check=True).stdout))


@pytest.fixture(scope="session")
def declaration(schema: Dict[str, Any]) -> Declaration:
    return Declaration(schema)


@pytest.fixture(scope="session")
def presets() -> Dict[str, Any]:
    printed = subprocess.run([PROGRAM, "presets", "--json"], capture_output=True, text=True, check=True)
    return dict(json.loads(printed.stdout))


@pytest.fixture
def hou(declaration: Declaration) -> Hou:
    """Houdini with the compiled nodes: their parameters are those of the declaration."""
    parms: Dict[str, Tuple[str, ...]] = {"extra_settings": ("extra_settings",)}
    for _, parameters in scene_folders(declaration):
        for parm in to_parms(parameters):
            parms[parm.name] = parm_components(parm.name, parm.size)
    own = {name: (name,) for name, _, _, _ in SOLVER_SOP_PARMS}
    return Hou({f"Sop/{SOLVER_SOP}": {**parms, **own}, f"Dop/{SOLVER_DOP}": parms})
