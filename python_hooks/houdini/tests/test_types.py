"""mypy, where it is installed, over what Houdini's Python gets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPOSITORY

FOLDER = REPOSITORY / "python_hooks" / "houdini"


def test_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    hips = REPOSITORY / "test_hips"
    scripts = [*sorted(FOLDER.glob("*.py")), hips / "build_hips.py", hips / "run_hips.py", hips / "twin_scenes.py"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--python-version=3.9",
         f"--cache-dir={tmp_path}", FOLDER / "stiction_houdini", *scripts],
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": str(FOLDER)},
    )
    assert checked.stdout == "" and checked.returncode == 0, checked.stdout + checked.stderr
