"""Parameters of the declaration as parameters of a node: types, menus, sliders, and when they are of no use."""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from .declaration import Parameter
from .dialog_script import Folder, Item, Parm

# A choice that the scene leaves out is a menu whose first entry is nothing.
NO_CHOICE = "none"
METHOD_PARM = "solver_method"


def to_parm(parameter: Parameter) -> Optional[Parm]:
    """None where a node cannot show it: a number that may be left out has no value to begin with."""
    if not parameter.default and parameter.kind != "choice":
        return None
    parm = Parm(
        name=parameter.name,
        label=parameter.label,
        type=_type_of(parameter),
        size=parameter.size,
        default=[_default_text(value) for value in parameter.default],
        help=tooltip(parameter),
        range=_range_of(parameter),
        disablewhen=unused_condition(parameter.methods),
    )
    if parameter.kind == "choice":
        parm.menu = menu_of(parameter)
        parm.default = parm.default or [NO_CHOICE]
    return parm


def to_parms(parameters: Sequence[Parameter]) -> List[Parm]:
    return [parm for parm in map(to_parm, parameters) if parm is not None]


def folder(name: str, label: str, parameters: Sequence[Parameter], extra: Sequence[Item] = ()) -> Folder:
    return Folder(name=name, label=label, kind="group", children=[*extra, *to_parms(parameters)])


def menu_of(parameter: Parameter) -> List[Tuple[str, str]]:
    words = [(word, label_of_word(word)) for word, _ in parameter.choices]
    return words if parameter.default else [(NO_CHOICE, "None"), *words]


def label_of_word(word: str) -> str:
    text = word.replace("_", " ")
    return text[:1].upper() + text[1:]


def tooltip(parameter: Parameter) -> str:
    """The help as one or two sentences."""
    text = parameter.help[:1].upper() + parameter.help[1:]
    if parameter.unit:
        text += f" ({parameter.unit})"
    text += "."
    if parameter.methods:
        text += f" Used by {', '.join(parameter.methods)}."
    return text


def unused_condition(methods: Sequence[str]) -> str:
    """True while the method is none of those that use the parameter."""
    if not methods:
        return ""
    return "{ " + " ".join(f"{METHOD_PARM} != {method}" for method in methods) + " }"


def _type_of(parameter: Parameter) -> str:
    if parameter.kind == "real":
        return "vector" if parameter.size == 3 else "float"
    return {"boolean": "toggle", "integer": "integer", "text": "string", "choice": "ordinal"}[parameter.kind]


def _default_text(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return repr(value) if isinstance(value, float) else str(value)


def _range_of(parameter: Parameter) -> Optional[Tuple[str, str]]:
    """Limits are hard where the slider can reach them. A slider ends at ten times the default where the limit is far above:
    larger values can be typed, and the solver refuses what it does not allow with its own message."""
    if parameter.kind not in ("integer", "real"):
        return None
    reach = 10.0 * max((abs(float(value)) for value in parameter.default), default=0.0)
    reach = reach if reach > 0.0 else 1.0
    low = parameter.minimum
    high = parameter.maximum
    low_text = f"{_plain(low)}!" if low is not None and low >= -reach else _plain(-reach)
    high_text = f"{_plain(high)}!" if high is not None and high <= reach else _plain(reach)
    return low_text, high_text


def _plain(value: float) -> str:
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else f"{value:.6g}"
