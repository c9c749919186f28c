"""What the nodes are called, what they show, and which attributes carry an object's parameters between them.

The compiled nodes (stiction_solver, stiction_surface, stiction_contacts, stictionsolver) make their parameters from the same
declaration in C++; the assets here refer to them by these names.
"""

from __future__ import annotations

from typing import List, Tuple

from .declaration import Declaration, Parameter

NAMESPACE = "stiction"
VERSION = "1.0"
SOLVER_SOP = "stiction_solver"
SURFACE_SOP = "stiction_surface"
CONTACTS_SOP = "stiction_contacts"
SOLVER_DOP = "stictionsolver"

# An object's parameter travels as a detail attribute of this prefix and the parameter's name.
ATTRIBUTE_PREFIX = "stiction_"

# Sections of the scene that a solver shows, as (path, title). Names, files, the length of the run and of a step come from
# the host.
_SCENE_SECTIONS = (("solver", "Solver"), ("contact", "Contact"))
_SCENE_VALUES = ("time.steps_per_frame", "gravity")
# Of an object: its mesh, place and motion are geometry.
_NOT_OF_OBJECT = ("mesh", "transform", "shape", "pins", "motion")


def scene_folders(declaration: Declaration) -> List[Tuple[str, List[Parameter]]]:
    """What a solver node shows, folder by folder."""
    folders = [(title, declaration.parameters(path)) for path, title in _SCENE_SECTIONS]
    return [*folders, ("Time and gravity", [declaration.parameter(path) for path in _SCENE_VALUES])]


def object_parameters(declaration: Declaration, object_type: str) -> List[Parameter]:
    """What an object of a type has, but for its geometry. Numbers that may be left out are not among them: they are set as
    attributes where they are wanted."""
    found = declaration.object_parameters(object_type)
    return [p for p in found if p.path.split(".")[0] not in _NOT_OF_OBJECT]


def operator(name: str) -> str:
    return f"{NAMESPACE}::{name}::{VERSION}"
