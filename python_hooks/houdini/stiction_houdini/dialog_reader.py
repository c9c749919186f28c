"""A dialog script from text."""

from __future__ import annotations

from typing import Dict, List, Tuple

from .dialog_checks import check
from .dialog_model import FOLDER_TYPES, PARAMETER_TYPES, DialogScript, Folder, Parm
from .dialog_tokens import LISTS, Token, TokenReader


def parse(text: str) -> DialogScript:
    """Reads what `write` wrote, and what Houdini writes in the same words."""
    reader = TokenReader(text)
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
    check(script)
    return script


def _whole_number(reader: TokenReader, token: Token, text: str) -> int:
    if not text.isdigit() or len(text) > 4:
        raise reader.fail(f"{token.text} has {text!r} where a number is expected", token)
    return int(text)


def _ordered(reader: TokenReader, labels: Dict[int, str], word: str) -> List[str]:
    if sorted(labels) != list(range(1, len(labels) + 1)):
        raise reader.fail(f"numbers of {word} are {sorted(labels)}; expected 1 to {len(labels)}")
    return [labels[i] for i in sorted(labels)]


def _read_folder(reader: TokenReader, kind: str) -> Folder:
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


def _pair(reader: TokenReader, token: Token) -> Tuple[str, str]:
    values = reader.list(token)
    if len(values) != 2:
        raise reader.fail(f"{token.text} has {len(values)} words; expected 2", token)
    return values[0], values[1]


def _read_parm(reader: TokenReader) -> Parm:
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
        elif token.text in LISTS:
            _read_list(reader, token, parm)
        else:
            raise reader.fail(f"unknown word {token.text!r} in a parm", token)
    if not sized:
        parm.size = PARAMETER_TYPES.get(parm.type, 1)
    if not parm.name:
        raise reader.fail("a parm has no name", opening)
    return parm


def _read_list(reader: TokenReader, token: Token, parm: Parm) -> None:
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
