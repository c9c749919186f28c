#!/usr/bin/env python3
"""Runs clang-tidy over our sources and remembers which came out clean.

A clean result is kept under a key made of everything it depends on: the source, every header of ours it reaches, the
compile command, its .clang-tidy files and the tool's version. When nothing changed, nothing runs. Results with
findings are not kept. Sources that are compiled as a group (unity_groups.py) are looked at as a group: most of the time goes into
headers. Precompiled headers are left out of the command line.

    check_tidy.py BUILD_FOLDER [--jobs N] [--all]        --all: the tests and the Python bindings too
"""

import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
OURS = [REPOSITORY / folder for folder in ("solver_core", "hdk_plugins", "python_hooks")]
# GoogleTest's and pybind11's templates cost minutes.
SLOW = [REPOSITORY / "solver_core" / "tests", REPOSITORY / "hdk_plugins" / "tests", REPOSITORY / "python_hooks"]
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def reached_files(source: Path, repository: Path) -> list[Path]:
    """The source and every file of ours it includes, directly or not, in a fixed order."""
    found, queue = set(), [source]
    while queue:
        file = queue.pop()
        if file in found or not file.is_file():
            continue
        found.add(file)
        for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
            queue += [repository / name, file.parent / name]
    return sorted(found)


def is_group(source: Path) -> bool:
    return source.parent.name == "Unity"


def sources_of(file: Path) -> list[Path]:
    """The sources behind an entry of the compiler's list: itself, or those of its group."""
    if not is_group(file):
        return [file]
    return [Path(name) for name in INCLUDE.findall(file.read_text(encoding="utf-8"))]


def is_below(source: Path, folders: list[Path]) -> bool:
    return any(folder in source.parents for folder in folders)


def tidy_arguments(command: str) -> list[str]:
    """The compiler's arguments, less its launcher, its output, precompiled headers and flags only GCC knows."""
    arguments = shlex.split(command)
    first = next(i for i, word in enumerate(arguments) if re.search(r"(\+\+|g?cc|clang)[-0-9.]*$", word))
    kept, skip = [], 0
    for word in arguments[first + 1 :]:
        if skip:
            skip -= 1
        elif word in {"-o", "-include"}:
            skip = 1
        elif word not in {"-c", "-Winvalid-pch", "-Werror"} and not word.startswith("-fsanitize"):
            kept.append(word)
    return kept


def result_key(source: Path, arguments: list[str], version: str, repository: Path) -> str:
    digest = hashlib.sha256(json.dumps([version, arguments]).encode())
    settings = [folder / ".clang-tidy" for folder in source.parents if (folder / ".clang-tidy").is_file()]
    for file in [*settings, *reached_files(source, repository)]:
        digest.update(str(file).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def check(source: Path, arguments: list[str], key: str, cache: Path) -> str:
    """Findings of one source, empty when clean."""
    if (cache / key).exists():
        return ""
    # A group's own file does nothing but include sources.
    checks = ["--checks=-bugprone-suspicious-include"] if is_group(source) else []
    command = ["clang-tidy", "--quiet", *checks, str(source), "--", *[word for word in arguments if word != str(source)]]
    result = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if result.returncode == 0 and "warning:" not in result.stdout:
        (cache / key).touch()
        return ""
    return result.stdout + result.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="folder with compile_commands.json")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="the tests and the Python bindings too")
    options = parser.parse_args()

    commands = json.loads((options.build / "compile_commands.json").read_text(encoding="utf-8"))
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    cache = options.build / "tidy-cache"
    cache.mkdir(exist_ok=True)

    work = []
    for entry in sorted(commands, key=lambda entry: entry["file"]):
        source = Path(entry["file"])
        sources = sources_of(source)
        if not all(is_below(file, OURS) for file in sources):
            continue  # generated
        if not options.all and all(is_below(file, SLOW) for file in sources):
            continue
        arguments = tidy_arguments(entry["command"])
        work.append((source, arguments, result_key(source, arguments, version, REPOSITORY)))

    fresh = sum((cache / key).exists() for _, _, key in work)
    dirty = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for text in pool.map(lambda item: check(*item, cache), work):
            if text:
                dirty += 1
                print(text, flush=True)
    count = sum(len(sources_of(source)) for source, _, _ in work)
    print(f"{count} sources in {len(work)} runs ({fresh} unchanged), {dirty} with findings")
    return 1 if dirty else 0


if __name__ == "__main__":
    sys.exit(main())
