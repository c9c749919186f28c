#!/usr/bin/env python3
"""Reads the symbols that a plugin shows to the process it is loaded into.

Houdini has its own TBB and Blosc, and other plugins may have another Eigen: none of ours may be seen.

    check_symbols.py LIBRARY        exit code 1 and one line per symbol that must not be there, or must and is not

Then the library is loaded as a host does it, every symbol found at once, and its first entry is called.
"""

import ctypes
import os
import re
import subprocess
import sys

FORBIDDEN = re.compile(
    r"Eigen::|\btbb::|\bmkl_|\bMKL|pardiso|Ipopt|\bblosc|nlohmann|\bfmt::|METIS|\bXXH|\bstiction::|stiction::python",
    re.IGNORECASE,
)
# With C linkage: that is how Houdini looks for them.
ENTRIES = {"initializeSIM", "newSopOperator"}


def exported(library: str) -> list[str]:
    """Demangled names of all defined dynamic symbols."""
    lines = subprocess.run(
        ["nm", "-D", "--defined-only", "-C", library], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return [line.split(maxsplit=2)[2] for line in lines if len(line.split(maxsplit=2)) == 3]


def problems(names: list[str]) -> list[str]:
    return [f"shown and must not be: {name}" for name in names if FORBIDDEN.search(name)] + [
        f"not shown: {entry}" for entry in sorted(ENTRIES - set(names))
    ]


def load(library: str) -> list[str]:
    """What goes wrong when a process takes the library in and looks for its entries."""
    try:
        plugin = ctypes.CDLL(os.path.abspath(library), mode=os.RTLD_NOW | os.RTLD_LOCAL)
        plugin["newSopOperator"]  # pylint: disable=expression-not-assigned
        plugin["initializeSIM"](None)
    except (OSError, AttributeError) as error:
        return [f"does not load: {error}"]
    return []


if __name__ == "__main__":
    shown = exported(sys.argv[1])
    found = problems(shown) + load(sys.argv[1])
    print("\n".join(found) if found else f"{len(shown)} symbols shown, none of a library's")
    sys.exit(1 if found else 0)
