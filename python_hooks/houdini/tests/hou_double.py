"""A stand-in for the few calls of Houdini's `hou` that our scripts make.

It keeps nodes, parameters, wires and flags, and refuses what Houdini refuses: an unknown node type, a second node of the same
name. Parameters are those of the table below, by SideFX's names; a parameter that is not there is None, as in Houdini. It does
not cook. That a script runs here says that it is whole; only Houdini says that it is right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

# Node types to the parameters our scripts set, with their components. "*" takes any name: a node of ours, whose parameters
# other tests compare with the declaration.
NODE_TYPES: Dict[str, Dict[str, Tuple[str, ...]]] = {
    "Object/geo": {},
    "Object/dopnet": {},
    "Sop/subnet": {},
    "Sop/divide": {},
    "Sop/attribwrangle": {"class": ("class",), "snippet": ("snippet",)},
    "Sop/tetconform": {},
    "Sop/switch": {"input": ("input",)},
    "Sop/output": {},
    "Sop/merge": {},
    "Sop/file": {"file": ("file",)},
    "Sop/grid": {"size": ("sizex", "sizey"), "t": ("tx", "ty", "tz"), "rows": ("rows",), "cols": ("cols",)},
    "Sop/box": {"size": ("sizex", "sizey", "sizez"), "t": ("tx", "ty", "tz")},
    "Sop/sphere": {
        "type": ("type",),
        "rad": ("radx", "rady", "radz"),
        "t": ("tx", "ty", "tz"),
        "rows": ("rows",),
        "cols": ("cols",),
    },
    "Sop/xform": {"t": ("tx", "ty", "tz"), "r": ("rx", "ry", "rz"), "s": ("sx", "sy", "sz"), "p": ("px", "py", "pz")},
    "Dop/subnet": {},
    "Dop/merge": {},
    "Dop/output": {},
}


class OperationFailed(Exception):
    pass


class Parm:
    def __init__(self, name: str) -> None:
        self._name = name
        self._value: Any = 0
        self._expression: Optional[str] = None

    def name(self) -> str:
        return self._name

    def set(self, value: Any) -> None:
        self._value = value
        self._expression = None

    def setExpression(self, text: str) -> None:
        self._expression = text

    def expression(self) -> str:
        if self._expression is None:
            raise OperationFailed("no expression")
        return self._expression

    def eval(self) -> Any:
        return self._value

    def evalAsString(self) -> str:
        return str(self._value)


class ParmTuple:
    def __init__(self, parms: List[Parm]) -> None:
        self._parms = parms

    def set(self, values: Tuple[Any, ...]) -> None:
        if len(values) != len(self._parms):
            raise OperationFailed(f"{len(values)} values for {len(self._parms)} components")
        for parm, value in zip(self._parms, values):
            parm.set(value)

    def eval(self) -> Tuple[Any, ...]:
        return tuple(parm.eval() for parm in self._parms)

    def __len__(self) -> int:
        return len(self._parms)


class Definition:
    def __init__(self, file: str) -> None:
        self.file = file
        self.sections: Dict[str, str] = {}
        self.icon = ""

    def addSection(self, name: str, text: str = "") -> None:
        self.sections[name] = text

    def setIcon(self, name: str) -> None:
        self.icon = name

    def save(self, file: str) -> None:
        Path(file).write_text("asset")


class NodeType:
    def __init__(self, name: str, definition: Optional[Definition] = None) -> None:
        self._name = name
        self._definition = definition

    def name(self) -> str:
        return self._name

    def definition(self) -> Optional[Definition]:
        return self._definition


class Node:
    def __init__(self, hou: "Hou", name: str, table: str, type_name: str, parent: Optional["Node"]) -> None:
        self._hou = hou
        self._name = name
        self._type = type_name
        self._table = table  # of its children
        self._parent = parent
        self._children: Dict[str, Node] = {}
        self._parms: Dict[str, Parm] = {}
        self._inputs: Dict[int, Any] = {}
        self.display = False

    def name(self) -> str:
        return self._name

    def path(self) -> str:
        return f"{self._parent.path()}/{self._name}" if self._parent else self._name

    def type(self) -> NodeType:
        return self._hou.types.get(self._type) or NodeType(self._type.split("/", 1)[1])

    def children(self) -> Tuple["Node", ...]:
        return tuple(self._children.values())

    def node(self, name: str) -> Optional["Node"]:
        return self._children.get(name)

    def createNode(self, type_name: str, name: Optional[str] = None) -> "Node":
        full = f"{self._table}/{type_name}"
        if full not in NODE_TYPES and full not in self._hou.types:
            raise OperationFailed(f"Invalid node type name {type_name}")
        name = name or f"{type_name.split('::')[0]}{len(self._children) + 1}"
        if name in self._children:
            raise OperationFailed(f"there is a node {name}")
        below = {"Object/geo": "Sop", "Object/dopnet": "Dop"}.get(full, self._table)
        node = Node(self._hou, name, below, full, self)
        self._children[name] = node
        return node

    def _components(self, name: str) -> Optional[Tuple[str, ...]]:
        known = NODE_TYPES.get(self._type)
        if known is None:
            known = self._hou.parms.get(self._type, {})
        if name in known:
            return known[name]
        return (name,) if any(name in parts for parts in known.values()) else None

    def parm(self, name: str) -> Optional[Parm]:
        parts = self._components(name)
        if parts is None or (len(parts) > 1):
            return None
        return self._parms.setdefault(parts[0], Parm(parts[0]))

    def parmTuple(self, name: str) -> Optional[ParmTuple]:
        parts = self._components(name)
        if parts is None:
            return None
        return ParmTuple([self._parms.setdefault(part, Parm(part)) for part in parts])

    def setInput(self, index: int, node: Any, output: int = 0) -> None:
        self._inputs[index] = node

    def inputs(self) -> Dict[int, Any]:
        return self._inputs

    def indirectInputs(self) -> Tuple[str, ...]:
        return tuple(f"{self.path()}/{i}" for i in range(1, 5))

    def geometry(self) -> Any:
        return self._hou.cook(self, self._hou.frame)

    def errors(self) -> Tuple[str, ...]:
        return self._hou.problems

    def setDisplayFlag(self, on: bool) -> None:
        self.display = on

    def setRenderFlag(self, on: bool) -> None:
        pass

    def layoutChildren(self) -> None:
        pass

    def destroy(self) -> None:
        assert self._parent is not None
        del self._parent._children[self._name]

    def createDigitalAsset(
        self, name: str, hda_file_name: str, description: str, min_num_inputs: int, max_num_inputs: int
    ) -> "Node":
        full = f"{self._table}/{name}"
        self._hou.types[full] = NodeType(name, Definition(hda_file_name))
        self._hou.contents[full] = self
        self._type = full
        return self


class _Hda:
    def __init__(self, hou: "Hou") -> None:
        self._hou = hou
        self.installed: List[str] = []

    def installFile(self, path: str) -> None:
        """Reads the dialog of what was saved there, as Houdini would."""
        from stiction_houdini import dialog_script

        self.installed.append(path)
        for full, node_type in self._hou.types.items():
            definition = node_type.definition()
            if definition is None or definition.file != path:
                continue
            script = dialog_script.parse(definition.sections["DialogScript"])
            self._hou.parms[full] = {parm.name: parm_components(parm.name, parm.size) for parm in script.parms()}


def parm_components(name: str, size: int) -> Tuple[str, ...]:
    return (name,) if size == 1 else tuple(name + axis for axis in "xyzw"[:size])


class _HipFile:
    def __init__(self, hou: "Hou") -> None:
        self._hou = hou
        self.saved: List[str] = []

    def clear(self, suppress_save_prompt: bool = False) -> None:
        self._hou.clear()

    def save(self, path: str) -> None:
        self.saved.append(path)
        self._hou.scenes[path] = self._hou._obj
        Path(path).write_text("hip")

    def load(self, path: str, suppress_save_prompt: bool = False, ignore_load_warnings: bool = False) -> None:
        if path not in self._hou.scenes:
            raise OperationFailed(f"cannot open {path}")
        self._hou._obj = self._hou.scenes[path]


class Hou:
    """One session. `types` are the node types that plugins and assets add."""

    OperationFailed = OperationFailed

    def __init__(self, types: Dict[str, Dict[str, Tuple[str, ...]]]) -> None:
        self.types: Dict[str, NodeType] = {full: NodeType(full.split("/", 1)[1]) for full in types}
        self.parms: Dict[str, Dict[str, Tuple[str, ...]]] = dict(types)
        self.contents: Dict[str, Node] = {}
        self.hda = _Hda(self)
        self.hipFile = _HipFile(self)
        self.fps = 24.0
        self.frame = 1
        self.commands: List[str] = []
        self.scenes: Dict[str, Node] = {}
        self.problems: Tuple[str, ...] = ()
        self.cook: Callable[[Node, int], Any] = lambda node, frame: None  # tests say what comes out
        self.clear()

    def clear(self) -> None:
        self._obj = Node(self, "/obj", "Object", "Manager/obj", None)

    def node(self, path: str) -> Optional[Node]:
        node: Optional[Node] = self._obj if path.startswith("/obj") else None
        for name in path.strip("/").split("/")[1:]:
            node = node.node(name) if node else None
        return node

    def sopNodeTypeCategory(self) -> str:
        return "Sop"

    def dopNodeTypeCategory(self) -> str:
        return "Dop"

    def nodeType(self, category: str, name: str) -> Optional[NodeType]:
        return self.types.get(f"{category}/{name}")

    def setFps(self, fps: float) -> None:
        self.fps = fps

    def setFrame(self, frame: int) -> None:
        self.frame = frame

    def hscript(self, command: str) -> Tuple[str, str]:
        self.commands.append(command)
        return "", ""
