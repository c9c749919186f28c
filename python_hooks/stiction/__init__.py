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

from ._core import StageTimes, StepEnergy, StepReport, __version__
from .contacts import Contacts
from .errors import Error, InputError, SolveError, WriteError
from .geometry import Geometry, read_geometry
from .run_folder import Run, open_run
from .scene import Scene, methods, schema
from .simulation import (
    Exam,
    Objects,
    RunResult,
    SimObject,
    Simulation,
    Verdict,
    simulate,
    verify,
)

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
    "methods",
    "open_run",
    "read_geometry",
    "schema",
    "simulate",
    "verify",
]
