"""The package: what is in it, what it says it lacks, the same bytes for the same content."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from typing import Dict, List

import pytest

import package
from conftest import PROGRAM, REPOSITORY
from hou_double import Hou
from stiction_houdini.asset_checks import check_library
from stiction_houdini.node_help import parameter_ids


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("package") / "stiction-houdini"
    package.put_together(REPOSITORY, Path(PROGRAM), target, [])
    return target


def test_the_package_file_finds_the_folder(folder: Path) -> None:
    """Variables are put in as Houdini does, in order; the path must then be there."""
    described = json.loads((folder / "stiction.json").read_text())
    variables: Dict[str, str] = {"HOUDINI_PACKAGE_PATH": str(folder)}
    for entry in described["env"]:
        for name, value in entry.items():
            variables[name] = re.sub(r"\$(\w+)", lambda m: variables[m.group(1)], value)
    path = Path(re.sub(r"\$(\w+)", lambda m: variables[m.group(1)], described["hpath"]))
    for below in ("toolbar/stiction.shelf", "help/nodes/sop/stiction_solver.txt", "config/Icons/stiction.svg",
                  "python3.10libs/stiction_houdini/setups.py", "python3.11libs/stiction_houdini/setups.py"):
        assert (path / below).is_file(), below


def test_no_asset_without_its_network_is_where_houdini_looks(folder: Path) -> None:
    below = folder / "stiction"
    assert not (below / "otls").exists()
    libraries = sorted((below / "asset_sources").glob("*.hda"))
    assert len(libraries) == 3
    for library in libraries:
        check_library(library)


def test_it_says_what_it_lacks(folder: Path) -> None:
    text = (folder / "README.txt").read_text()
    assert "NO PLUGIN" in text and "NO FINISHED ASSETS" in text and "NO COMPILED PYTHON MODULE" in text
    assert not list(folder.rglob("dso"))
    assert (folder / "stiction" / "source" / "solver_core" / "CMakeLists.txt").is_file()
    printed = subprocess.run([folder / "stiction" / "bin" / "stiction", "--version"], capture_output=True, text=True)
    assert printed.returncode == 0


def test_every_path_that_the_readme_names_is_there(folder: Path) -> None:
    """Paths with X.Y are there for the releases the package knows; otls is what step 3 makes."""
    text = (folder / "README.txt").read_text()
    for name in sorted(set(re.findall(r"stiction[\w./]*", text))):
        path = name.rstrip(".").replace("stiction_plugin_X.Y", "stiction_plugin_20.5")
        if path in ("stiction/otls", "stiction/houdiniX.Y"):
            continue
        assert (folder / path).exists(), name
    for page in (folder / "stiction" / "docs").glob("*.md"):
        assert page.read_text().startswith("# "), page


def test_a_plugin_moved_into_the_package_is_found(folder: Path) -> None:
    for release, beyond in (("20.5", "20.6"), ("21.0", "21.1")):
        described = json.loads((folder / f"stiction_plugin_{release}.json").read_text())
        assert described["hpath"] == f"$HOUDINI_PACKAGE_PATH/stiction/houdini{release}"
        assert described["enable"] == f"houdini_version >= '{release}' and houdini_version < '{beyond}'"


def test_assets_are_built_from_what_is_in_the_package(folder: Path, hou: Hou, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script as the package has it, without arguments: no command has to run on the machine."""
    import build_assets

    script = folder / "stiction" / "scripts" / "build_assets.py"
    assert script.read_text() == Path(build_assets.__file__).read_text()
    made: List[Path] = []
    monkeypatch.setattr(build_assets, "__file__", str(script))
    monkeypatch.setattr(build_assets, "expand", lambda file, target: made.append(target))
    monkeypatch.setitem(sys.modules, "hou", hou)
    monkeypatch.setattr(subprocess, "run", None)
    assert build_assets.main([]) == 0
    assert len(made) == 3 and {path.parent for path in made} == {folder / "stiction" / "otls"}


