#!/usr/bin/env python3
"""Derives package sources for Debian's non-free component (Intel MKL) from the sources a machine already has.

Reads one deb822 file (*.sources) or one classic file (*.list) and prints the same entries with `non-free` as the only
component: same mirror, same suites, same keys. Entries that are disabled, carry no binary packages, are not Debian's
main archive or already offer non-free are left out. Exit code 1 when nothing remains.

    non_free_sources.py FILE CODENAME   e.g. /etc/apt/sources.list.d/debian.sources bookworm
"""

import re
import sys
from pathlib import Path

COMMENT = "# Added by Stiction's ./run for Intel MKL (package libmkl-dev); may be deleted.\n"


def is_debian_suite(suite: str, codename: str) -> bool:
    """bookworm, stable, bookworm-updates, bookworm-security ...; not another publisher's bookworm-something."""
    base = re.sub(r"(-updates|-security|-backports|-proposed-updates|/updates)$", "", suite)
    return base in {codename, "stable"}


def wants_non_free(suites: list[str], components: list[str], codename: str) -> bool:
    return (
        bool(suites)
        and all(is_debian_suite(suite, codename) for suite in suites)
        and "main" in components
        and "non-free" not in components
    )


def parse_stanza(lines: list[str]) -> dict[str, str]:
    """Fields of a deb822 stanza by name, in order; continuation lines stay joined to their field."""
    fields: dict[str, str] = {}
    name = ""
    for line in lines:
        if line[0] in " \t":
            fields[name] += "\n" + line
        else:
            name, _, value = line.partition(":")
            fields[name] = value.strip()
    return fields


def derive_deb822(text: str, codename: str) -> str:
    derived = []
    for stanza in re.split(r"\n[ \t]*\n", text):
        lines = [line for line in stanza.splitlines() if line.strip() and not line.startswith("#")]
        fields = parse_stanza(lines)
        field = {name.lower(): value for name, value in fields.items()}  # names are case-insensitive
        if "deb" not in field.get("types", "").split() or field.get("enabled", "yes").lower() in {"no", "false"}:
            continue
        if not wants_non_free(field.get("suites", "").split(), field.get("components", "").split(), codename):
            continue
        changed = {name: "non-free" if name.lower() == "components" else value for name, value in fields.items()}
        derived.append("".join(f"{name}: {value}\n".replace(": \n", ":\n") for name, value in changed.items()))
    return COMMENT + "\n".join(derived) if derived else ""


def derive_classic(text: str, codename: str) -> str:
    # deb [ options ] uri suite component ...
    entry = re.compile(r"^\s*deb\s+(\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+([^#]+)")
    derived = []
    for line in text.splitlines():
        match = entry.match(line)
        if match and wants_non_free([match.group(3)], match.group(4).split(), codename):
            derived.append(f"deb {match.group(1) or ''}{match.group(2)} {match.group(3)} non-free\n")
    return COMMENT + "".join(derived) if derived else ""


def main() -> int:
    path, codename = Path(sys.argv[1]), sys.argv[2]
    derive = derive_deb822 if path.suffix == ".sources" else derive_classic
    derived = derive(path.read_text(encoding="utf-8"), codename)
    sys.stdout.write(derived)
    return 0 if derived else 1


if __name__ == "__main__":
    sys.exit(main())
