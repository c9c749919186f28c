"""What must hold of assets on disk: read back, every section parsed, dialog and help of one mind."""

from __future__ import annotations

import ast
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import List

from . import dialog_script, node_help
from .asset_directory import Asset, AssetError, read_library


def check_library(folder: Path) -> List[Asset]:
    """The assets of a directory. Raises AssetError, DialogScriptError or HelpError with the file or line."""
    assets = read_library(folder)
    for asset in assets:
        check_asset(asset, str(folder))
    return assets


def check_asset(asset: Asset, where: str) -> None:
    script = dialog_script.parse(asset.sections["DialogScript"])
    if script.name != asset.operator:
        raise AssetError(f"{where}: DialogScript names {script.name}, the index {asset.operator}")
    if len(script.inputs) != asset.inputs[1] or len(script.outputs) != asset.outputs:
        raise AssetError(f"{where}: {len(script.inputs)} input labels for {asset.inputs[1]} inputs")
    described = node_help.parameter_ids(asset.sections.get("Help", ""))
    shown = [parm.name for parm in script.parms()]
    if sorted(described) != sorted(shown):
        odd = ", ".join(sorted(set(described) ^ set(shown)))
        raise AssetError(f"{where}: dialog and help differ: {odd}")
    _check_options(asset, where)
    for name in ("ExtraFileOptions", "InternalFileOptions"):
        _check_parses(asset, name, where, json.loads)
    _check_parses(asset, "Tools.shelf", where, ElementTree.fromstring)
    if "PythonModule" in asset.sections:
        _check_parses(asset, "PythonModule", where, ast.parse)


def _check_options(asset: Asset, where: str) -> None:
    for line in asset.sections.get("TypePropertiesOptions", "").splitlines():
        key, equals, value = line.partition(" := ")
        if not equals or not key.isalpha() or value not in ("0;", "1;"):
            raise AssetError(f"{where}: TypePropertiesOptions: {line!r} is no option")


def _check_parses(asset: Asset, name: str, where: str, parse: object) -> None:
    try:
        parse(asset.sections[name])  # type: ignore[operator]
    except (KeyError, ValueError, SyntaxError) as error:
        raise AssetError(f"{where}: {name}: {error!r}") from error
