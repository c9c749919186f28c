"""The Python module of the set-up assets: choosing a material preset fills in its numbers.

The numbers stand in the asset itself, as `stiction presets --json` prints them, so that a scene opens alike wherever the asset
is installed.
"""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping

CALLBACK = "hou.phm().apply_preset(kwargs['node'])"

_TEMPLATE = '''"""Material presets. Generated from the solver's own list; `stiction presets NAME` has the source of each number."""

PRESETS = {presets}


def apply_preset(node):
    """Sets the parameters that the chosen preset knows; the others stay as they are."""
    name = node.parm("material_preset").evalAsString()
    for parameter, value in PRESETS.get(name, {{}}).items():
        node.parm(parameter).set(value)
'''


def preset_values(printed: Mapping[str, Any], object_type: str) -> Dict[str, Dict[str, float]]:
    """Preset to parameter to value, from `stiction presets --json`."""
    values: Dict[str, Dict[str, float]] = {}
    for preset in printed["presets"]:
        if preset["type"] != object_type:
            continue
        numbers = {f"material_{key}": value for key, value in preset["material"].items()}
        values[preset["name"]] = {**numbers, "friction": preset["friction"]}
    return values


def module_text(printed: Mapping[str, Any], object_type: str) -> str:
    presets = json.dumps(preset_values(printed, object_type), indent=4, sort_keys=True)
    return _TEMPLATE.format(presets=presets)
