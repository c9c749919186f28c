#!/usr/bin/env hython
"""Turns exam scenes into .hip files. Needs Houdini with Stiction's plugin.

    hython build_hips.py COMMAND TARGET [SCENE.json ...]

COMMAND is the `stiction` command, TARGET gets NAME.hip and the folder NAME with its geometry. Without scenes, all of this folder
are built. A scene that the nodes cannot be told is named with the reason; that is no failure.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, List

HERE = Path(__file__).resolve().parent
# Frames a second at which given motion is seen, at least.
FRAME_RATE = 100.0
# Along the longest side of boxes and planes, where the method smooths what it collides with; a plane is then a slab this long, m.
CELLS = 40
PLANE_SIDE = 4.0
sys.path.insert(0, str(HERE.parent / "python_hooks" / "houdini"))

from stiction_houdini import hip_scene  # noqa: E402
from stiction_houdini.hip_scene import HipScene, UnsuitableScene  # noqa: E402
from stiction_houdini.network import build  # noqa: E402


def export(command: str, scene: Path, folder: Path) -> HipScene:
    """Geometry as text, which Python reads without Houdini. The nodes see given motion at frames and go straight in between, so
    a scene in which something moves gets frames that are closer together. Flat shapes are finely cut where they must be."""
    arguments = [command, "export", str(scene), "--out", str(folder), "--format", "geo"]
    subprocess.run(arguments, check=True, capture_output=True, text=True)
    exported = HipScene.read(folder)
    finer: List[str] = []
    parts = frame_parts(exported)
    if parts > 1:
        steps = exported.description["parameters"]["time_steps_per_frame"] // parts
        frames = exported.description["frames"] * parts
        finer += ["--set", f"time.steps_per_frame={steps}", "--set", f"time.frames={frames}"]
    if hip_scene.needs_cells(exported):
        finer += ["--cells", str(CELLS), "--plane-side", str(PLANE_SIDE)]
    if finer:
        subprocess.run([*arguments, *finer], check=True, capture_output=True, text=True)
        exported = HipScene.read(folder)
    return exported


def frame_parts(scene: HipScene) -> int:
    """Into how many frames each one is divided: whole steps each, as few as reach the frame rate."""
    if not any(o.get("moves") or o.get("target") for o in scene.description["objects"]):
        return 1
    steps = int(scene.description["parameters"]["time_steps_per_frame"])
    divisors = [parts for parts in range(1, steps + 1) if steps % parts == 0]
    return next((parts for parts in divisors if parts * scene.fps >= FRAME_RATE), steps)


def build_hip(hou: Any, scene: HipScene, file: Path) -> None:
    """A session with nothing but the scene, saved."""
    specs = hip_scene.network(scene)
    hou.hipFile.clear(suppress_save_prompt=True)
    hou.setFps(scene.fps)
    hou.hscript(f"fset 1 {scene.last_frame}")
    build(hou.node("/obj").createNode("geo", hip_scene.OBJECT), specs)
    hou.hipFile.save(str(file))


def build_all(hou: Any, command: str, target: Path, scenes: List[Path]) -> List[str]:
    """Lines about what was built and what was not."""
    lines: List[str] = []
    target.mkdir(parents=True, exist_ok=True)
    for scene in scenes:
        try:
            exported = export(command, scene, target / scene.stem)
            build_hip(hou, exported, target / f"{scene.stem}.hip")
        except UnsuitableScene as reason:
            lines.append(f"{scene.stem}: not built: {reason}")
            continue
        round_shapes = ", ".join(hip_scene.inexact_colliders(exported))
        lines.append(f"{scene.stem}: built" + (f"; polygons stand for {round_shapes}" if round_shapes else ""))
    return lines


def main(arguments: List[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    import hou  # type: ignore[import]  # there is one in hython

    scenes = [Path(name) for name in arguments[2:]] or sorted(HERE.glob("*.json"))
    for line in build_all(hou, arguments[0], Path(arguments[1]), scenes):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
