#!/usr/bin/env python3
"""Which sources of a target may be compiled together, as one.

Most of a compiler's time goes into headers that every source reads; sources in one group read them once. What a source has
for itself (constants, unnamed namespaces) must not meet the same word in another one: such two go to different groups. The
groups depend on the sources and their order alone.

    unity_groups.py SIZE SOURCE...        prints one number a source, in their order
"""

import re
import sys
from pathlib import Path

UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
CONSTANTS = re.compile(r"^(?:static |inline )*(?:constexpr|const)\b.*$", re.MULTILINE)
CONSTANT = re.compile(r"\b(k[A-Z]\w*)\s*[={\[]")
# A name that starts a line of ours: a type, an alias, a function.
DECLARED = [
    re.compile(r"^(?:struct|class|enum class|enum|union)\s+(\w+)"),
    re.compile(r"^using (\w+) ="),
    re.compile(r"^using [\w:]+::(\w+);"),
    re.compile(r"^namespace (\w+) = "),
    re.compile(r"^(?!\s|TEST|INSTANTIATE|static_assert)[\w:<>,&*\s()\[\]]*?\b(\w+)\("),
]

WORD = re.compile(r"\b[A-Za-z_]\w*\b")
SILENT = re.compile(r"//[^\n]*|R\"\(.*?\)\"|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)


def private_names(text: str) -> set[str]:
    """What a source declares for itself: constants, and all in its unnamed namespaces."""
    names = {name for line in CONSTANTS.findall(text) for name in CONSTANT.findall(line)}
    for block in UNNAMED.findall(text):
        for line in block.splitlines():
            found = next((match for match in (pattern.match(line) for pattern in DECLARED) if match), None)
            if found:
                names.add(found.group(1))
    return names


def used_names(text: str) -> set[str]:
    """Every word of a source but for comments and strings."""
    return set(WORD.findall(SILENT.sub(" ", text)))


class Group:
    def __init__(self) -> None:
        self.count = 0
        self.private: set[str] = set()
        self.used: set[str] = set()

    def add(self, private: set[str], used: set[str]) -> None:
        self.count += 1
        self.private |= private
        self.used |= used

    def suits(self, private: set[str], used: set[str]) -> bool:
        return not (private & self.used or used & self.private)


def group_sources(sources: list[tuple[set[str], set[str]]], size: int) -> list[int]:
    """The number of each source's group: the first one that has room and where no private name means two things."""
    groups: list[Group] = []
    numbers = []
    for private, used in sources:
        number = next((i for i, group in enumerate(groups) if group.count < size and group.suits(private, used)), len(groups))
        if number == len(groups):
            groups.append(Group())
        groups[number].add(private, used)
        numbers.append(number)
    return numbers


def main() -> int:
    size, sources = int(sys.argv[1]), sys.argv[2:]
    texts = [Path(source).read_text(encoding="utf-8") for source in sources]
    names = [(private_names(text), used_names(text)) for text in texts]
    print(";".join(str(number) for number in group_sources(names, size)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
