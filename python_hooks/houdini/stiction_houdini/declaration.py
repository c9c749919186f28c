"""The scene's parameters as `stiction schema` declares them, laid out flat for a host with named parameters.

A parameter's name in Houdini is its path in the scene with '.' replaced by '_': solver.iterations is solver_iterations. Labels,
defaults, ranges, menus and help are the declaration's own; nothing is typed here a second time.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

Json = Dict[str, Any]
Number = Union[int, float]


class DeclarationError(Exception):
    """The declaration has no such path, or holds something that this layout does not know."""


@dataclass(frozen=True)
class Parameter:
    """One value that a person can set. `kind` is boolean, integer, real, text or choice."""

    path: str
    label: str
    kind: str
    default: Tuple[Any, ...]  # as many as components; empty where the scene has none
    unit: str = ""
    help: str = ""
    fallback: str = ""  # what happens when it is left out
    minimum: Optional[Number] = None
    maximum: Optional[Number] = None
    excludes_minimum: bool = False
    excludes_maximum: bool = False
    choices: Tuple[Tuple[str, str], ...] = ()  # word, what it means
    methods: Tuple[str, ...] = ()  # that use it; empty: all

    @property
    def name(self) -> str:
        return self.path.replace(".", "_")

    @property
    def size(self) -> int:
        return max(1, len(self.default))


class Declaration:
    """The tree of sections, from the JSON Schema that the command prints."""

    def __init__(self, schema: Json) -> None:
        self._schema = schema
        self._definitions: Mapping[str, Json] = schema.get("$defs", {})

    @classmethod
    def from_command(cls, program: Union[str, Path]) -> "Declaration":
        """Asks the `stiction` command at `program`."""
        printed = subprocess.run([str(program), "schema"], capture_output=True, text=True, check=True)
        return cls(json.loads(printed.stdout))

    @classmethod
    def load(cls, source: Union[str, Path]) -> "Declaration":
        """From what the command printed, a .json file, or else from the command itself."""
        path = Path(source)
        if path.suffix == ".json":
            return cls(json.loads(path.read_text()))
        return cls.from_command(path)

    @property
    def methods(self) -> Tuple[str, ...]:
        return tuple(word for word, _ in self.parameter("solver.method").choices)

    def parameters(self, path: str, variant: str = "") -> List[Parameter]:
        """All that is below `path` and is one value, in the declaration's order. `variant` picks one of a section that
        has several (an object's type). Lists, meshes and optional sections are not values and are left out."""
        return list(self._values(self._property(path, variant), path, ()))

    def parameter(self, path: str, variant: str = "") -> Parameter:
        found = self.parameters(path, variant)
        if len(found) != 1:
            raise DeclarationError(f"{path} is {len(found)} values; expected one")
        return found[0]

    def object_parameters(self, object_type: str) -> List[Parameter]:
        """The values of an object of one type, with paths from the object: material.density, friction."""
        variant = self._variant(self._definitions["object"], object_type)
        values: List[Parameter] = []
        for name, schema in variant["properties"].items():
            values.extend(self._values(schema, name, ()))
        return [value for value in values if value.path not in ("name", "type")]

    # --- the walk ---------------------------------------------------------------------------------------------------

    def _property(self, path: str, variant: str) -> Json:
        schema = self._schema
        for key in path.split("."):
            schema = self._variant(self._resolved(schema), variant)
            if key not in schema.get("properties", {}):
                raise DeclarationError(f"the scene has no {path}")
            schema = schema["properties"][key]
        return schema

    def _resolved(self, schema: Json) -> Json:
        reference = schema.get("$ref")
        return self._definitions[reference.rsplit("/", 1)[1]] if reference else schema

    @staticmethod
    def _variant(schema: Json, wanted: str) -> Json:
        variants: List[Json] = schema.get("oneOf", [])
        if not variants or "properties" not in variants[0]:
            return schema
        for variant in variants:
            constants = [p["const"] for p in variant["properties"].values() if "const" in p]
            if wanted in constants:
                return variant
        raise DeclarationError(f"{schema.get('title')} has no variant {wanted!r}")

    def _values(self, schema: Json, path: str, methods: Tuple[str, ...]) -> Iterator[Parameter]:
        methods = tuple(schema.get("x-methods", methods))
        if "$ref" in schema:
            section = self._resolved(schema)
            # A section with variants, or one whose keys are demanded, is not a handful of values.
            if "oneOf" in section or "x-fallback" in schema or section.get("required"):
                return
            for key, below in section["properties"].items():
                yield from (_labelled(p, schema, path) for p in self._values(below, f"{path}.{key}", methods))
            return
        value = _read_value(schema, path, methods)
        if value is not None:
            yield value


def _labelled(parameter: Parameter, section: Json, path: str) -> Parameter:
    """In a flat list the label of a part says whose part it is; what leads there by the material's own name does not."""
    if "." not in path and path not in ("surface", "fill"):
        return parameter
    return replace(parameter, label=f"{section['title']}: {parameter.label[:1].lower()}{parameter.label[1:]}")


def _read_value(schema: Json, path: str, methods: Tuple[str, ...]) -> Optional[Parameter]:
    kind = _kind_of(schema)
    if kind is None:
        return None
    numbers = schema["items"] if schema["type"] == "array" else schema
    default = schema.get("default")
    if default is None:
        values: Tuple[Any, ...] = ()
    else:
        values = tuple(default) if isinstance(default, list) else (default,)
    return Parameter(
        path=path,
        label=schema["title"],
        kind=kind,
        default=values,
        unit=schema.get("x-unit", ""),
        help=schema["x-help"],
        fallback=schema.get("x-fallback", ""),
        minimum=numbers.get("minimum", numbers.get("exclusiveMinimum")),
        maximum=numbers.get("maximum", numbers.get("exclusiveMaximum")),
        excludes_minimum="exclusiveMinimum" in numbers,
        excludes_maximum="exclusiveMaximum" in numbers,
        choices=tuple(schema.get("x-choices", {}).items()),
        methods=methods,
    )


def _kind_of(schema: Json) -> Optional[str]:
    """None: not a value that one parameter can hold."""
    words = {"boolean": "boolean", "integer": "integer", "number": "real", "string": "text"}
    if "x-choices" in schema:
        return "choice"
    if isinstance(schema["type"], list):  # a number or null
        return "real"
    if schema["type"] in words:
        return words[schema["type"]]
    if schema["type"] == "array" and schema.get("minItems") and schema.get("minItems") == schema.get("maxItems"):
        inner = schema["items"].get("type")
        return words[inner] if inner in ("integer", "number") else None
    return None
