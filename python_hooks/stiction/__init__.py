"""Frictional contact for cloth and soft bodies.

    import stiction

    scene = stiction.Scene()
    scene.add_cloth("sheet", mesh={"generator": "grid"}, transform={"rotate": [0, 0, -10]}, friction=0.6)
    scene.add_collider("ramp", "plane", transform={"rotate": [0, 0, -10]}, friction=0.5)

    sim = stiction.Simulation(scene)
    sim.run(24)
    print(sim.objects["sheet"].center_of_mass, sim.contacts)

docs/python.md is a tour. Units are SI, angles in degrees.
"""

# numpy before _core: what _core needs brings a BLAS of its own along, and whoever loads BLAS first decides which one calls go to.
import numpy as _numpy  # noqa: F401

from ._core import StageTimes, StepEnergy, StepReport, __version__
from .comparison import compare
from .contacts import Contacts
from .errors import Error, InputError, SolveError, WriteError
from .exam import Exam, Verdict, verify
from .geometry import Geometry, read_geometry
from .preset_list import presets
from .run_folder import Run, open_run
from .scene import Scene, methods, schema
from .sim_object import Objects, SimObject
from .simulation import RunResult, Simulation, simulate

__all__ = [
    "Contacts",
    "Error",
    "Exam",
    "Geometry",
    "InputError",
    "Objects",
    "Run",
    "RunResult",
    "Scene",
    "SimObject",
    "Simulation",
    "SolveError",
    "StageTimes",
    "StepEnergy",
    "StepReport",
    "Verdict",
    "WriteError",
    "__version__",
    "compare",
    "methods",
    "open_run",
    "presets",
    "read_geometry",
    "schema",
    "simulate",
    "verify",
]
