#!/usr/bin/env hython
"""Runs the .hip files that build_hips.py made, without a display, and compares with each scene's expectations.

    hython run_hips.py FOLDER [NAME ...]

Exit code 1 when an expectation does not hold or a node reports an error. Quantities that geometry does not tell (contact forces,
residuals, energies) are listed as not measured, never as held.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python_hooks" / "houdini"))

from stiction_houdini import hip_scene  # noqa: E402
from stiction_houdini.hip_scene import HipScene  # noqa: E402
from stiction_houdini.measures import ObjectTrack, Point, Unmeasured, lumped_masses, measure, verdict  # noqa: E402


@dataclass
class Outcome:
    held: List[str] = field(default_factory=list)
    failed: List[str] = field(default_factory=list)
    not_measured: List[str] = field(default_factory=list)
    error: str = ""


def run_hip(hou: Any, folder: Path, name: str) -> Outcome:
    """Plays the scene from its first frame to its last and judges the end."""
    scene = HipScene.read(folder / name)
    hou.hipFile.load(str(folder / f"{name}.hip"), suppress_save_prompt=True, ignore_load_warnings=True)
    node = hou.node(f"/obj/{hip_scene.OBJECT}/{hip_scene.RESULT}")
    tracks: Dict[str, ObjectTrack] = {}
    for frame in range(1, scene.last_frame + 1):
        hou.setFrame(frame)
        geometry = node.geometry()
        problems = node.errors()
        if geometry is None or problems:
            return Outcome(error=f"frame {frame}: {'; '.join(problems) or 'no geometry'}")
        _add_frame(geometry, 1.0 / scene.fps, tracks)
    return judge(scene, tracks)


def judge(scene: HipScene, tracks: Dict[str, ObjectTrack]) -> Outcome:
    outcome = Outcome()
    for expectation in scene.expectations:
        quantity = expectation["quantity"]
        try:
            value = measure(tracks, quantity)
        except Unmeasured:
            outcome.not_measured.append(quantity)
            continue
        line = f"{quantity} = {value}"
        (outcome.held if verdict(expectation, value) else outcome.failed).append(line)
    return outcome


def _add_frame(geometry: Any, frame_time: float, tracks: Dict[str, ObjectTrack]) -> None:
    """Splits the geometry by the primitives' names, as the solver does."""
    positions = _triples(geometry.pointFloatAttribValues("P"))
    velocities = _triples(geometry.pointFloatAttribValues("v"))
    for name, (points, elements, density) in _pieces(geometry).items():
        mine = [positions[i] for i in points]
        if name not in tracks:
            numbers = {point: k for k, point in enumerate(points)}
            local = [[numbers[i] for i in corners] for corners in elements]
            tracks[name] = ObjectTrack(lumped_masses(mine, local, density), frame_time)
        tracks[name].add(mine, [velocities[i] for i in points])


def _pieces(geometry: Any) -> Dict[str, Tuple[List[int], List[List[int]], float]]:
    found: Dict[str, Tuple[List[int], List[List[int]], float]] = {}
    for primitive in geometry.prims():
        name = str(primitive.attribValue("name"))
        corners = [vertex.point().number() for vertex in primitive.vertices()]
        density = float(primitive.attribValue("stiction_material_density"))
        found.setdefault(name, ([], [], density))[1].append(corners)
    for points, elements, _ in found.values():
        points.extend(sorted({point for corners in elements for point in corners}))
    return found


def _triples(flat: Any) -> List[Point]:
    return list(zip(flat[0::3], flat[1::3], flat[2::3]))


def report(name: str, outcome: Outcome) -> List[str]:
    lines = [f"{name}: {len(outcome.held)} held, {len(outcome.failed)} failed, {len(outcome.not_measured)} not measured"]
    lines += [f"  FAILED {line}" for line in outcome.failed]
    lines += [f"  held {line}" for line in outcome.held]
    lines += [f"  not measured: {quantity}" for quantity in outcome.not_measured]
    if outcome.error:
        lines.append(f"  ERROR {outcome.error}")
    return lines


def main(arguments: List[str], hou: Optional[Any] = None) -> int:
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    if hou is None:
        import hou  # type: ignore[import,no-redef]  # there is one in hython
    folder = Path(arguments[0])
    names = arguments[1:] or sorted(path.stem for path in folder.glob("*.hip"))
    bad = 0
    for name in names:
        outcome = run_hip(hou, folder, name)
        bad += bool(outcome.failed or outcome.error)
        print("\n".join(report(name, outcome)))
    return 1 if bad or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
