"""Help pages of the compiled nodes. What the solver nodes show comes from the declaration; what they have beside it is told
in words, without ids: those parameters belong to the C++ sources."""

from __future__ import annotations

from typing import List

from .declaration import Declaration
from .node_help import HelpPage
from .nodes import CONTACTS_SOP, SOLVER_DOP, SOLVER_SOP, SURFACE_SOP, scene_folders

_ATTRIBUTES = (
    "Attributes of the geometry say what it is: `density`, `friction` (the coefficient itself), `pscale` (half the "
    "thickness), `v`, `mass` (0 holds a point), `stopped`, `pintoanimation`, `restP`, `id`, and `name` of primitives, which "
    "makes an object of every value. Any parameter of an object can be an attribute named after it, as "
    "`stiction_material_young`."
)


def node_pages(declaration: Declaration) -> List[HelpPage]:
    return [
        HelpPage(
            context="sop",
            internal=SOLVER_SOP,
            icon="stiction",
            title="Stiction Solver",
            summary="Simulates cloth and soft bodies in frictional contact.",
            text=["Polygons are cloth, tetrahedra are soft bodies.", _ATTRIBUTES],
            folders=scene_folders(declaration),
            inputs=[
                ("Objects", "Polygons and tetrahedra to simulate."),
                ("Colliders", "Polygons that move as they are animated."),
                ("Targets", "Where pinned points should be."),
            ],
            related=[f"sop/{CONTACTS_SOP}", f"sop/{SURFACE_SOP}"],
        ),
        HelpPage(
            context="sop",
            internal=SURFACE_SOP,
            icon="stiction_surface",
            title="Stiction Surface",
            summary="Shows the smooth surface that the method `staggered` collides with.",
            text=["The surface is made from the triangles of the input by moving least squares."],
            inputs=[("Geometry", "A closed surface or tetrahedra.")],
            related=[f"sop/{SOLVER_SOP}"],
        ),
        HelpPage(
            context="sop",
            internal=CONTACTS_SOP,
            icon="stiction_contacts",
            title="Stiction Contacts",
            summary="Shows the contacts of a simulation as points with their impulses.",
            text=["Every point is a contact: its normal, its impulse, whether it sticks, and how far up the cone it is."],
            inputs=[("Simulation", "The output of [Node:sop/stiction_solver].")],
            related=[f"sop/{SOLVER_SOP}"],
        ),
        HelpPage(
            context="dop",
            internal=SOLVER_DOP,
            icon="stiction",
            title="Stiction Solver",
            summary="Solver data for cloth and soft bodies in frictional contact.",
            text=["All objects with this solver that affect each other are solved together.", _ATTRIBUTES],
            folders=scene_folders(declaration),
            related=["dop/stiction--solver-1.0"],
        ),
    ]
