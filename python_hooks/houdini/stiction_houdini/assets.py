"""The three digital assets: their dialogs, help, tools and options, all from the declaration. Networks come from hython."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from . import dialog_script, node_help, preset_code
from .asset_directory import Asset
from .asset_networks import COLLIDER_FRICTION_PARM, TETS_PARM
from .declaration import Declaration, Parameter
from .dialog_script import DialogScript, Folder, Item, Parm
from .interface import folder, to_parms
from .node_help import HelpPage
from .nodes import (
    NAMESPACE,
    SOLVER_DOP,
    SOLVER_SOP,
    SOLVER_SOP_PARMS,
    VERSION,
    object_parameters,
    operator,
    scene_folders,
)

OBJECT_INPUTS = ["Colliders", "Animation of Pinned Points"]

_OPTIONS = {
    "CheckExternal": 1,
    "ContentsCompressionType": 1,
    "ForbidOutsideParms": 1,
    "GzipContents": 1,
    "LockContents": 1,
    "MakeDefault": 1,
    "ParmsFromVfl": 0,
    "PrefixDroppedParmLabel": 0,
    "PrefixDroppedParmName": 0,
    "SaveCachedCode": 0,
    "SaveIcon": 1,
    "SaveSpareParms": 0,
    "UnlockOnCreate": 0,
    "UseDSParms": 1,
}


def all_assets(declaration: Declaration, presets: Mapping[str, Any]) -> List[Asset]:
    return [
        _object_setup(declaration, presets, "cloth", "cloth_setup", "Stiction Cloth", "Cloth"),
        _object_setup(declaration, presets, "soft", "softbody_setup", "Stiction Soft Body", "Soft Body"),
        _dop_solver(declaration),
    ]


def library_name(asset: Asset) -> str:
    """The directory of an asset below otls/."""
    return f"{asset.table.lower()}_{NAMESPACE}.{asset.name}.{VERSION}.hda"


# --- the set-ups ----------------------------------------------------------------------------------------------------


def _object_setup(
    declaration: Declaration, presets: Mapping[str, Any], object_type: str, name: str, label: str, title: str
) -> Asset:
    parameters = object_parameters(declaration, object_type)
    own = _own_parms(declaration, object_type)
    script = DialogScript(
        name=operator(name),
        script=name,
        label=label,
        inputs=[title, *OBJECT_INPUTS],
        outputs=[f"Simulated {title}"],
        children=[
            folder("object_folder", title, parameters, extra=own),
            *_scene_items(declaration),
        ],
    )
    for parm in script.parms():
        if parm.name == "material_preset":
            parm.tags = {"script_callback": preset_code.CALLBACK, "script_callback_language": "python"}
    page = HelpPage(
        context="sop",
        namespace=NAMESPACE,
        internal=name,
        version=VERSION,
        icon=f"stiction_{object_type}",
        title=label,
        summary=_SUMMARY[object_type],
        text=_TEXT[object_type],
        own={parm.name: (parm.label, parm.help) for parm in own},
        folders=[(title, parameters), *scene_folders(declaration)],
        inputs=[(title, _INPUT_TEXT[object_type]), *zip(OBJECT_INPUTS, _OTHER_INPUT_TEXT)],
        outputs=[(script.outputs[0], "The geometry of the first input where the simulation has it at this frame.")],
        related=[f"sop/{SOLVER_SOP}"],
    )
    asset = _asset(script, page, "Sop", (1, 3), "soptoolutils")
    asset.sections["PythonModule"] = preset_code.module_text(presets, object_type)
    return asset


def _own_parms(declaration: Declaration, object_type: str) -> List[Parm]:
    friction = declaration.object_parameters("collider")
    wanted = next(p for p in friction if p.path == "friction")
    parms: List[Parm] = []
    if object_type == "soft":
        parms.append(
            Parm(
                TETS_PARM,
                "Make Tetrahedra",
                "toggle",
                default=["1"],
                help="Fill the closed surface of the first input with tetrahedra. Off: it holds tetrahedra already.",
            )
        )
    collider = to_parms([wanted])[0]
    collider.name = COLLIDER_FRICTION_PARM
    collider.label = "Collider " + collider.label
    collider.help = "Of the second input, where that has no attribute friction. " + collider.help
    parms.append(collider)
    for name, label, default, text in SOLVER_SOP_PARMS:
        parms.append(Parm(name, label, "integer", default=[str(default)], help=text))
    return parms


_SUMMARY = {
    "cloth": "Cloth that sticks and slides by Coulomb's law, from geometry to simulation in one node.",
    "soft": "A soft body that sticks and slides by Coulomb's law, from geometry to simulation in one node.",
}
_TEXT = {
    "cloth": [
        "The node cuts the polygons of its first input into triangles, gives them the material below and simulates them "
        "with [Node:sop/stiction_solver]. A preset fills in the numbers of a fabric; they can be changed afterwards.",
        "Friction is the coefficient itself. The coefficient of a contact is made of the two objects' own by the friction "
        "rule; by default they multiply, as in Vellum. The numbers of this node take the place of `density`, `friction` and "
        "`pscale` on its input.",
    ],
    "soft": [
        "The node fills the closed surface of its first input with tetrahedra, gives them the material below and simulates "
        "them with [Node:sop/stiction_solver]. A preset fills in the numbers of a material; they can be changed afterwards.",
        "Friction is the coefficient itself. The coefficient of a contact is made of the two objects' own by the friction "
        "rule; by default they multiply, as in Vellum. The numbers of this node take the place of `density`, `friction` and "
        "`pscale` on its input.",
    ],
}
_INPUT_TEXT = {
    "cloth": "Polygons. Their positions at the first frame are the rest shape, unless there is a point attribute `restP`.",
    "soft": "A closed surface of polygons, or tetrahedra.",
}
_OTHER_INPUT_TEXT = (
    "Polygons that move as they are animated and that others touch.",
    "The points that pinned points (`pintoanimation`) follow: the first input's geometry, animated, with the same point numbers.",
)


# --- the DOP --------------------------------------------------------------------------------------------------------


def _dop_solver(declaration: Declaration) -> Asset:
    script = DialogScript(
        name=operator("solver"),
        script="stiction_solver",
        label="Stiction Solver",
        inputs=["Objects", "Obstacles"],
        outputs=["Objects"],
        children=_scene_items(declaration),
    )
    page = HelpPage(
        context="dop",
        namespace=NAMESPACE,
        internal="solver",
        version=VERSION,
        icon="stiction",
        title="Stiction Solver",
        summary="Attaches the solver to objects and lets obstacles affect them.",
        text=[
            "The objects of the first input get [Node:dop/stiction_solver] as their solver. The objects of the second input "
            "affect them and are not affected.",
            "Several objects that are to touch each other have to be mutual affectors: merge them before this node with "
            "[Node:dop/merge], its affector relationship set to mutual. They are then solved together.",
        ],
        folders=scene_folders(declaration),
        inputs=[
            ("Objects", "Objects with geometry to be simulated: polygons are cloth, tetrahedra soft bodies."),
            ("Obstacles", "Static or animated objects that the others touch."),
        ],
        outputs=[("Objects", "All objects of both inputs.")],
        related=[f"dop/{SOLVER_DOP}"],
    )
    return _asset(script, page, "Dop", (1, 2), "doptoolutils")


# --- shared ---------------------------------------------------------------------------------------------------------


def _scene_items(declaration: Declaration) -> List[Item]:
    folders: List[Item] = []
    for title, parameters in scene_folders(declaration):
        name = title.lower().replace(" ", "_") + "_folder"
        folders.append(Folder(name, title, "group", list(to_parms(parameters))))
    return folders


def _asset(
    script: DialogScript, page: HelpPage, table: str, inputs: Tuple[int, int], tool_module: str
) -> Asset:
    sections: Dict[str, str] = {
        "DialogScript": dialog_script.write(script),
        "TypePropertiesOptions": "".join(f"{key} := {value};\n" for key, value in _OPTIONS.items()),
        "Help": node_help.write(page),
        "Tools.shelf": _tool(tool_module),
        "CreateScript": _create_script(script.name, table),
        "ExtraFileOptions": _file_options(["PythonModule"] if table == "Sop" else []),
        "InternalFileOptions": _internal_options(),
    }
    return Asset(
        operator=script.name,
        label=script.label,
        table=table,
        icon=page.icon,
        inputs=inputs,
        outputs=len(script.outputs),
        sections=sections,
    )


def _tool(module: str) -> str:
    context = {"soptoolutils": "SOP", "doptoolutils": "DOP"}[module]
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<shelfDocument>
  <tool name="$HDA_DEFAULT_TOOL" label="$HDA_LABEL" icon="$HDA_ICON">
    <toolMenuContext name="viewer">
      <contextNetType>{context}</contextNetType>
    </toolMenuContext>
    <toolMenuContext name="network">
      <contextOpType>$HDA_TABLE_AND_NAME</contextOpType>
    </toolMenuContext>
    <toolSubmenu>Stiction</toolSubmenu>
    <script scriptType="python"><![CDATA[import {module}

{module}.genericTool(kwargs, '$HDA_NAME')]]></script>
  </tool>
</shelfDocument>
"""


def _create_script(name: str, table: str) -> str:
    return f"""# Automatically generated script
\\set noalias = 1
#
#  Creation script for {name} operator
#

if ( "$arg1" == "" ) then
    echo This script is intended as a creation script
    exit
endif

# Node $arg1 ({table}/{name})
opexprlanguage -s hscript $arg1
opuserdata -n '___Version___' -v '' $arg1
"""


def _file_options(python_sections: Sequence[str]) -> str:
    options: Dict[str, Dict[str, Any]] = {}
    for section in python_sections:
        options[f"{section}/Cursor"] = {"type": "intarray", "value": [1, 1]}
        options[f"{section}/IsExpr"] = {"type": "bool", "value": False}
        options[f"{section}/IsPython"] = {"type": "bool", "value": True}
        options[f"{section}/IsScript"] = {"type": "bool", "value": True}
        options[f"{section}/Source"] = {"type": "string", "value": ""}
    return json.dumps(options, indent="\t") + "\n"


def _internal_options() -> str:
    options = {key: {"type": "bool", "value": False} for key in ("nodeconntype", "nodeparmtype")}
    return json.dumps(options, indent="\t") + "\n"
