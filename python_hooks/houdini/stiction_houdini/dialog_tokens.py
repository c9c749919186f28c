"""Words, quoted texts and brackets of a dialog script, and the ends of its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator, List, Optional, Tuple

from .dialog_model import DialogScriptError

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
LISTS = ("default", "range", "menu", "parmtag", "grouptag", "help")


@dataclass
class Token:
    text: str
    line: int
    kind: str  # "word", "text", "{", "}", "end"


def _tokens(text: str) -> Iterator[Token]:
    """Words, quoted texts, brackets, and the ends of lines."""
    line = 1
    at = 0
    while at < len(text):
        c = text[at]
        if c == "\n":
            yield Token("", line, "end")
            line += 1
            at += 1
        elif c.isspace():
            at += 1
        elif c == "#":
            at = text.find("\n", at)
            if at < 0:
                return
        elif c in "{}":
            yield Token(c, line, c)
            at += 1
        elif c == '"':
            value, after = _quoted_text(text, at, line)
            yield Token(value, line, "text")
            line += text.count("\n", at, after)
            at = after
        else:
            found = re.compile(r'[^\s{}"]+').match(text, at)
            assert found is not None
            yield Token(found.group(), line, "word")
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


class TokenReader:
    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._at = 0

    def fail(self, what: str, token: Optional[Token] = None) -> DialogScriptError:
        last = self._tokens[-1].line if self._tokens else 1
        return DialogScriptError(f"line {token.line if token else last}: {what}")

    def next(self, skip_ends: bool = True) -> Token:
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.kind != "end" or not skip_ends:
                return token
        raise self.fail("the text ends inside a block")

    def expect(self, kind: str, after: str) -> Token:
        token = self.next()
        if token.kind != kind:
            raise self.fail(f"found {token.text!r} after {after}; expected {kind!r}", token)
        return token

    def at_end(self) -> bool:
        return all(token.kind == "end" for token in self._tokens[self._at :])

    def words(self, keyword: Token) -> List[str]:
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

    def list(self, keyword: Token) -> List[str]:
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
