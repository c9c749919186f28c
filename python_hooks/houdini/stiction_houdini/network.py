"""A network as plain data, and how it is made in a Houdini that is handed over as `hou` (or a stand-in for it)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Sequence, Tuple, Union

Value = Union[int, float, str, bool, Tuple[float, ...], "Expression"]


class NetworkError(Exception):
    """This Houdini lacks a node type or a parameter that the network needs. All that is missing is listed at once."""


@dataclass(frozen=True)
class Expression:
    """An HScript expression of one parameter."""

    text: str


@dataclass
class NodeSpec:
    name: str
    type: str
    parms: Dict[str, Value] = field(default_factory=dict)
    # Input number to the name of a node of the same network, or to the number of an input of the network itself.
    inputs: Dict[int, Union[str, int]] = field(default_factory=dict)
    display: bool = False


def build(network: Any, specs: Sequence[NodeSpec]) -> Dict[str, Any]:
    """Creates the nodes inside `network`, wires them, sets their parameters; gives them by name."""
    problems: List[str] = []
    nodes: Dict[str, Any] = {}
    for spec in specs:
        try:
            nodes[spec.name] = network.createNode(spec.type, spec.name)
        except Exception as error:  # hou.OperationFailed; a stand-in has its own
            problems.append(f"node type {spec.type!r} for {spec.name}: {error}")
    for spec in specs:
        if spec.name in nodes:
            problems += _set_parms(nodes[spec.name], spec)
    if problems:
        raise NetworkError("; ".join(problems))
    for spec in specs:
        for index, source in spec.inputs.items():
            origin = nodes[source] if isinstance(source, str) else network.indirectInputs()[source]
            nodes[spec.name].setInput(index, origin)
        if spec.display:
            nodes[spec.name].setDisplayFlag(True)
            nodes[spec.name].setRenderFlag(True)
    network.layoutChildren()
    return nodes


def _set_parms(node: Any, spec: NodeSpec) -> List[str]:
    problems: List[str] = []
    for name, value in spec.parms.items():
        target = node.parmTuple(name) if isinstance(value, tuple) else node.parm(name)
        if target is None:
            problems.append(f"{spec.type} has no parameter {name!r}")
        elif isinstance(value, Expression):
            target.setExpression(value.text)
        else:
            target.set(value)
    return problems
