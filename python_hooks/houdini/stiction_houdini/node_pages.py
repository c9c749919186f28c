"""Help pages of the compiled nodes. What the solver nodes show comes from the declaration; the few parameters they have beside
it are those of their C++ sources, which a test looks into."""

from __future__ import annotations

from typing import List

from .declaration import Declaration
from .node_help import HelpPage
from .nodes import CONTACTS_SOP, SOLVER_DOP, SOLVER_SOP, SOLVER_SOP_PARMS, SURFACE_SOP, object_parameters, scene_folders

_ATTRIBUTES = (
    "Attributes of the geometry say what it is: `density`, `friction` (the coefficient itself), `pscale` (half the "
    "thickness), `v`, `mass` (0 holds a point), `stopped`, `pintoanimation`, `restP`, and `name` of primitives, which "
    "makes an object of every value, of colliders too. Any parameter of an object can be an attribute named after it, as "
    "`stiction_material_young`."
)
_FORCES = (
    "Forces on points are attributes as POP nodes write them: `force` in newtons, and `airresist` in kg/s, which draws a "
    "point towards air of the velocity `targetv`."
)

_EXTRA = {"extra_settings": ("Extra Settings", "Lines of path=value, as the command's `--set`, for what has no parameter.")}


def node_pages(declaration: Declaration) -> List[HelpPage]:
    return [
        HelpPage(
            context="sop",
            internal=SOLVER_SOP,
            icon="stiction",
            title="Stiction Solver",
            summary="Simulates cloth and soft bodies in frictional contact.",
            text=["Polygons are cloth, tetrahedra are soft bodies.", _ATTRIBUTES, _FORCES],
            own={
                **{name: (label, text) for name, label, _, text in SOLVER_SOP_PARMS},
                **_EXTRA,
            },
            folders=scene_folders(declaration),
            inputs=[
                ("Objects", "Polygons and tetrahedra to simulate."),
                ("Colliders", "Polygons that move as they are animated. Those of another `name` may differ in friction."),
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
            own={"resolution": ("Resolution", "Cells along the longest side.")},
            folders=[("Surface", [p for p in object_parameters(declaration, "soft") if p.path.startswith("surface.")])],
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
            own={
                "show": ("Show", "Which vector is drawn: normal, impulse or slip."),
                "scale": ("Scale", "Length of a line for a vector of length 1: m, N s or m/s."),
                "open": ("Open Contacts", "Draw contacts that carry nothing too."),
            },
            inputs=[("Contacts", "The output of [Node:sop/stiction_solver] with its contacts switched on.")],
            related=[f"sop/{SOLVER_SOP}"],
        ),
        HelpPage(
            context="dop",
            internal=SOLVER_DOP,
            icon="stiction",
            title="Stiction Solver",
            summary="Solver data for cloth and soft bodies in frictional contact.",
            text=[
                "All objects with this solver that affect each other are solved together. Obstacles are the objects that "
                "affect them by a collision relationship; their polygons keep their points.",
                _ATTRIBUTES,
                "Pinned points follow geometry that is attached as `StictionTarget`, point by point. Every step leaves its "
                "contacts on the objects as geometry named `StictionContacts`, and its figures as data named `StictionState`.",
                "Gravity comes from Gravity nodes where there are any. Other forces (uniform, wind, drag, fan, vortex, noise) "
                "act on the surface: their numbers are for a square metre of it. " + _FORCES + " They act in one step and are "
                "0 after it. Forces that are sampled in spheres are not used.",
            ],
            own=_EXTRA,
            folders=scene_folders(declaration),
            related=["dop/stiction--solver-1.0"],
        ),
    ]
