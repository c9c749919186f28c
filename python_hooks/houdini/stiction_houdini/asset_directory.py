"""Digital assets as directories of text, in the layout that `hotl -t` leaves and Houdini loads as it is.

    NAME.hda/
      INDEX__SECTION        what the library holds, one block of "Key: value" lines an asset
      Sections.list         file name, tab, section name
      houdini.hdalibrary    empty
      ns_8_8Sop_1name_8_81.0/
        Sections.list  DialogScript  Help  ...

An asset without its network has no Contents section. Houdini would show such a node as an empty one, so `has_network` is asked
before an asset is put where Houdini looks for it.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Tuple

TABLES = ("Sop", "Dop", "Object", "Driver", "Top", "Lop", "Vop")
_ESCAPES = (("_", "__"), ("/", "_1"), (":", "_8"))
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*::[A-Za-z][A-Za-z0-9_]*::[0-9]+(\.[0-9]+)*\Z")
_INDEX_KEYS = (
    "Operator",
    "Label",
    "Path",
    "Icon",
    "Table",
    "License",
    "Extra",
    "User",
    "Inputs",
    "Outputs",
    "Subnet",
    "Python",
    "Empty",
    "Modified",
)
# Houdini writes the time of the last change. Ours is fixed: the same declaration gives the same bytes.
_MODIFIED = "Thu Jan  1 00:00:00 2026"


class AssetError(Exception):
    """A directory that is no library of assets as described above; the message begins with the file."""


@dataclass
class Asset:
    operator: str  # stiction::cloth_setup::1.0
    label: str
    table: str  # Sop
    icon: str
    inputs: Tuple[int, int]  # fewest, most
    outputs: int = 1
    sections: Dict[str, str] = field(default_factory=dict)

    @property
    def section_name(self) -> str:
        """stiction::Sop/cloth_setup::1.0"""
        namespace, rest = self.operator.split("::", 1)
        return f"{namespace}::{self.table}/{rest}"

    @property
    def name(self) -> str:
        """cloth_setup"""
        return self.operator.split("::")[1]

    @property
    def has_network(self) -> bool:
        return any(section.startswith("Contents") for section in self.sections)


def escape_name(name: str) -> str:
    """A section's name as the name of a file."""
    for character, replacement in _ESCAPES:
        name = name.replace(character, replacement)
    return name


def unescape_name(file_name: str) -> str:
    meanings = {code[1]: character for character, code in _ESCAPES}
    name: List[str] = []
    at = 0
    while at < len(file_name):
        if file_name[at] != "_":
            name.append(file_name[at])
            at += 1
            continue
        code = file_name[at + 1 : at + 2]
        if code not in meanings:
            raise AssetError(f"{file_name}: '_' is followed by {code!r}; expected one of {', '.join(meanings)}")
        name.append(meanings[code])
        at += 2
    return "".join(name)


# --- writing --------------------------------------------------------------------------------------------------------


