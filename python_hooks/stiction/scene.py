"""Scenes: built in code, read from JSON, checked by the same declaration as the command's."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .errors import InputError
from .geometry import PathLike

SceneLike = Union["Scene", Mapping[str, Any], str, "os.PathLike[str]"]

_STEP_OF_PATH = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


class Scene:
    """What is simulated: time, solver, contact, objects.

    >>> scene = Scene()
    >>> scene.add_cloth("sheet", mesh={"generator": "grid"}).add_collider("floor", "plane")
    >>> scene.set("objects.floor.friction", 0.3)

    Every value is checked when it is set, with the message the command would print; what no single value can tell (two
    objects of one name) is checked when the scene is used. `schema` lists all keys.

    Args:
        source: a dict, JSON text (anything with a ``{`` in it), or the name of a scene file; nothing for an empty scene.
        overrides: values to set by their paths before anything is checked, ``{"objects.sheet.friction": 0.3}``.
        name: what messages call a scene that comes from no file.
        folder: base of relative mesh files; that of the scene file where there is one, else the working folder.
    """

    def __init__(
        self,
        source: Optional[Union[Mapping[str, Any], PathLike]] = None,
        overrides: Optional[Mapping[str, Any]] = None,
        *,
        name: str = "",
        folder: PathLike = "",
    ) -> None:
        settings = dict(overrides or {})
        base = os.fspath(folder)
        self._folder = os.path.abspath(base)  # of relative mesh files
        if source is None:
            self._document = _core.SceneDocument()
            for path, value in settings.items():
                self._document.set(path, value)
        elif isinstance(source, Mapping):
            self._document = _core.SceneDocument.from_value(dict(source), name, base, settings)
        elif "{" in os.fspath(source):
            self._document = _core.SceneDocument.from_text(os.fspath(source), name, base, settings)
        else:
            self._document = _core.SceneDocument.from_file(os.fspath(source), settings)
            self._folder = os.path.dirname(os.path.abspath(os.fspath(source)))

    # --- building ---------------------------------------------------------------------------------------------------

    def set(self, path: str, value: Any) -> Scene:
        """Set one value by its path: ``time.frames``, ``objects.sheet.friction``, ``contact.pairs[0].friction``.

        Objects may be named instead of numbered. Returns the scene, so that calls can be chained.
        """
        self._document.set(path, value)
        return self

    def get(self, path: str) -> Any:
        """The value at a path, defaults included."""
        value: Any = self.to_dict()
        for name, index in _STEP_OF_PATH.findall(path):
            try:
                if index:
                    value = value[int(index)]
                elif isinstance(value, list):
                    value = next(item for item in value if item.get("name") == name)
                else:
                    value = value[name]
            except (KeyError, IndexError, StopIteration, TypeError, AttributeError):
                raise InputError(
                    f'{path}: found no "{name or index}" in the scene; stiction.schema() lists the keys', path, path
                ) from None
        return value

    def add_object(self, settings: Mapping[str, Any]) -> Scene:
        """Append an object given by all of its keys, as in a scene file. Returns the scene."""
        self._document.add_object(dict(settings))
        return self

    def add_cloth(
        self,
        name: str,
        points: Optional[ArrayLike] = None,
        faces: Optional[ArrayLike] = None,
        *,
        mesh: Optional[Mapping[str, Any]] = None,
        **settings: Any,
    ) -> Scene:
        """Append a sheet: arrays of points and faces, or a mesh by generator or file. Returns the scene.

        Args:
            points: (points, 3), m.
            faces: (faces, 3) or more columns, point numbers from 0; quads and larger faces are cut into triangles.
            mesh: ``{"generator": "grid", ...}`` or ``{"file": "shirt.bgeo"}`` instead of arrays.
            settings: other keys of the object: material, friction, thickness, transform, velocity, pins, ...
        """
        return self.add_object({"name": name, "type": "cloth", "mesh": _surface(points, faces, mesh), **settings})

    def add_soft(
        self,
        name: str,
        points: Optional[ArrayLike] = None,
        tets: Optional[ArrayLike] = None,
        *,
        mesh: Optional[Mapping[str, Any]] = None,
        **settings: Any,
    ) -> Scene:
        """Append a soft body: arrays of points and tetrahedra, or a mesh by generator or file. Returns the scene.

        Args:
            points: (points, 3), m.
            tets: (tets, 4) point numbers from 0; det[x1-x0, x2-x0, x3-x0] is positive.
            mesh: ``{"generator": "box", ...}`` or ``{"file": "body.bgeo"}`` instead of arrays.
            settings: other keys of the object: material, friction, transform, velocity, pins, ...
        """
        if mesh is None:
            mesh = {"points": _rows(points), "tets": _rows(tets)}
        return self.add_object({"name": name, "type": "soft", "mesh": dict(mesh), **settings})

    def add_collider(
        self,
        name: str,
        shape: Optional[Union[str, Mapping[str, Any]]] = None,
        points: Optional[ArrayLike] = None,
        faces: Optional[ArrayLike] = None,
        **settings: Any,
    ) -> Scene:
        """Append an obstacle: a shape by its name or by all of its keys, or arrays of points and faces. Returns the scene.

        Args:
            shape: ``"plane"``, ``{"type": "sphere", "radius": 0.3}``, ...
            points: (points, 3), m, for a mesh.
            faces: (faces, 3) or more columns, facing outward.
            settings: other keys of the object: friction, transform, motion, ...
        """
        if shape is None:
            shape = {"type": "mesh", "mesh": _surface(points, faces, None)}
        elif isinstance(shape, str):
            shape = {"type": shape}
        return self.add_object({"name": name, "type": "collider", "shape": dict(shape), **settings})

    def remove_object(self, name: str) -> Scene:
        """Remove an object. Returns the scene."""
        self._document.remove_object(name)
        return self

    def copy(self) -> Scene:
        """An independent copy, for a wedge over a parameter."""
        scene = Scene.__new__(Scene)
        scene._document = self._document.copy()
        scene._folder = self._folder
        return scene

    __copy__ = copy

    def __deepcopy__(self, memo: Dict[int, Any]) -> Scene:
        return self.copy()

    def __reduce__(self) -> Tuple[Any, ...]:
        """Scenes can be pickled once they are whole, so that other processes can run them."""
        return _from_text, (self.to_json(-1), self._folder)

    # --- reading ----------------------------------------------------------------------------------------------------

    def to_dict(self) -> Dict[str, Any]:
        """The whole scene with every default written out."""
        return self._document.to_value()

    def to_json(self, indent: int = 2) -> str:
        """The same as JSON text, which the command reads; an indent of -1 puts it on one line."""
        return self._document.to_json(indent)

    def save(self, path: PathLike) -> None:
        """Write the scene as a file for the command. Relative mesh files are looked for beside it."""
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    def validate(self) -> Dict[str, Any]:
        """Build everything without running it: nodes, masses, warnings, as ``stiction validate --json`` prints them."""
        return self._document.describe()

    @property
    def name(self) -> str:
        """The scene's own name."""
        return self._document.name

    @property
    def file(self) -> str:
        """What messages call the scene: its file, or the name it was given."""
        return self._document.file

    @property
    def object_names(self) -> List[str]:
        """Names of all objects, colliders included."""
        return self._document.object_names(True)

    @property
    def warnings(self) -> List[str]:
        """What is allowed but hardly meant, each as ``path: what``."""
        return self._document.warnings()

    @property
    def frames(self) -> int:
        """Frames of a whole run."""
        return self._document.frames

    @property
    def hash(self) -> str:
        """Changes with everything that can change the simulation, files included."""
        return self._document.scene_hash()

    def __repr__(self) -> str:
        try:
            return f"<Scene {self.name!r}: {', '.join(self.object_names)}; {self.frames} frames>"
        except InputError as error:
            return f"<Scene, not complete: {error}>"


def as_scene(source: SceneLike) -> Scene:
    """A scene from anything that `Scene` takes; a scene is copied."""
    return source.copy() if isinstance(source, Scene) else Scene(source)


def schema() -> Dict[str, Any]:
    """JSON Schema (draft 2020-12) of a scene: every key with its type, unit, range, default and help."""
    return _core.schema()


def methods() -> Dict[str, List[Dict[str, Any]]]:
    """Methods and linear solvers of this build, as ``stiction methods --json`` prints them."""
    return _core.method_list()


def _rows(values: Optional[ArrayLike]) -> Any:
    return [] if values is None else np.asarray(values)


def _surface(
    points: Optional[ArrayLike], faces: Optional[ArrayLike], mesh: Optional[Mapping[str, Any]]
) -> Dict[str, Any]:
    if mesh is not None:
        return dict(mesh)
    rows, places = _rows(faces), _rows(points)
    polygons = isinstance(rows, np.ndarray) and rows.ndim == 2 and rows.shape[1] > 3 and rows.dtype.kind in "iu"
    if polygons and np.ndim(places) == 2 and np.shape(places)[1] == 3 and np.asarray(places).dtype.kind in "iuf":
        shape: Tuple[int, ...] = rows.shape
        rows = _core.cut_polygons(places, rows.ravel(), np.full(shape[0], shape[1], dtype=np.int32))
    return {"points": places, "triangles": rows}


def _from_text(text: str, folder: str) -> Scene:
    return Scene(text, folder=folder)
