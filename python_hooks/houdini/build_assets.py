#!/usr/bin/env hython
"""Gives the digital assets their networks. Needs Houdini with Stiction's plugin loaded.

    hython build_assets.py                                in the package: all it needs is beside it
    hython build_assets.py SOURCES DECLARATION TARGET

SOURCES holds the assets without networks (otls/ of the repository, asset_sources/ of the package), DECLARATION is the `stiction`
command of the same version or what its `schema` prints as a .json file, TARGET gets the finished assets as expanded directories
that Houdini loads from its otls folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parent))

from stiction_houdini import asset_checks, asset_networks, dialog_script  # noqa: E402
from stiction_houdini.asset_directory import Asset  # noqa: E402
from stiction_houdini.declaration import Declaration  # noqa: E402
from stiction_houdini.network import NodeSpec, build  # noqa: E402

NETWORKS: Dict[str, Callable[[Declaration], List[NodeSpec]]] = {
    "cloth_setup": asset_networks.cloth_setup,
    "softbody_setup": asset_networks.softbody_setup,
    "solver": asset_networks.dop_solver,
}
# Sections that Houdini makes itself.
_OWN_SECTIONS = ("CreateScript", "InternalFileOptions", "ExtraFileOptions", "TypePropertiesOptions")


class BuildError(Exception):
    """Houdini did not take what it was given."""


def build_asset(hou: Any, asset: Asset, declaration: Declaration, file: Path) -> None:
    """Makes the network in a subnet, turns it into an asset in `file` and gives it its sections."""
    parent = hou.node("/obj").createNode("geo" if asset.table == "Sop" else "dopnet")
    subnet = parent.createNode("subnet", asset.name)
    build(subnet, NETWORKS[asset.name](declaration))
    node = subnet.createDigitalAsset(
        name=asset.operator,
        hda_file_name=str(file),
        description=asset.label,
        min_num_inputs=asset.inputs[0],
        max_num_inputs=asset.inputs[1],
    )
    definition = node.type().definition()
    for name, text in asset.sections.items():
        if name not in _OWN_SECTIONS:
            definition.addSection(name, text)
    definition.setIcon(asset.icon)
    definition.save(str(file))
    _look_again(hou, asset, parent, file)
    parent.destroy()


def _look_again(hou: Any, asset: Asset, parent: Any, file: Path) -> None:
    """A new node of the asset has every parameter of the dialog."""
    hou.hda.installFile(str(file))
    node = parent.createNode(asset.operator)
    parms = dialog_script.parse(asset.sections["DialogScript"]).parms()
    missing = [parm.name for parm in parms if node.parmTuple(parm.name) is None]
    if missing:
        raise BuildError(f"{asset.operator}: Houdini made no parameters {', '.join(missing)}")


def expand(file: Path, folder: Path) -> None:
    """Text instead of a binary file, by Houdini's own tool."""
    hotl = Path(os.environ["HFS"]) / "bin" / "hotl"
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([str(hotl), "-t", str(folder), str(file)], check=True)


def build_all(hou: Any, sources: Path, described: str, target: Path) -> List[Path]:
    declaration = Declaration.load(described)
    made: List[Path] = []
    for library in sorted(sources.glob("*.hda")):
        for asset in asset_checks.check_library(library):
            with tempfile.TemporaryDirectory() as scratch:
                file = Path(scratch) / library.name
                build_asset(hou, asset, declaration, file)
                expand(file, target / library.name)
            made.append(target / library.name)
    return made


def main(arguments: List[str]) -> int:
    package = Path(__file__).resolve().parents[1]
    if not arguments and (package / "asset_sources").is_dir():
        arguments = [str(package / "asset_sources"), str(package / "declaration.json"), str(package / "otls")]
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    import hou  # type: ignore[import]  # there is one in hython

    for path in build_all(hou, Path(arguments[0]), arguments[1], Path(arguments[2])):
        print(f"made {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
