"""docs/python.md, executed block by block in one session, as a reader would."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Dict

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_tour_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    names: Dict[str, Any] = {"__name__": "tour"}
    blocks = list(BLOCK.finditer(text))
    assert len(blocks) > 8
    for block in blocks:
        line = text.count("\n", 0, block.start()) + 1
        code = compile("\n" * line + block.group(1), str(PAGE), "exec")
        exec(code, names)  # noqa: S102


def test_every_python_block_of_the_tour_checks_something() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert sum("assert" in block.group(1) for block in BLOCK.finditer(text)) >= 6
