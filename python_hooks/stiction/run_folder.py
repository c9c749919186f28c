"""Reading the folder of a run, ours or the command's."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any, Dict, List, Mapping

import numpy as np
from numpy.typing import NDArray

from .errors import InputError
from .geometry import Geometry, PathLike, read_geometry
from .scene import Scene


class Run:
    """The folder of a run. Everything is read when it is asked for, so a run that is still going on can be watched."""

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        if not (self.folder / "manifest.jsonl").is_file():
            raise InputError(
                f"{folder}: found no manifest.jsonl; allowed: the folder of a run; name what --out or out= named",
                str(folder),
            )

    def _listed(self, kind: str) -> List[Dict[str, Any]]:
        entries: Dict[str, Dict[str, Any]] = {}
        for line in _whole_lines(self.folder / "manifest.jsonl"):
            entry = json.loads(line)
            self._require_inside(entry["file"])
            entries[entry["file"]] = entry
        return [entry for entry in entries.values() if entry["kind"] == kind]

    def _require_inside(self, file: str) -> None:
        path = PurePosixPath(file)
        if path.is_absolute() or not path.name or ".." in path.parts:
            manifest = self.folder / "manifest.jsonl"
            raise InputError(
                f"{manifest}: found the file {json.dumps(file)}; allowed: names inside the run folder; delete the line",
                str(manifest),
            )

    @property
    def scene(self) -> Scene:
        """The scene as it was run, every default written out."""
        return Scene(self.folder / "scene.json")

    @property
    def summary(self) -> Dict[str, Any]:
        """summary.json; a run that has not come to its end has none."""
        path = self.folder / "summary.json"
        if not path.is_file():
            raise InputError(f"{path}: found no file; a run has one once it has come to its end", str(path))
        result: Dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return result

    @property
    def stats(self) -> Dict[str, NDArray[Any]]:
        """stats.jsonl as columns, one row a step; nested keys are joined by a dot: ``stats["contacts.self"]``."""
        rows = [_flat(json.loads(line)) for line in _whole_lines(self.folder / "stats.jsonl")]
        names = list(rows[0]) if rows else []
        return {name: _column([row.get(name) for row in rows]) for name in names}

    @property
    def objects(self) -> List[str]:
        """Names of the objects that have frames."""
        return list(dict.fromkeys(_object_of(entry) for entry in self._listed("frame")))

    @property
    def frames(self) -> List[int]:
        """Numbers of the finished frames: every object of the scene that has frames has them."""
        finished: Dict[int, int] = {}
        for entry in self._listed("frame"):
            finished[entry["frame"]] = finished.get(entry["frame"], 0) + 1
        return sorted(frame for frame, count in finished.items() if count == len(self.objects))

    @property
    def checkpoints(self) -> List[Path]:
        """Checkpoint files, oldest first; `Simulation.restore` takes them."""
        return sorted(self.folder / entry["file"] for entry in self._listed("checkpoint"))

    def frame(self, name: str, number: int) -> Geometry:
        """One object at one frame."""
        for entry in self._listed("frame"):
            if entry["frame"] == number and _object_of(entry) == name:
                return read_geometry(self.folder / entry["file"])
        raise InputError(
            f"{self.folder}: found no finished frame {number} of \"{name}\"; allowed: frames {_span(self.frames)} of "
            f"{', '.join(self.objects)}; correct the number or the name",
            str(self.folder),
        )

    def contacts(self, number: int) -> Geometry:
        """The contacts at one frame, as points with attributes: N, impulse, slip, state, mu, cone, gap, ...

        They are there where the scene's output.contacts is on, as it is by default.
        """
        for entry in self._listed("contacts"):
            if entry["frame"] == number:
                return read_geometry(self.folder / entry["file"])
        raise InputError(
            f"{self.folder}: found no contacts of frame {number}; allowed: frames {_span(self.frames)} of a run with "
            "output.contacts on; correct the number, or run again with it",
            str(self.folder),
        )

    def positions(self, name: str) -> NDArray[np.float64]:
        """(frames, points, 3): all finished frames of an object, in the order of `frames`."""
        return np.stack([self.frame(name, number).positions for number in self.frames])

    def __repr__(self) -> str:
        return f"<Run {self.folder}: frames {_span(self.frames)} of {', '.join(self.objects)}>"


def open_run(folder: PathLike) -> Run:
    """The folder of a run, for reading: statistics and frames as arrays, summary, scene."""
    return Run(folder)


def _whole_lines(path: Path) -> List[str]:
    """Lines of a file that may be growing: an unfinished last one is left out."""
    if not path.is_file():
        return []
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def _flat(row: Mapping[str, Any], prefix: str = "") -> Dict[str, Any]:
    flat: Dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = value
    return flat


def _column(values: List[Any]) -> NDArray[Any]:
    """Numbers; what is not finite is null in the file and becomes nan."""
    if any(isinstance(value, str) for value in values):
        return np.array(values, dtype=np.str_)
    return np.array([np.nan if value is None else value for value in values])


def _object_of(entry: Mapping[str, Any]) -> str:
    """"sheet" of frames/sheet.0012.bgeo."""
    return Path(entry["file"]).name.rsplit(".", 2)[0]


def _span(frames: List[int]) -> str:
    return f"{frames[0]} to {frames[-1]}" if frames else "none"