def test_with_plugins(tmp_path: Path) -> None:
    for release in ("20.5", "21.0"):
        (tmp_path / f"houdini{release}" / "dso").mkdir(parents=True)
        (tmp_path / f"houdini{release}" / "dso" / "stiction.so").write_text("plugin")
    target = tmp_path / "p"
    package.put_together(REPOSITORY, Path(PROGRAM), target, sorted(tmp_path.glob("houdini*")))
    described = json.loads((target / "stiction_plugin_20.5.json").read_text())
    assert described["enable"] == "houdini_version >= '20.5' and houdini_version < '20.6'"
    assert described["hpath"].endswith("stiction/houdini20.5")
    assert (target / "stiction" / "houdini21.0" / "dso" / "stiction.so").is_file()
    text = (target / "README.txt").read_text()
    assert "Plugins for other releases than houdini20.5, houdini21.0." in text and "NO PLUGIN" not in text
    for bad in ("houdini", "houdini20.5"):
        (tmp_path / "x" / bad).mkdir(parents=True)
        with pytest.raises(package.PackageError, match="houdiniX.Y"):
            package.put_together(REPOSITORY, Path(PROGRAM), target, [tmp_path / "x" / bad])


def test_equal_content_gives_equal_bytes(folder: Path, tmp_path: Path) -> None:
    package.zip_folder(folder, tmp_path / "a.zip")
    package.zip_folder(folder, tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        names = archive.namelist()
        assert "stiction-houdini/stiction.json" in names
        assert archive.getinfo("stiction-houdini/stiction/bin/stiction").external_attr >> 16 & 0o111
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name]


def test_tools_call_what_exists_and_show_what_there_is(folder: Path) -> None:
    shelf = ElementTree.parse(folder / "stiction" / "toolbar" / "stiction.shelf").getroot()
    tools = {tool.attrib["name"]: tool for tool in shelf.findall("tool")}
    members = [member.attrib["name"] for member in shelf.findall("toolshelf/memberTool")]
    assert sorted(members) == sorted(tools)
    import stiction_houdini.setups as setups

    for tool in tools.values():
        assert (folder / "stiction" / "config" / "Icons" / f"{tool.attrib['icon']}.svg").is_file()
        script = tool.findtext("script")
        assert script is not None
        calls = [node for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Call)]
        names = [call.func.attr for call in calls if isinstance(call.func, ast.Attribute)]
        assert len(names) == 1 and callable(getattr(setups, names[0]))


def test_icons_are_svg(folder: Path) -> None:
    icons = list((folder / "stiction" / "config" / "Icons").glob("*.svg"))
    named = {"SOP_stiction_solver", "SOP_stiction_surface", "SOP_stiction_contacts", "DOP_stiction_solver"}
    assert len(icons) == 6 + len(named) and named <= {icon.stem for icon in icons}
    for icon in icons:
        root = ElementTree.parse(icon).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and root.attrib["viewBox"] == "0 0 32 32"


def test_pages_of_help_name_icons_and_nodes_that_are_there(folder: Path) -> None:
    below = folder / "stiction"
    pages = list((below / "help").rglob("*.txt"))
    assert len(pages) == 4
    known = {f"{page.parent.name}/{page.stem}" for page in pages}
    known |= {"dop/stiction--solver-1.0"}
    for page in pages:
        text = page.read_text()
        parameter_ids(text)
        icons: List[str] = re.findall(r"(?m)^#icon: (\w+)$", text)
        assert len(icons) == 1 and (below / "config" / "Icons" / f"{icons[0]}.svg").is_file()
        assert set(re.findall(r"\[Node:([^\]]+)\]", text)) <= known


def test_the_command_line(tmp_path: Path) -> None:
    script = REPOSITORY / "python_hooks" / "houdini" / "package.py"
    run = [sys.executable, "-B", str(script)]
    assert subprocess.run(run, capture_output=True).returncode == 2
    bad = subprocess.run([*run, REPOSITORY, PROGRAM, tmp_path / "p", tmp_path], capture_output=True, text=True)
    assert bad.returncode == 2 and "houdiniX.Y" in bad.stderr
