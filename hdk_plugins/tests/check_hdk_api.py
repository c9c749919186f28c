#!/usr/bin/env python3
"""Compares the names of the HDK that the plugin uses, those that docs/hdk_api.md lists, and those of the stand-in.

    check_hdk_api.py [REPOSITORY]        exit code 1 and one line per name that is missing somewhere
"""

import re
import sys
from pathlib import Path

NAME = re.compile(
    r"\b(?:(?:SIM|UT|GA|GU|PRM|OP|SOP|CH|SYS)_[A-Za-z0-9_]+|UT[a-z][A-Za-z]+|SIMget[A-Za-z]+|CHget[A-Za-z]+"
    r"|DECLARE_[A-Z_]+|IMPLEMENT_[A-Z]+)\b"
)
OWN = re.compile(r"^(?:SIM|SOP)_Stiction")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
LISTED = re.compile(r"^\| (`[^|]*`) \|", re.MULTILINE)


def used_names(files: list[Path]) -> set[str]:
    """Names of the HDK in our sources, comments left out."""
    found: set[str] = set()
    for file in files:
        found.update(NAME.findall(COMMENT.sub("", file.read_text(encoding="utf-8"))))
    return {name for name in found if not OWN.match(name)}


def listed_names(page: str) -> set[str]:
    """Names in the first column of the page's tables."""
    return {name for row in LISTED.findall(page) for name in re.findall(r"`([^`]+)`", row)}


def problems(repository: Path) -> list[str]:
    plugin = repository / "hdk_plugins"
    sources = [plugin / "plugin.cpp"]
    for folder in ("dop", "sop", "shared"):
        sources += sorted((plugin / folder).glob("*.?pp"))
    double = sorted((plugin / "tests" / "hdk_double").rglob("*.h"))
    used = used_names(sources)
    listed = listed_names((repository / "docs" / "hdk_api.md").read_text(encoding="utf-8"))
    stands_in = used_names(double) | {file.stem for file in double}
    return (
        [f"{name}: used by the plugin, not listed in docs/hdk_api.md" for name in sorted(used - listed)]
        + [f"{name}: listed in docs/hdk_api.md, not used by the plugin" for name in sorted(listed - used)]
        + [f"{name}: listed in docs/hdk_api.md, not in the stand-in" for name in sorted(listed - stands_in)]
    )


if __name__ == "__main__":
    found = problems(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
    print("\n".join(found))
    sys.exit(1 if found else 0)
