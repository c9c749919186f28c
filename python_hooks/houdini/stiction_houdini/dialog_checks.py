"""What must hold in a dialog script: names, defaults, menus, ranges, and parameters that conditions speak of."""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Sequence, Tuple

from .dialog_model import PARAMETER_TYPES, DialogScript, DialogScriptError, Folder, Item, Parm

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_CONDITION = re.compile(r"\s*\{\s*([A-Za-z_]\w*)\s*(==|!=|<=|>=|<|>)\s*([^\s{}]+|\"\")\s*((?:[A-Za-z_]\w*\s*(?:==|!=|<=|>=|<|>)\s*[^\s{}]+\s*)*)\}")


def check(script: DialogScript) -> None:
    if not script.name or not script.script or not script.label:
        raise DialogScriptError("line 1: name, script and label must be there")
    parms = list(script.parms())
    names = [parm.name for parm in parms] + [folder.name for folder in _folders(script.children)]
    for name in names:
        if not _NAME.match(name):
            raise DialogScriptError(f"line 1: {name!r} is no name; allowed: letters, digits, _, no digit first")
        if names.count(name) > 1:
            raise DialogScriptError(f"line 1: two parameters are called {name!r}")
    for parm in parms:
        problem = _parm_problem(parm, {p.name: p for p in parms})
        if problem:
            raise DialogScriptError(f"line 1: parameter {parm.name}: {problem}")


def _folders(items: Sequence[Item]) -> Iterator[Folder]:
    for item in items:
        if isinstance(item, Folder):
            yield item
            yield from _folders(item.children)


def _parm_problem(parm: Parm, parms: Dict[str, Parm]) -> str:
    if parm.type not in PARAMETER_TYPES:
        return f"type {parm.type!r} is not one of {', '.join(PARAMETER_TYPES)}"
    if parm.default and len(parm.default) != parm.size:
        return f"{len(parm.default)} defaults for {parm.size} components"
    tokens = [token for token, _ in parm.menu]
    if len(set(tokens)) != len(tokens):
        return "a menu token stands twice"
    if parm.type == "ordinal" and (not tokens or parm.default[:1] == [] or parm.default[0] not in tokens):
        return f"the default {parm.default} is not in the menu"
    if parm.type in ("float", "integer", "vector", "log", "toggle"):
        return _number_problem(parm) or _condition_problem(parm, parms)
    return _condition_problem(parm, parms)


def _number_problem(parm: Parm) -> str:
    try:
        defaults = [float(text) for text in parm.default]
        limits = [float(text.rstrip("!")) for text in parm.range or ()]
    except ValueError as error:
        return str(error)
    if limits and not limits[0] <= limits[1]:
        return f"the range begins at {limits[0]} and ends at {limits[1]}"
    if parm.range and any(
        (parm.range[0].endswith("!") and value < limits[0]) or (parm.range[1].endswith("!") and value > limits[1])
        for value in defaults
    ):
        return f"the default {parm.default} is out of the hard range {parm.range}"
    return ""


def _condition_problem(parm: Parm, parms: Dict[str, Parm]) -> str:
    for text in (parm.disablewhen, parm.hidewhen):
        for name, value in conditions(text):
            if name not in parms:
                return f"a condition speaks of {name!r}, which is no parameter"
            tokens = [token for token, _ in parms[name].menu]
            if tokens and value not in tokens:
                return f"a condition compares {name} with {value!r}, which is not in its menu"
    return ""


def conditions(text: str) -> List[Tuple[str, str]]:
    """The names and values of `{ a == 1 b != 2 } { c == 3 }`."""
    found: List[Tuple[str, str]] = []
    rest = text
    while rest.strip():
        match = _CONDITION.match(rest)
        if not match:
            raise DialogScriptError(f"line 1: {text!r} is no condition; expected {{ name == value ... }}")
        found.append((match.group(1), match.group(3)))
        found += re.findall(r"([A-Za-z_]\w*)\s*(?:==|!=|<=|>=|<|>)\s*([^\s{}]+)", match.group(4))
        rest = rest[match.end() :]
    return found