def write_library(folder: Path, assets: List[Asset]) -> None:
    """Puts the directory anew. Sections that are not ours (Contents) do not survive."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "houdini.hdalibrary").write_text("")
    (folder / "INDEX__SECTION").write_text("".join(_index_block(asset) for asset in assets))
    names = ["INDEX_SECTION", "houdini.hdalibrary", *(asset.section_name for asset in assets)]
    (folder / "Sections.list").write_text(_section_list(names))
    for asset in assets:
        below = folder / escape_name(asset.section_name)
        below.mkdir()
        (below / "Sections.list").write_text(_section_list(list(asset.sections)))
        for name, text in asset.sections.items():
            (below / escape_name(name)).write_text(text)


def _section_list(names: List[str]) -> str:
    return '""\n' + "".join(f"{escape_name(name)}\t{name}\n" for name in names)


def _index_block(asset: Asset) -> str:
    values = {
        "Operator": asset.operator,
        "Label": asset.label,
        "Path": f"oplib:/{asset.section_name}?{asset.section_name}",
        "Icon": asset.icon,
        "Table": asset.table,
        "Inputs": f"{asset.inputs[0]} to {asset.inputs[1]}",
        "Outputs": str(asset.outputs),
        "Subnet": "true",
        "Python": "false",
        "Empty": "false",
        "Modified": _MODIFIED,
    }
    return "".join(f"{key + ':':<14}{values.get(key, '')}\n" for key in _INDEX_KEYS) + "\n"


# --- reading --------------------------------------------------------------------------------------------------------


def read_library(folder: Path) -> List[Asset]:
    """The assets of a directory, every file accounted for."""
    files = _read_section_list(folder)
    for name in ("INDEX_SECTION", "houdini.hdalibrary"):
        if name not in files:
            raise AssetError(f"{folder / 'Sections.list'}: has no {name}")
    assets = _read_index(folder / "INDEX__SECTION")
    wanted = sorted(asset.section_name for asset in assets)
    listed = sorted(set(files) - {"INDEX_SECTION", "houdini.hdalibrary"})
    if wanted != listed:
        raise AssetError(f"{folder / 'Sections.list'}: lists {listed}; INDEX__SECTION has {wanted}")
    for asset in assets:
        below = folder / files[asset.section_name]
        for name, file in _read_section_list(below).items():
            path = below / file
            asset.sections[name] = _read_text(path) if path.is_file() else ""
        if "DialogScript" not in asset.sections:
            raise AssetError(f"{below / 'Sections.list'}: has no DialogScript")
    return assets


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AssetError(f"{path}: cannot be read as text: {error}") from error


def _read_section_list(folder: Path) -> Dict[str, str]:
    """Section name to file name. Every file listed is there, and every file there is listed."""
    path = folder / "Sections.list"
    lines = _read_text(path).splitlines()
    if not lines or lines[0] != '""':
        raise AssetError(f'{path}: line 1: expected ""')
    files: Dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        parts = line.split("\t")
        if len(parts) != 2 or not all(parts):
            raise AssetError(f"{path}: line {number}: expected a file, a tab and a section")
        file, name = parts
        # A network is the section Contents.gz, kept in the directory Contents.dir.
        if name == "Contents.gz" and file == "Contents.dir":
            files[name] = file
            continue
        if unescape_name(file) != name:
            raise AssetError(f"{path}: line {number}: {file} is the file of {unescape_name(file)}, not of {name}")
        if name in files:
            raise AssetError(f"{path}: line {number}: {name} stands twice")
        files[name] = file
    present = {entry.name for entry in folder.iterdir()} - {"Sections.list"}
    if present != set(files.values()):
        odd = ", ".join(sorted(present ^ set(files.values())))
        raise AssetError(f"{path}: files and list differ: {odd}")
    return files


def _read_index(path: Path) -> List[Asset]:
    assets: List[Asset] = []
    for block in re.split(r"\n\n+", _read_text(path).strip("\n")):
        values: Dict[str, str] = {}
        for line in block.splitlines():
            key, colon, value = line.partition(":")
            if not colon or key not in _INDEX_KEYS or key in values:
                raise AssetError(f"{path}: {line!r} is no line of an index")
            values[key] = value.strip()
        assets.append(_indexed_asset(path, values))
    return assets


def _indexed_asset(path: Path, values: Dict[str, str]) -> Asset:
    missing = [key for key in _INDEX_KEYS if key not in values and key != "Outputs"]
    if missing:
        raise AssetError(f"{path}: has no {', '.join(missing)}")
    if not _NAME.match(values["Operator"]):
        raise AssetError(f"{path}: Operator is {values['Operator']!r}; expected namespace::name::version")
    if values["Table"] not in TABLES:
        raise AssetError(f"{path}: Table is {values['Table']!r}; expected one of {', '.join(TABLES)}")
    inputs = re.fullmatch(r"(\d{1,4}) to (\d{1,4})", values["Inputs"])
    outputs = re.fullmatch(r"\d{1,4}", values.get("Outputs", "1"))
    if not inputs or not outputs or int(inputs.group(1)) > int(inputs.group(2)):
        raise AssetError(f"{path}: Inputs {values['Inputs']!r} and Outputs {values.get('Outputs')!r} are no counts")
    asset = Asset(
        operator=values["Operator"],
        label=values["Label"],
        table=values["Table"],
        icon=values["Icon"],
        inputs=(int(inputs.group(1)), int(inputs.group(2))),
        outputs=int(outputs.group()),
    )
    if values["Path"] != f"oplib:/{asset.section_name}?{asset.section_name}":
        raise AssetError(f"{path}: Path is {values['Path']!r}, which is not that of {asset.operator}")
    return asset
