#!/usr/bin/env python3
"""Rejects an #include that points the wrong way.

A folder of solver_core includes itself and the layers below it; folders that share a layer do not include each other.
Quoted includes start at the repository ("solver_core/mesh/x.hpp"), so that the folder can be read off. Tests and
benchmarks include anything, helpers beside them by their bare name too.

    check_layers.py [REPOSITORY]        exit code 1 and one line per wrong include
"""

import re
import sys
from pathlib import Path

LAYERS = [
    {"base"},
    {"math"},
    {"mesh"},
    {"elasticity", "contact", "rigid", "remeshing"},
    {"friction"},
    {"integrators"},
    {"solvers"},
    {"io"},
    {"scene"},
    {"sim"},
    {"compare"},
    {"apps"},
]
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
UNRESTRICTED = {"tests", "benchmarks"}
ORDER = ", ".join(" | ".join(sorted(folders)) for folders in LAYERS)

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<(solver_core/[^>]+)>)')


def may_include(source: str, target: str) -> bool:
    """Whether a file of folder `source` may include one of folder `target`."""
    if source in UNRESTRICTED or source == target:
        return True
    return target in LEVEL and LEVEL[target] < LEVEL[source]


def check_file(path: str, text: str) -> list[str]:
    """The wrong includes of one file; `path` is relative to the repository."""
    folder = path.split("/")[1]
    if folder in UNRESTRICTED:
        return []
    if folder not in LEVEL:
        return [f"{path}: folder '{folder}' is not in the order {ORDER}"]
    errors = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        included = match.group(1) or match.group(2)
        parts = included.split("/")
        if parts[0] != "solver_core" or len(parts) < 3 or ".." in parts:
            errors.append(f'{path}:{number}: "{included}" must be spelled from the repository: "solver_core/..."')
        elif not may_include(folder, parts[1]):
            errors.append(f"{path}:{number}: {folder} may not include {parts[1]} ({included}); order: {ORDER}")
    return errors


def check_tree(repository: Path) -> tuple[int, list[str]]:
    """How many files were read, and every wrong include."""
    core = repository / "solver_core"
    files = sorted(p for p in core.rglob("*") if p.suffix in {".hpp", ".cpp"} and p.parent != core)
    errors = []
    for file in files:
        errors += check_file(file.relative_to(repository).as_posix(), file.read_text(encoding="utf-8"))
    return len(files), errors


def main() -> int:
    repository = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    count, errors = check_tree(repository)
    for error in errors:
        print(error)
    print(f"{count} files, {len(errors)} wrong includes")
    return 1 if errors or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
