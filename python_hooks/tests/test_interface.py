"""Names, signatures, docstrings and types of what users see."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import pytest

import stiction
from stiction import _core

PACKAGE = Path(stiction.__file__).parent


def public_members() -> Iterator[Tuple[str, Any]]:
    for name in stiction.__all__:
        if name.startswith("__"):
            continue
        item = getattr(stiction, name)
        yield name, item
        if not inspect.isclass(item):
            continue
        for member, value in vars(item).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, staticmethod))):
                yield f"{name}.{member}", value


def test_everything_public_is_explained() -> None:
    members = dict(public_members())
    assert len(members) > 80
    for name, item in members.items():
        text = inspect.getdoc(item)
        assert text and len(text) > 4, f"{name} has no docstring"
        assert not re.match(r"\w+\(.*\) -> ", text) or "\n" in text, f"{name} has only a signature"
    assert stiction.__doc__


def test_all_names_everything_that_is_there() -> None:
    modules = {path.stem for path in PACKAGE.glob("*.py")}
    there = {name for name in vars(stiction) if not name.startswith("_")} - modules
    assert there == {name for name in stiction.__all__ if not name.startswith("_")}


def test_reprs_help(sliding: Dict[str, Any], tmp_path: Path) -> None:
    result = stiction.simulate(sliding, tmp_path / "run")
    sim = stiction.Simulation(sliding)
    sim.step()
    for item in (
        stiction.Scene(sliding),
        sim,
        sim.objects,
        sim.objects["sheet"],
        sim.contacts,
        sim.report,
        result,
        result.open(),
        result.open().frame("sheet", 0),
        stiction.verify(sliding),
    ):
        assert not re.search(r"object at 0x", repr(item)), repr(item)
        assert 10 < len(repr(item)) < 250, repr(item)


def stub_of_core() -> ast.Module:
    return ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))


def parameters_of_stub(function: ast.FunctionDef) -> List[str]:
    return [argument.arg for argument in function.args.args]


def parameters_of_binding(function: Any) -> List[str]:
    """From the first line of a binding's docstring: name(self: T, a: int) -> R."""
    first = (inspect.getdoc(function) or "").splitlines()[0]
    inside = first[first.index("(") + 1 : first.rindex(")")]
    while re.search(r"\[[^\[\]]*\]", inside):  # List[Tuple[str, str]]
        inside = re.sub(r"\[[^\[\]]*\]", "", inside)
    return [part.split(":")[0].strip() for part in inside.split(",") if part.strip()]


def check_function(name: str, stub: ast.FunctionDef, function: Any) -> None:
    wanted = parameters_of_stub(stub)
    found = parameters_of_binding(function)
    if wanted[:1] == ["self"]:
        wanted, found = wanted[1:], found[1:]
    assert wanted == found, f"{name}: the stub has {wanted}, the module {found}"


def test_the_stub_is_the_module() -> None:
    stub_names = set()
    for node in stub_of_core().body:
        if isinstance(node, ast.FunctionDef):
            stub_names.add(node.name)
            check_function(node.name, node, getattr(_core, node.name))
        elif isinstance(node, ast.ClassDef):
            stub_names.add(node.name)
            check_class(node, getattr(_core, node.name))
        elif isinstance(node, ast.AnnAssign):
            assert isinstance(node.target, ast.Name) and hasattr(_core, node.target.id)
    assert stub_names == {name for name in vars(_core) if not name.startswith("_")}


def check_class(stub: ast.ClassDef, item: Any) -> None:
    members = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in vars(item) if not name.startswith("_")}
    assert {name for name in members if not name.startswith("_")} == public, stub.name
    for name, node in members.items():
        decorators = {d.id for d in node.decorator_list if isinstance(d, ast.Name)}
        value = inspect.getattr_static(item, name)
        assert isinstance(value, property) == ("property" in decorators), f"{stub.name}.{name}"
        if "property" not in decorators:
            check_function(f"{stub.name}.{name}", node, getattr(item, name))
        else:
            assert value.__doc__, f"{stub.name}.{name}"


def test_types_hold() -> None:
    """mypy, where it is installed, over the package and its stub."""
    pytest.importorskip("mypy")
    cache = PACKAGE.parent / ".mypy_cache"
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", f"--cache-dir={cache}", "-p", "stiction"],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE.parent,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_sources_are_those_of_python_3_9() -> None:
    for path in PACKAGE.glob("*.py*"):
        if path.suffix in (".py", ".pyi"):
            ast.parse(path.read_text(encoding="utf-8"), filename=str(path), feature_version=(3, 9))


def test_no_symbol_but_the_init_function_is_exported() -> None:
    module = Path(_core.__file__)
    symbols = subprocess.run(["nm", "-D", "--defined-only", module], capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in symbols.splitlines() if " A " not in line] == ["PyInit__core"]
