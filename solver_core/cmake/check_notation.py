#!/usr/bin/env python3
"""Keeps docs/notation.md true: every identifier of its table stands in the file the row names, and has a unit.

A row is | symbol | identifier | unit | file |. Identifier and file are in backquotes; a path starts at the repository.
A dotted or qualified identifier (`TimeSettings::step`) counts as present when each of its words is.

    check_notation.py [REPOSITORY]      exit code 1 and one line per wrong row
"""

import re
import sys
from pathlib import Path

HEADER = ["symbol", "identifier", "unit", "file"]
COLUMN_BORDER = re.compile(r"(?<!\\)\|")  # "\|" is a bar inside a cell
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def table_rows(text: str) -> list[tuple[int, list[str]]]:
    """Line number and cells of every row below a header line symbol | identifier | unit | file."""
    rows = []
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.lstrip().startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in COLUMN_BORDER.split(line.strip())[1:-1]]
        if [cell.lower() for cell in cells] == HEADER:
            inside = True
        elif inside and not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            rows.append((number, cells))
    return rows


def missing_words(identifier: str, source: str) -> list[str]:
    """Words of the identifier that the source does not contain as whole words."""
    return [word for word in WORD.findall(identifier) if not re.search(rf"\b{word}\b", source)]


def check_row(cells: list[str], repository: Path) -> str:
    """What is wrong with a row, or an empty string."""
    if len(cells) != len(HEADER):
        return f"{len(cells)} cells instead of {len(HEADER)}"
    symbol, identifier, unit, file = cells
    if not symbol:
        return "no symbol"
    if not unit:
        return f"{identifier} has no unit; write 1 for a pure number"
    if not re.fullmatch(r"`[^`]+`", identifier) or not re.fullmatch(r"`[^`]+`", file):
        return "identifier and file must each be one name in backquotes"
    identifier, path = identifier.strip("`"), repository / file.strip("`")
    if not WORD.search(identifier):
        return f"'{identifier}' is not an identifier"
    if not path.is_file():
        return f"there is no file {file}"
    missing = missing_words(identifier, path.read_text(encoding="utf-8"))
    return f"'{', '.join(missing)}' does not occur in {file}" if missing else ""


def check_table(text: str, repository: Path) -> tuple[int, list[str]]:
    """How many rows were read, and what is wrong with them."""
    rows = table_rows(text)
    errors = []
    for number, cells in rows:
        problem = check_row(cells, repository)
        if problem:
            errors.append(f"docs/notation.md:{number}: {problem}")
    return len(rows), errors


def main() -> int:
    repository = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    text = (repository / "docs" / "notation.md").read_text(encoding="utf-8")
    count, errors = check_table(text, repository)
    for error in errors:
        print(error)
    print(f"{count} rows, {len(errors)} wrong")
    return 1 if errors or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
