#!/usr/bin/env python3
"""Puts Stiction's Houdini package together and zips it.

    package.py REPOSITORY COMMAND FOLDER [DSO_FOLDER ...]

A DSO_FOLDER is named houdiniX.Y and holds dso/, as a build with -DHoudini_ROOT leaves it. Without any, the package says plainly
that it has no plugin and how to build one.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Iterator, List

sys.path.insert(0, str(Path(__file__).resolve().parent))

import generate  # noqa: E402
from stiction_houdini.node_help import HelpPage  # noqa: E402

HERE = Path(__file__).resolve().parent
# The Pythons of Houdini 20.5 and 21.0, variant builds included.
PYTHONS = ("3.10", "3.11")
# Releases that get a package file, whether their plugin is there yet or not: a folder that does not exist does no harm.
RELEASES = ("20.5", "21.0")
# Pages for people, by their names in the package.
DOCS = {
    "build_for_houdini.md": "docs/build_for_houdini.md",
    "compare.md": "docs/compare.md",
    "from_vellum.md": "docs/from_vellum.md",
    "nodes.md": "hdk_plugins/README.md",
    "presets.md": "docs/presets.md",
    "verified.md": "docs/verified.md",
}
# What a build of the plugin needs. The tests of the repository stay there.
SOURCES = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "solver_core", "hdk_plugins", "python_hooks/CMakeLists.txt",
           "python_hooks/bindings", "python_hooks/stiction", "docs/hdk_api.md")
_SKIPPED = ("__pycache__", "node_modules")
# A zip knows no time before 1980; ours has no time at all, so that equal content gives equal bytes.
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


class PackageError(Exception):
    """Something that belongs into the package is not there or not what it should be."""


def put_together(repository: Path, command: Path, folder: Path, dso_folders: List[Path]) -> None:
    """Fills FOLDER: package files on top, all else below stiction/."""
    shutil.rmtree(folder, ignore_errors=True)
    below = folder / "stiction"
    below.mkdir(parents=True)
    shutil.copy(HERE / "package" / "stiction.json", folder / "stiction.json")
    for name in ("toolbar", "config"):
        shutil.copytree(HERE / "package" / name, below / name)
    pages = generate.write_help(str(command), below / "help")
    _copy_icons(pages, below / "config" / "Icons")
    for library in sorted((repository / "otls").glob("*.hda")):
        shutil.copytree(library, below / "asset_sources" / library.name)
    _copy_python(below)
    (below / "bin").mkdir()
    shutil.copy(command, below / "bin" / "stiction")
    _copy_sources(repository, below / "source")
    _copy_plugins(folder, dso_folders)
    shutil.copy(repository / "LICENSE", below / "LICENSE")
    (below / "docs").mkdir()
    for name, source in DOCS.items():
        shutil.copy(repository / source, below / "docs" / name)
    printed = subprocess.run([str(command), "schema"], capture_output=True, text=True, check=True)
    (below / "declaration.json").write_text(printed.stdout)
    (folder / "README.txt").write_text(readme_text(command, dso_folders))


def _copy_icons(pages: List[HelpPage], icons: Path) -> None:
    """Houdini takes for a compiled node the icon that is called after its table and name."""
    for page in pages:
        shutil.copy(icons / f"{page.icon}.svg", icons / f"{page.context.upper()}_{page.internal}.svg")


def _copy_python(below: Path) -> None:
    for python in PYTHONS:
        target = below / f"python{python}libs" / "stiction_houdini"
        shutil.copytree(HERE / "stiction_houdini", target, ignore=shutil.ignore_patterns(*_SKIPPED))
    (below / "scripts").mkdir()
    shutil.copy(HERE / "build_assets.py", below / "scripts" / "build_assets.py")


def _copy_sources(repository: Path, target: Path) -> None:
    for name in SOURCES:
        source = repository / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns(*_SKIPPED))
        elif source.exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target / name)


def _copy_plugins(folder: Path, dso_folders: List[Path]) -> None:
    """One package file a release, in force for that release alone."""
    releases = set(RELEASES)
    for source in dso_folders:
        found = re.fullmatch(r"houdini(\d+\.\d+)", source.name)
        if not found or not list((source / "dso").glob("*")):
            raise PackageError(f"{source}: expected a folder houdiniX.Y that holds dso/ and a plugin in it")
        releases.add(found.group(1))
        shutil.copytree(source, folder / "stiction" / source.name)
    for release in sorted(releases):
        text = json.dumps(plugin_package(release), indent=4) + "\n"
        (folder / f"stiction_plugin_{release}.json").write_text(text)


def plugin_package(release: str) -> dict[str, object]:
    major, minor = (int(part) for part in release.split("."))
    return {
        "name": f"stiction_plugin_{release}",
        "enable": f"houdini_version >= '{release}' and houdini_version < '{major}.{minor + 1}'",
        "load_package_once": True,
        "hpath": f"$HOUDINI_PACKAGE_PATH/stiction/houdini{release}",
    }


README = """Stiction {version} for Houdini: frictional contact for cloth and soft bodies
{line}

