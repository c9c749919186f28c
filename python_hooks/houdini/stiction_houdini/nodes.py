"""What the nodes are called, what they show, and which attributes carry an object's parameters between them.

The compiled nodes (stiction_solver as SOP and as DOP, stiction_surface, stiction_contacts) make their parameters from the same
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
SOLVER_DOP = "stiction_solver"

# What the SOP has beside the declaration, as (name, label, default, help); its C++ source declares them too, and a test compares.
SOLVER_SOP_PARMS = (
    ("start_frame", "Start Frame", 1, "Frame at which the simulation begins. Go there to begin anew."),
    ("output_contacts", "Output Contacts", 0, "1: points of the contacts instead of the geometry."),
    ("cache_megabytes", "Cache Memory", 5000, "Frames to go back to are kept up to so many MB."),
)

# An object's parameter travels as a detail attribute of this prefix and the parameter's name.
ATTRIBUTE_PREFIX = "stiction_"

# Sections of the scene that a solver shows, as (path, title). Names, files, the length of the run and of a step come from
# the host.
_SCENE_SECTIONS = (("solver", "Solver"), ("contact", "Contact"))
_SCENE_VALUES = ("time.steps_per_frame", "gravity", "wind")
# Of an object: its mesh, place and motion are geometry.
_NOT_OF_OBJECT = ("mesh", "transform", "shape", "pins", "motion")


def scene_folders(declaration: Declaration) -> List[Tuple[str, List[Parameter]]]:
    """What a solver node shows, folder by folder."""
    folders = [(title, declaration.parameters(path)) for path, title in _SCENE_SECTIONS]
    return [*folders, ("Time and forces", [declaration.parameter(path) for path in _SCENE_VALUES])]


def object_parameters(declaration: Declaration, object_type: str) -> List[Parameter]:
    """What an object of a type has, but for its geometry. Numbers that may be left out are not among them: they are set as
    attributes where they are wanted."""
    found = declaration.object_parameters(object_type)
    return [p for p in found if p.path.split(".")[0] not in _NOT_OF_OBJECT]


def operator(name: str) -> str:
    return f"{NAMESPACE}::{name}::{VERSION}"
