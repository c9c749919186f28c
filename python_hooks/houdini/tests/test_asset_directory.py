"""Expanded directories of assets: names, lists, indices; written, read, damaged."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import List

import pytest

from stiction_houdini.asset_checks import check_library
from stiction_houdini.asset_directory import (
    Asset,
    AssetError,
    escape_name,
    read_library,
    unescape_name,
    write_library,
)
from stiction_houdini.assets import all_assets
from stiction_houdini.declaration import Declaration
from stiction_houdini.dialog_script import DialogScriptError
from stiction_houdini.node_help import HelpError

SCALE = int(os.environ.get("STICTION_FUZZ_SCALE", "1"))


def test_names_of_files_as_houdini_writes_them() -> None:
    for name, file in (
        ("INDEX_SECTION", "INDEX__SECTION"),
        ("labs::Data/labs_biome_configure_lop", "labs_8_8Data_1labs__biome__configure__lop"),
        ("stiction::Sop/cloth_setup::1.0", "stiction_8_8Sop_1cloth__setup_8_81.0"),
        ("Tools.shelf", "Tools.shelf"),
    ):
        assert escape_name(name) == file
        assert unescape_name(file) == name
    for bad in ("a_", "a_2b", "_"):
        with pytest.raises(AssetError):
            unescape_name(bad)


def test_any_name_goes_round() -> None:
    chance = random.Random(7)
    for _ in range(2000):
        name = "".join(chance.choice("ab_/:18.") for _ in range(chance.randint(0, 20)))
        assert unescape_name(escape_name(name)) == name


def library(tmp_path: Path, declaration: Declaration, presets: object) -> Path:
    folder = tmp_path / "a.hda"
    write_library(folder, all_assets(declaration, presets)[:1])  # type: ignore[arg-type]
    return folder


def test_written_is_read(tmp_path: Path, declaration: Declaration, presets: object) -> None:
    folder = tmp_path / "all.hda"
    assets: List[Asset] = all_assets(declaration, presets)  # type: ignore[arg-type]
    write_library(folder, assets)
    assert read_library(folder) == assets
    assert not any(asset.has_network for asset in assets)


def test_what_is_wrong_is_named(tmp_path: Path, declaration: Declaration, presets: object) -> None:
    for file, old, new, message in (
        ("Sections.list", '""\n', "", "line 1"),
        ("Sections.list", "INDEX__SECTION\t", "INDEX_SECTION\t", "'_' is followed by"),
        ("Sections.list", "houdini.hdalibrary\thoudini.hdalibrary\n", "", "files and list differ: houdini.hdalibrary"),
        ("INDEX__SECTION", "Table:        Sop", "Table:        Sup", "Table is 'Sup'"),
        ("INDEX__SECTION", "stiction::cloth_setup::1.0\n", "cloth_setup\n", "expected namespace::name::version"),
        ("INDEX__SECTION", "1 to 3", "3 to 1", "are no counts"),
        ("INDEX__SECTION", "?stiction", "?other", "is not that of"),
        ("INDEX__SECTION", "Label:", "Lable:", "is no line of an index"),
        ("*/DialogScript", "name\tstiction::cloth_setup::1.0", "name\tstiction::cloth::1.0", "the index"),
        ("*/Help", "#id: friction", "#id: fiction", "dialog and help differ: fiction, friction"),
        ("*/Help", "#type: node", "#type: knot", "begins with"),
        ("*/Tools.shelf", "</tool>", "", "Tools.shelf"),
        ("*/PythonModule", "def apply_preset(node):", "def apply_preset(node)", "PythonModule"),
        ("*/ExtraFileOptions", "{", "", "ExtraFileOptions"),
        ("*/TypePropertiesOptions", "UseDSParms := 1;", "UseDSParms = 1", "is no option"),
    ):
        folder = library(tmp_path, declaration, presets)
        check_library(folder)
        path = next(folder.glob(file))
        text = path.read_text()
        assert old in text, (file, old)
        path.write_text(text.replace(old, new, 1))
        with pytest.raises((AssetError, DialogScriptError, HelpError)) as error:
            check_library(folder)
        assert message in str(error.value), (file, str(error.value))


def test_a_missing_and_a_stray_file(tmp_path: Path, declaration: Declaration, presets: object) -> None:
    folder = library(tmp_path, declaration, presets)
    (next(folder.glob("*_8*")) / "Stray").write_text("")
    with pytest.raises(AssetError, match="files and list differ: Stray"):
        read_library(folder)
    folder = library(tmp_path, declaration, presets)
    next(folder.glob("*/Help")).unlink()
    with pytest.raises(AssetError, match="files and list differ: Help"):
        read_library(folder)


def test_random_damage_never_crashes(tmp_path: Path, declaration: Declaration, presets: object) -> None:
    folder = library(tmp_path, declaration, presets)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)
    chance = random.Random(11)
    for _ in range(300 * SCALE):
        path = chance.choice(files)
        whole = path.read_bytes()
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(data))
            data[at : at + chance.randint(0, 5)] = bytes(chance.randrange(256) for _ in range(chance.randint(0, 3)))
        path.write_bytes(bytes(data))
        try:
            check_library(folder)
        except (AssetError, DialogScriptError, HelpError):
            pass
        path.write_bytes(whole)
    check_library(folder)
