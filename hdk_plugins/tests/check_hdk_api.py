#!/usr/bin/env python3
"""Compares the names of the HDK that the plugin uses, those that docs/hdk_api.md lists, and those of the stand-in.

Also looks that every source includes the header of every name it uses, itself or through the plugin's own headers: the real
headers declare many of each other's classes without defining them.

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
INCLUDE = re.compile(r'^#include [<"]([^>"]+)[>"]', re.MULTILINE)
FORWARD = re.compile(r"^(?:class|struct) \w+;$", re.MULTILINE)
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


def strip(text: str) -> str:
    """Without comments and includes; what is only declared is not there either."""
    return FORWARD.sub("", INCLUDE.sub("", COMMENT.sub("", text)))


def included_headers(source: Path, repository: Path, seen: set[Path]) -> set[str]:
    """Headers of the HDK that a source gets, itself or through headers of the plugin."""
    seen.add(source)
    found: set[str] = set()
    for name in INCLUDE.findall(source.read_text(encoding="utf-8")):
        own = repository / name
        if not name.startswith("hdk_plugins/"):
            found.add(name)
        elif own not in seen:
            found |= included_headers(own, repository, seen)
    return found


def missing_includes(sources: list[Path], double: Path, repository: Path) -> list[str]:
    """Names whose header the stand-in has, in sources that do not include it."""
    defined: dict[str, set[str]] = {}
    for file in sorted(double.rglob("*.h")):
        for name in NAME.findall(strip(file.read_text(encoding="utf-8"))) + [file.stem]:
            defined.setdefault(name, set()).add(file.relative_to(double).as_posix())
    found = []
    for source in sources:
        text = source.read_text(encoding="utf-8")
        headers = included_headers(source, repository, set())
        for name in sorted(set(NAME.findall(strip(text)))):
            if f"class {name};" in text:
                continue  # declared here, and that is enough for this file or its compiler would say so
            own = {header for header in defined.get(name, set()) if header.endswith(f"/{name}.h")}
            wanted = own or defined.get(name, set())
            if wanted and not wanted & headers and not OWN.match(name):
                found.append(f"{source.name}: uses {name}, includes none of {', '.join(sorted(wanted))}")
    return found


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
        missing_includes(sources, plugin / "tests" / "hdk_double", repository)
        + [f"{name}: used by the plugin, not listed in docs/hdk_api.md" for name in sorted(used - listed)]
        + [f"{name}: listed in docs/hdk_api.md, not used by the plugin" for name in sorted(listed - used)]
        + [f"{name}: listed in docs/hdk_api.md, not in the stand-in" for name in sorted(listed - stands_in)]
    )


if __name__ == "__main__":
    found = problems(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
    print("\n".join(found))
    sys.exit(1 if found else 0)
