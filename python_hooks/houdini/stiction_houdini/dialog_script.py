"""Houdini's dialog scripts: the text that describes a node's parameters, written and read back.

SideFX documents the language under "The Dialog Script Language" of the HDK. What is written here is the part that a generated
interface needs; what is read is checked as far as a mistake would make Houdini drop or misplace a parameter: words, quotes and
brackets, names, sizes of defaults, menus, ranges, and parameters that conditions speak of.
"""

from __future__ import annotations

from .dialog_checks import conditions
from .dialog_model import FOLDER_TYPES, PARAMETER_TYPES, DialogScript, DialogScriptError, Folder, Item, Parm
from .dialog_reader import parse
from .dialog_writer import quoted, write

__all__ = [
    "FOLDER_TYPES",
    "PARAMETER_TYPES",
    "DialogScript",
    "DialogScriptError",
    "Folder",
    "Item",
    "Parm",
    "conditions",
    "parse",
    "quoted",
    "write",
]
