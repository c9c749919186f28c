"""Help pages of nodes in SideFX's wiki markup, from the same parameters as their dialogs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, List, Sequence, Tuple

from .declaration import Parameter
from .interface import label_of_word, to_parm


class HelpError(Exception):
    """A page that Houdini's help would show wrongly; the message begins with the line."""


@dataclass
class HelpPage:
    context: str  # sop, dop
    internal: str  # name of the node type without namespace and version
    title: str
    summary: str  # one sentence
    namespace: str = ""
    version: str = ""
    icon: str = ""
    text: List[str] = field(default_factory=list)  # paragraphs
    folders: List[Tuple[str, List[Parameter]]] = field(default_factory=list)
    own: Dict[str, Tuple[str, str]] = field(default_factory=dict)  # parameters of the node itself: name, label and text
    inputs: List[Tuple[str, str]] = field(default_factory=list)
    outputs: List[Tuple[str, str]] = field(default_factory=list)
    related: List[str] = field(default_factory=list)  # sop/stiction_solver


def file_name(page: HelpPage) -> str:
    """Where the page lies below help/nodes/<context>."""
    name = f"{page.namespace}--{page.internal}" if page.namespace else page.internal
    return f"{name}-{page.version}.txt" if page.version else f"{name}.txt"


def write(page: HelpPage) -> str:
    lines = ["#type: node", f"#context: {page.context}", f"#internal: {page.internal}"]
    for key in ("namespace", "version", "icon"):
        if getattr(page, key):
            lines.append(f"#{key}: {getattr(page, key)}")
    lines += ["", f"= {page.title} =", "", f'"""{page.summary}"""', ""]
    for paragraph in page.text:
        lines += [paragraph, ""]
    lines += ["@parameters", ""]
    for name, (label, text) in page.own.items():
        lines += _entry(label, name, [text], 1)
    for title, parameters in page.folders:
        shown = [p for p in parameters if to_parm(p) is not None]
        if shown:
            lines += [f"    == {title} ==", ""]
        for parameter in shown:
            lines += _entry(parameter.label, parameter.name, _body(parameter), 2)
    for title, entries in (("@inputs", page.inputs), ("@outputs", page.outputs)):
        if entries:
            lines += [title, ""]
        for label, text in entries:
            lines += [f"{label}:", f"    {text}", ""]
    if page.related:
        lines += ["@related", "", *(f"- [Node:{node}]" for node in page.related), ""]
    return "\n".join(lines)


def escaped(text: str) -> str:
    """Text that means itself: the characters of emphasis, links and code lose their meaning."""
    return re.sub(r"([*_`\[\]\\])", r"\\\1", text)


def _entry(label: str, name: str, body: Sequence[str], depth: int) -> List[str]:
    margin = "    " * depth
    lines = [f"{margin}{escaped(label)}:", f"{margin}    #id: {name}", ""]
    for paragraph in body:
        lines += [f"{margin}    {line}" if line else "" for line in paragraph.splitlines()]
    return [*lines, ""]


def _body(parameter: Parameter) -> List[str]:
    text = escaped(parameter.help[:1].upper() + parameter.help[1:] + ".")
    facts = []
    if parameter.unit:
        facts.append(f"unit {escaped(parameter.unit)}")
    if parameter.default and parameter.kind != "choice":
        facts.append("default " + " ".join(f"`{_shown(value)}`" for value in parameter.default))
    if parameter.methods:
        facts.append("used by " + ", ".join(f"`{method}`" for method in parameter.methods))
    if facts:
        text += " " + ("; ".join(facts))[:1].upper() + ("; ".join(facts))[1:] + "."
    body = [text]
    for word, meaning in parameter.choices:
        body.append("\n" + f"{escaped(label_of_word(word))}:\n    {escaped(meaning[:1].upper() + meaning[1:])}.")
    return body


def _shown(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


# --- reading back ---------------------------------------------------------------------------------------------------


def parameter_ids(text: str) -> List[str]:
    """The `#id:` of every parameter of a page, after a look at its structure."""
    lines = text.splitlines()
    if not lines or lines[0] != "#type: node":
        raise HelpError("line 1: a node's page begins with '#type: node'")
    titles = [i for i, line in enumerate(lines) if re.fullmatch(r"= .+ =", line)]
    if len(titles) != 1:
        raise HelpError(f"line 1: {len(titles)} titles; expected one")
    if not re.search(r'(?m)^"""[^"]+"""$', text):
        raise HelpError('line 1: no summary in """ """')
    ids: List[str] = []
    for number, line in enumerate(lines, 1):
        if "\t" in line:
            raise HelpError(f"line {number}: a tab; indentation is made of spaces")
        if (len(line) - len(line.lstrip(" "))) % 4:
            raise HelpError(f"line {number}: indentation is not a multiple of 4")
        found = re.fullmatch(r"\s+#id: ([A-Za-z_]\w*)", line)
        if "#id:" in line and not found:
            raise HelpError(f"line {number}: {line.strip()!r} is no id of a parameter")
        if found:
            if not lines[number - 2].rstrip().endswith(":"):
                raise HelpError(f"line {number}: an id without a label above it")
            ids.append(found.group(1))
    repeated = sorted({name for name in ids if ids.count(name) > 1})
    if repeated:
        raise HelpError(f"line 1: described twice: {', '.join(repeated)}")
    return ids
