"""Parameters and folders of a node, as dialog scripts describe them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Sequence, Tuple, Union

# Types of parameters that are written and read, with the number of components they have unless `size` says otherwise.
PARAMETER_TYPES = {
    "toggle": 1,
    "float": 1,
    "integer": 1,
    "string": 1,
    "ordinal": 1,
    "button": 1,
    "label": 1,
    "separator": 1,
    "vector": 3,
    "log": 1,
    "oppath": 1,
    "file": 1,
}
FOLDER_TYPES = ("group", "groupsimple", "groupcollapsible")


class DialogScriptError(Exception):
    """The text is not a dialog script that we would write; the message begins with the line."""


@dataclass
class Parm:
    name: str
    label: str
    type: str
    size: int = 1
    default: List[str] = field(default_factory=list)
    help: str = ""
    range: Optional[Tuple[str, str]] = None  # "0!" is a hard limit
    menu: List[Tuple[str, str]] = field(default_factory=list)
    disablewhen: str = ""
    hidewhen: str = ""
    tags: Dict[str, str] = field(default_factory=dict)
    joinnext: bool = False
    nolabel: bool = False
    invisible: bool = False


@dataclass
class Folder:
    name: str
    label: str
    kind: str = "groupsimple"
    children: List["Item"] = field(default_factory=list)
    tags: Dict[str, str] = field(default_factory=dict)


Item = Union[Parm, Folder]


@dataclass
class DialogScript:
    name: str  # stiction::cloth_setup::1.0
    script: str  # what new nodes are called
    label: str
    inputs: List[str] = field(default_factory=list)  # labels
    outputs: List[str] = field(default_factory=list)
    children: List[Item] = field(default_factory=list)

    def parms(self) -> Iterator[Parm]:
        return _parms(self.children)


def _parms(items: Sequence[Item]) -> Iterator[Parm]:
    for item in items:
        if isinstance(item, Parm):
            yield item
        else:
            yield from _parms(item.children)
