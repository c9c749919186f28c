#!/usr/bin/env python3
"""Writes what Houdini is given from the solver's declaration.

    generate.py COMMAND otls FOLDER     digital assets as expanded directories, without their networks
    generate.py COMMAND help FOLDER     help pages of the compiled nodes, below FOLDER/nodes
    generate.py COMMAND check FOLDER    exit code 1 when FOLDER's assets are not what `otls` would write

COMMAND is the `stiction` command of the same version.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parent))

from stiction_houdini import asset_checks, node_help  # noqa: E402
from stiction_houdini.asset_directory import Asset, write_library  # noqa: E402
from stiction_houdini.assets import all_assets, library_name  # noqa: E402
from stiction_houdini.declaration import Declaration  # noqa: E402
from stiction_houdini.node_help import HelpPage  # noqa: E402
from stiction_houdini.node_pages import node_pages  # noqa: E402


def assets_of(command: str) -> List[Asset]:
    printed = subprocess.run([command, "presets", "--json"], capture_output=True, text=True, check=True)
    return all_assets(Declaration.from_command(command), json.loads(printed.stdout))


def write_assets(command: str, folder: Path) -> None:
    for asset in assets_of(command):
        write_library(folder / library_name(asset), [asset])
        asset_checks.check_library(folder / library_name(asset))


def write_help(command: str, folder: Path) -> List[HelpPage]:
    pages = node_pages(Declaration.from_command(command))
    for page in pages:
        path = folder / "nodes" / page.context / node_help.file_name(page)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(node_help.write(page))
    return pages


def files_below(folder: Path) -> Dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def stale_files(command: str, folder: Path) -> List[str]:
    """Files of the assets that differ from what would be written. A network made by hython is not looked at."""
    stale: List[str] = []
    with tempfile.TemporaryDirectory() as fresh:
        write_assets(command, Path(fresh))
        for library in sorted(Path(fresh).iterdir()):
            asset_checks.check_library(folder / library.name)
            here = files_below(folder / library.name)
            there = files_below(library)
            stale += [f"{library.name}/{name}" for name in sorted(set(here) | set(there)) if here.get(name) != there.get(name)]
    return stale


def main(arguments: List[str]) -> int:
    if len(arguments) != 3 or arguments[1] not in ("otls", "help", "check"):
        print(__doc__, file=sys.stderr)
        return 2
    command, what, folder = arguments[0], arguments[1], Path(arguments[2])
    if what == "otls":
        write_assets(command, folder)
    elif what == "help":
        write_help(command, folder)
    else:
        stale = stale_files(command, folder)
        for name in stale:
            print(f"{folder / name}: not what the declaration gives; ./run docs writes it again", file=sys.stderr)
        return 1 if stale else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