What is missing here
  {plugins}
  NO FINISHED ASSETS. The digital assets have no networks yet: step 3 below makes them.
  NO COMPILED PYTHON MODULE. `import stiction` needs a build for Houdini's own Python. The shelf does without.
  No Houdini has run any of this yet: stiction/docs/verified.md says what was checked in its place.

Setting up
  1. Build the plugin, unless it is there for your release: stiction/docs/build_for_houdini.md, from stiction/source.
     Move the folder houdiniX.Y that the build leaves into stiction/. stiction_plugin_X.Y.json looks for it there; a release
     that has no such file wants a copy of one with its own numbers.
  2. Point HOUDINI_PACKAGE_DIR at this folder, or copy what is in it to ~/houdiniX.Y/packages.
         HOUDINI_DSO_ERROR=2 hython -c 0                  says whether the plugin loads
  3. hython stiction/scripts/build_assets.py              makes stiction/otls, once
  4. The shelf "Stiction" has three set-ups, the nodes are in the Tab menu under Stiction, their help behind F1.

What is here
  stiction.json, stiction_plugin_X.Y.json                 package files: add stiction/ and stiction/houdiniX.Y to HOUDINI_PATH
  stiction/docs                                           from_vellum.md (what corresponds to what you know), nodes.md and others
  stiction/toolbar, config, help, pythonX.Ylibs           shelf, icons, pages of the nodes, Python of the shelf
  stiction/asset_sources, scripts, declaration.json       what step 3 works with
  stiction/bin/stiction                                   the command, for Linux machines with the libraries it was built with
  stiction/source                                         what a build of the plugin needs
"""


def readme_text(command: Path, dso_folders: List[Path]) -> str:
    printed = subprocess.run([str(command), "--version"], capture_output=True, text=True, check=True)
    releases = ", ".join(sorted(folder.name for folder in dso_folders))
    missing = "NO PLUGIN. There are no compiled nodes: this was made where there is no Houdini. The shelf says so and stops."
    return README.format(
        version=printed.stdout.split()[-1],
        line="made " + ("with plugins" if releases else "without a plugin"),
        plugins=f"Plugins for other releases than {releases}." if releases else missing,
    )


def zip_folder(folder: Path, file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files(folder):
            entry = zipfile.ZipInfo(str(path.relative_to(folder.parent)), _ZIP_TIME)
            executable = path.stat().st_mode & 0o111
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in sorted(folder.rglob("*")) if path.is_file())


def main(arguments: List[str]) -> int:
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    repository, command, folder = map(Path, arguments[:3])
    try:
        put_together(repository, command, folder, [Path(name) for name in arguments[3:]])
    except PackageError as error:
        print(f"package: {error}", file=sys.stderr)
        return 2
    file = folder.with_suffix(".zip")
    zip_folder(folder, file)
    print(f"made {file} ({file.stat().st_size / 1e6:.1f} MB)")
    print((folder / "README.txt").read_text(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
