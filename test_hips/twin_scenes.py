#!/usr/bin/env python3
"""What a .hip of an exam scene can hold, found without Houdini.

    twin_scenes.py COMMAND FOLDER [SCENE.json ...]

Nodes know polygons and frames alone. So a scene is exported as build_hips.py exports it (slabs for planes, polygons for round shapes,
files a frame for motion), read back into a scene of meshes and sequences, its twin, and verified by the same solver. Where the
twin misses an expectation, the .hip will miss it too, and neither Houdini nor the plugin is to blame.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import build_hips  # noqa: E402
from stiction_houdini.hip_scene import HipScene, UnsuitableScene, check  # noqa: E402


def twin_of(resolved: Dict[str, Any], exported: HipScene) -> Dict[str, Any]:
    """`resolved` is the scene with every default written out; it becomes its own twin."""
    moving = {o["name"]: o.get("moves", False) for o in exported.description["objects"]}
    for settings in resolved["objects"]:
        name = settings["name"]
        mesh = {"generator": "file", "file": f"{exported.folder.name}/{name}.0000.geo"}
        settings["transform"] = {}
        if settings["type"] != "collider":
            settings["mesh"] = mesh
            continue
        settings["motion"] = {}
        settings["shape"] = {"type": "mesh", "mesh": mesh}
        if moving[name]:
            settings["shape"]["sequence"] = {
                "files": f"{exported.folder.name}/{name}.%04d.geo",
                "first": 0,
                "last": exported.last_frame - 1,
                "fps": exported.fps,
            }
    return resolved


def verify_twin(command: str, scene: Path, folder: Path) -> Tuple[bool, str]:
    """Whether every expectation holds, and what the command printed. Raises UnsuitableScene."""
    exported = build_hips.export(command, scene, folder / scene.stem)
    check(exported)
    start = folder / f"{scene.stem}_start"
    subprocess.run(
        [command, "simulate", str(scene), "--frames", "0-0", "--out", str(start)], check=True, capture_output=True
    )
    twin = folder / f"{scene.stem}.json"
    twin.write_text(json.dumps(twin_of(json.loads((start / "scene.json").read_text()), exported), indent=2))
    verified = subprocess.run([command, "verify", str(twin)], capture_output=True, text=True)
    return verified.returncode == 0, verified.stdout + verified.stderr


def main(arguments: List[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[1])
    folder.mkdir(parents=True, exist_ok=True)
    missed = 0
    for scene in [Path(name) for name in arguments[2:]] or sorted(HERE.glob("*.json")):
        try:
            holds, printed = verify_twin(arguments[0], scene, folder)
        except UnsuitableScene as reason:
            print(f"{scene.stem}: no twin: {reason}")
            continue
        missed += not holds
        print(printed, end="", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
