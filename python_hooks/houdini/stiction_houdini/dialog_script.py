"""Houdini's dialog scripts: the text that describes a node's parameters, written and read back.

SideFX documents the language under "The Dialog Script Language" of the HDK. What is written here is the part that a generated
interface needs; what is read is checked as far as a mistake would make Houdini drop or misplace a parameter: words, quotes and
brackets, names, sizes of defaults, menus, ranges, and parameters that conditions speak of.
"""

from __future__ import annotations

import re
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
# The number of words after a keyword that stands alone on its line.
_PLAIN_WORDS = {
    "name": 1,
    "label": 1,
    "type": 1,
    "size": 1,
    "script": 1,
    "help": 1,
    "disablewhen": 1,
    "hidewhen": 1,
    "inputlabel": 2,
    "outputlabel": 2,
    "nolabel": 0,
    "joinnext": 0,
    "invisible": 0,
}
_LISTS = ("default", "range", "menu", "parmtag", "grouptag", "help")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_CONDITION = re.compile(r"\s*\{\s*([A-Za-z_]\w*)\s*(==|!=|<=|>=|<|>)\s*([^\s{}]+|\"\")\s*((?:[A-Za-z_]\w*\s*(?:==|!=|<=|>=|<|>)\s*[^\s{}]+\s*)*)\}")


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


# --- writing --------------------------------------------------------------------------------------------------------


def write(script: DialogScript) -> str:
    """The text, as Houdini lays it out. What `parse` would refuse is refused here."""
    _check(script)
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


# --- reading --------------------------------------------------------------------------------------------------------


@dataclass
class _Token:
    text: str
    line: int
    kind: str  # "word", "text", "{", "}", "end"


def _tokens(text: str) -> Iterator[_Token]:
    """Words, quoted texts, brackets, and the ends of lines."""
    line = 1
    at = 0
    while at < len(text):
        c = text[at]
        if c == "\n":
            yield _Token("", line, "end")
            line += 1
            at += 1
        elif c in " \t\r":
            at += 1
        elif c == "#":
            at = text.find("\n", at)
            if at < 0:
                return
        elif c in "{}":
            yield _Token(c, line, c)
            at += 1
        elif c == '"':
            value, after = _quoted_text(text, at, line)
            yield _Token(value, line, "text")
            line += text.count("\n", at, after)
            at = after
        else:
            found = re.compile(r'[^\s{}"]+').match(text, at)
            assert found is not None
            yield _Token(found.group(), line, "word")
            at = found.end()


def _quoted_text(text: str, begin: int, line: int) -> Tuple[str, int]:
    value: List[str] = []
    at = begin + 1
    while at < len(text) and text[at] != '"':
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
        value.append(text[at])
        at += 1
    if at >= len(text):
        raise DialogScriptError(f"line {line}: a text has no closing quote")
    return "".join(value), at + 1


class _Reader:
    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._at = 0

    def fail(self, what: str, token: Optional[_Token] = None) -> DialogScriptError:
        last = self._tokens[-1].line if self._tokens else 1
        return DialogScriptError(f"line {token.line if token else last}: {what}")

    def next(self, skip_ends: bool = True) -> _Token:
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.kind != "end" or not skip_ends:
                return token
        raise self.fail("the text ends inside a block")

    def expect(self, kind: str, after: str) -> _Token:
        token = self.next()
        if token.kind != kind:
            raise self.fail(f"found {token.text!r} after {after}; expected {kind!r}", token)
        return token

    def at_end(self) -> bool:
        return all(token.kind == "end" for token in self._tokens[self._at :])

    def words(self, keyword: _Token) -> List[str]:
        """What stands after a keyword on its line."""
        values: List[str] = []
        while True:
            token = self.next(skip_ends=False)
            if token.kind == "end":
                break
            if token.kind not in ("word", "text"):
                raise self.fail(f"found {token.text!r} after {keyword.text}; expected a word", token)
            values.append(token.text)
        if len(values) != _PLAIN_WORDS[keyword.text]:
            wanted = _PLAIN_WORDS[keyword.text]
            raise self.fail(f"{keyword.text} has {len(values)} words after it; expected {wanted}", keyword)
        return values

    def list(self, keyword: _Token) -> List[str]:
        """{ "a" "b" } after a keyword."""
        self.expect("{", keyword.text)
        values: List[str] = []
        while True:
            token = self.next()
            if token.kind == "}":
                return values
            if token.kind == "{":
                raise self.fail(f"a bracket inside the list of {keyword.text}", token)
            values.append(token.text)

    def next_is(self, kind: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at].kind == kind


