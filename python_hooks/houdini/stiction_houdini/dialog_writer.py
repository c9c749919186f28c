"""A dialog script as text."""

from __future__ import annotations

from typing import List

from .dialog_checks import check
from .dialog_model import PARAMETER_TYPES, DialogScript, Folder, Item, Parm


def write(script: DialogScript) -> str:
    """The text, as Houdini lays it out. What `parse` would refuse is refused here."""
    check(script)
    lines = [f"# Dialog script for {script.name} automatically generated", "", "{"]
    lines += [f"    name\t{script.name}", f"    script\t{script.script}", f"    label\t{quoted(script.label)}", ""]
    lines += ["    help {", '\t""', "    }", ""]
    lines += [f"    inputlabel\t{i}\t{quoted(label)}" for i, label in enumerate(script.inputs, 1)]
    lines += [f"    outputlabel\t{i}\t{quoted(label)}" for i, label in enumerate(script.outputs, 1)]
    lines.append("")
    for item in script.children:
        lines += _item_lines(item, 1)
    lines.append("}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _item_lines(item: Item, depth: int) -> List[str]:
    body = _parm_lines(item) if isinstance(item, Parm) else _folder_lines(item, depth)
    margin = "    " * depth
    opening = "parm" if isinstance(item, Parm) else item.kind
    return [f"{margin}{opening} {{", *(margin + "    " + line if line else line for line in body), f"{margin}}}"]


def _folder_lines(folder: Folder, depth: int) -> List[str]:
    lines = [f"name    {quoted(folder.name)}", f"label   {quoted(folder.label)}"]
    lines += [f"grouptag {{ {quoted(key)} {quoted(value)} }}" for key, value in folder.tags.items()]
    lines.append("")
    for child in folder.children:
        lines += _item_lines(child, 0)
    return lines


def _parm_lines(parm: Parm) -> List[str]:
    lines = [f"name    {quoted(parm.name)}", f"label   {quoted(parm.label)}", f"type    {parm.type}"]
    lines += [word for word in ("nolabel", "joinnext", "invisible") if getattr(parm, word)]
    if parm.size != PARAMETER_TYPES[parm.type] or parm.type == "vector":
        lines.append(f"size    {parm.size}")
    if parm.default:
        lines.append(f"default {{ {' '.join(map(quoted, parm.default))} }}")
    for word in ("help", "hidewhen", "disablewhen"):
        if getattr(parm, word):
            lines.append(f"{word:<7} {quoted(getattr(parm, word))}")
    if parm.menu:
        lines += ["menu {", *(f"    {quoted(token)} {quoted(label)}" for token, label in parm.menu), "}"]
    if parm.range:
        lines.append(f"range   {{ {parm.range[0]} {parm.range[1]} }}")
    lines += [f"parmtag {{ {quoted(key)} {quoted(value)} }}" for key, value in parm.tags.items()]
    return lines