def parse(text: str) -> DialogScript:
    """Reads what `write` wrote, and what Houdini writes in the same words."""
    reader = _Reader(text)
    opening = reader.next() if not reader.at_end() else None
    if opening is None or opening.kind != "{":
        raise reader.fail("a dialog script begins with '{'", opening)
    script = DialogScript(name="", script="", label="")
    labels: Dict[str, Dict[int, str]] = {"inputlabel": {}, "outputlabel": {}}
    while True:
        token = reader.next()
        if token.kind == "}":
            break
        if token.kind == "word" and token.text in ("name", "script", "label"):
            setattr(script, token.text, reader.words(token)[0])
        elif token.kind == "word" and token.text in labels:
            number, label = reader.words(token)
            labels[token.text][_whole_number(reader, token, number)] = label
        elif token.kind == "word" and token.text == "help":
            reader.list(token)
        elif token.kind == "word" and token.text == "parm":
            script.children.append(_read_parm(reader))
        elif token.kind == "word" and token.text in FOLDER_TYPES:
            script.children.append(_read_folder(reader, token.text))
        else:
            raise reader.fail(f"unknown word {token.text!r}", token)
    if not reader.at_end():
        raise reader.fail("there is more text after the last bracket")
    script.inputs = _ordered(reader, labels["inputlabel"], "inputlabel")
    script.outputs = _ordered(reader, labels["outputlabel"], "outputlabel")
    _check(script)
    return script


def _whole_number(reader: _Reader, token: _Token, text: str) -> int:
    if not text.isdigit() or len(text) > 4:
        raise reader.fail(f"{token.text} has {text!r} where a number is expected", token)
    return int(text)


def _ordered(reader: _Reader, labels: Dict[int, str], word: str) -> List[str]:
    if sorted(labels) != list(range(1, len(labels) + 1)):
        raise reader.fail(f"numbers of {word} are {sorted(labels)}; expected 1 to {len(labels)}")
    return [labels[i] for i in sorted(labels)]


def _read_folder(reader: _Reader, kind: str) -> Folder:
    reader.expect("{", kind)
    folder = Folder(name="", label="", kind=kind)
    while True:
        token = reader.next()
        if token.kind == "}":
            return folder
        if token.kind == "word" and token.text in ("name", "label"):
            setattr(folder, token.text, reader.words(token)[0])
        elif token.kind == "word" and token.text == "grouptag":
            folder.tags.update([_pair(reader, token)])
        elif token.kind == "word" and token.text == "parm":
            folder.children.append(_read_parm(reader))
        elif token.kind == "word" and token.text in FOLDER_TYPES:
            folder.children.append(_read_folder(reader, token.text))
        else:
            raise reader.fail(f"unknown word {token.text!r} in a folder", token)


def _pair(reader: _Reader, token: _Token) -> Tuple[str, str]:
    values = reader.list(token)
    if len(values) != 2:
        raise reader.fail(f"{token.text} has {len(values)} words; expected 2", token)
    return values[0], values[1]


def _read_parm(reader: _Reader) -> Parm:
    opening = reader.expect("{", "parm")
    parm = Parm(name="", label="", type="")
    sized = False
    while True:
        token = reader.next()
        if token.kind == "}":
            break
        if token.kind != "word":
            raise reader.fail(f"found {token.text!r} in a parm; expected a keyword", token)
        if token.text in ("nolabel", "joinnext", "invisible"):
            reader.words(token)
            setattr(parm, token.text, True)
        elif token.text == "size":
            parm.size = _whole_number(reader, token, reader.words(token)[0])
            sized = True
        elif token.text in ("name", "label", "type", "help", "disablewhen", "hidewhen"):
            setattr(parm, token.text, reader.words(token)[0])
        elif token.text in _LISTS:
            _read_list(reader, token, parm)
        else:
            raise reader.fail(f"unknown word {token.text!r} in a parm", token)
    if not sized:
        parm.size = PARAMETER_TYPES.get(parm.type, 1)
    if not parm.name:
        raise reader.fail("a parm has no name", opening)
    return parm


def _read_list(reader: _Reader, token: _Token, parm: Parm) -> None:
    if token.text == "parmtag":
        parm.tags.update([_pair(reader, token)])
    elif token.text == "range":
        parm.range = _pair(reader, token)
    elif token.text == "menu":
        values = reader.list(token)
        if len(values) % 2:
            raise reader.fail("a menu has a token without a label", token)
        parm.menu = list(zip(values[::2], values[1::2]))
    elif token.text == "default":
        parm.default = reader.list(token)
    else:
        raise reader.fail(f"unknown word {token.text!r} in a parm", token)


# --- what must hold -------------------------------------------------------------------------------------------------


def _check(script: DialogScript) -> None:
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
