"""The assets of the repository are what the declaration gives, and whole."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict

import pytest

import generate
from conftest import REPOSITORY
from stiction_houdini import dialog_script, node_help
from stiction_houdini.asset_directory import Asset
from stiction_houdini.assets import all_assets, library_name
from stiction_houdini.declaration import Declaration, DeclarationError
from stiction_houdini.dialog_script import Parm
from stiction_houdini.interface import to_parm
from stiction_houdini.node_pages import node_pages
from stiction_houdini.nodes import (
    CONTACTS_SOP,
    SOLVER_DOP,
    SOLVER_SOP,
    SOLVER_SOP_PARMS,
    SURFACE_SOP,
    object_parameters,
    scene_folders,
)


def parms_of(asset: Asset) -> Dict[str, Parm]:
    return {parm.name: parm for parm in dialog_script.parse(asset.sections["DialogScript"]).parms()}


@pytest.fixture(scope="module")
def assets(declaration: Declaration, presets: Dict[str, Any]) -> Dict[str, Asset]:
    return {asset.name: asset for asset in all_assets(declaration, presets)}


def test_the_repository_holds_what_the_declaration_gives(program: str) -> None:
    assert generate.stale_files(program, REPOSITORY / "otls") == []


def test_a_change_by_hand_is_noticed(program: str, tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "otls", tmp_path / "otls")
    script = next((tmp_path / "otls").glob("*cloth_setup*/*/DialogScript"))
    script.write_text(script.read_text().replace('default { "20" }', 'default { "30" }'))
    assert [Path(name).name for name in generate.stale_files(program, tmp_path / "otls")] == ["DialogScript"]


def test_every_value_of_the_scene_has_a_parameter(assets: Dict[str, Asset], declaration: Declaration) -> None:
    """Walks the schema once more, on its own, and finds every single value of solver and contact on every asset."""
    for asset in assets.values():
        parms = parms_of(asset)
        for section in ("solver", "contact"):
            for key, field in declaration._definitions[section]["properties"].items():
                if field.get("type") == "array" and "minItems" not in field or "$ref" in field:
                    continue
                if "default" not in field:  # only as an extra setting
                    assert f"{section}_{key}" not in parms
                    continue
                parm = parms[f"{section}_{key}"]
                assert parm.label == field["title"]
                assert parm.help.lower().startswith(field["x-help"].lower())
                default = field["default"]
                assert parm.default == ["1" if default is True else "0" if default is False else str(default)]


def test_parameters_are_greyed_out_by_method(assets: Dict[str, Asset], schema: Dict[str, Any]) -> None:
    used_by = {
        f"solver_{key}": field["x-methods"]
        for key, field in schema["$defs"]["solver"]["properties"].items()
        if "x-methods" in field and "default" in field  # left out by the scene: nothing to begin with, no parameter
    }
    assert used_by["solver_iterations"] == ["projective"]
    for asset in assets.values():
        parms = parms_of(asset)
        for name, methods in used_by.items():
            pairs = dialog_script.conditions(parms[name].disablewhen)
            assert pairs == [("solver_method", method) for method in methods]
        assert not parms["contact_friction_rule"].disablewhen
    # a part of a section that one method uses
    assert "staggered" in parms_of(assets["softbody_setup"])["surface_radius"].disablewhen


def test_menus_are_the_words_of_the_scene(assets: Dict[str, Asset], schema: Dict[str, Any]) -> None:
    words = schema["$defs"]["solver"]["properties"]["method"]["enum"]
    for asset in assets.values():
        assert [token for token, _ in parms_of(asset)["solver_method"].menu] == words


def test_object_parameters(assets: Dict[str, Asset], declaration: Declaration) -> None:
    cloth, soft = parms_of(assets["cloth_setup"]), parms_of(assets["softbody_setup"])
    assert "material_stretch" in cloth and "material_young" not in cloth
    assert "material_young" in soft and "make_tets" in soft and "make_tets" not in cloth
    # left out by the scene, so nothing to begin with
    assert "material_weft" not in cloth
    assert {p.path for p in object_parameters(declaration, "cloth") if to_parm(p) is None} == {
        "material.weft",
        "material.shear",
        "fill.core",
    }


def test_a_preset_fills_in_its_numbers(assets: Dict[str, Asset], presets: Dict[str, Any]) -> None:
    for name, object_type in (("cloth_setup", "cloth"), ("softbody_setup", "soft")):
        module: Dict[str, Any] = {}
        exec(compile(assets[name].sections["PythonModule"], name, "exec"), module)
        parms = parms_of(assets[name])
        for preset in (p for p in presets["presets"] if p["type"] == object_type):
            values: Dict[str, float] = {}
            chosen = preset["name"]

            def parm(parm_name: str, values: Dict[str, float] = values, chosen: str = chosen) -> Any:
                assert parm_name in parms
                return SimpleNamespace(
                    evalAsString=lambda: chosen, set=lambda value: values.__setitem__(parm_name, value)
                )

            module["apply_preset"](SimpleNamespace(parm=parm))
            assert values["friction"] == preset["friction"]
            assert values["material_density"] == preset["material"]["density"]
            assert len(values) == len(preset["material"]) + 1
        assert "apply_preset" in parms["material_preset"].tags["script_callback"]


def test_help_describes_every_parameter(declaration: Declaration) -> None:
    for page in node_pages(declaration):
        ids = node_help.parameter_ids(node_help.write(page))
        expected = [p.name for _, parameters in page.folders for p in parameters if to_parm(p)]
        assert ids == [*page.own, *expected]


def plugin_sources() -> str:
    folders = [REPOSITORY / "hdk_plugins" / name for name in ("dop", "sop", "shared")]
    return "".join(path.read_text() for folder in folders for path in sorted(folder.glob("*.?pp")))


def test_own_parameters_of_compiled_nodes_are_those_of_the_sources(declaration: Declaration) -> None:
    text = plugin_sources()
    for page in node_pages(declaration):
        for name in page.own:
            assert f'"{name}"' in text, (page.internal, name)
    for name, label, default, _ in SOLVER_SOP_PARMS:
        assert f'add_integer("{name}", "{label}", {default},' in text


def test_names_of_compiled_nodes_are_those_of_the_sources() -> None:
    """Assets, set-ups and pages name node types that the plugin registers, and all of them have a page."""
    text = plugin_sources()
    sops = re.findall(r'new OP_Operator\(\s*"(\w+)"', text)
    dops = re.findall(r'SIM_DopDescription description\(\s*true, "(\w+)"', text)
    assert sorted(sops) == sorted([SOLVER_SOP, SURFACE_SOP, CONTACTS_SOP])
    assert dops == [SOLVER_DOP]


def test_marks_of_the_markup_mean_themselves() -> None:
    assert node_help.escaped("a_b *c* [d] `e`") == r"a\_b \*c\* \[d\] \`e\`"


def test_declaration_refuses_what_is_not_there(declaration: Declaration) -> None:
    with pytest.raises(DeclarationError, match="no solver.speed"):
        declaration.parameter("solver.speed")
    with pytest.raises(DeclarationError, match="expected one"):
        declaration.parameter("solver")
    with pytest.raises(DeclarationError, match="no variant 'smoke'"):
        declaration.object_parameters("smoke")
    assert declaration.methods[0] == "projective"
    assert [title for title, _ in scene_folders(declaration)] == ["Solver", "Contact", "Time and forces"]


def test_names_of_the_libraries(assets: Dict[str, Asset]) -> None:
    assert sorted(map(library_name, assets.values())) == sorted(p.name for p in (REPOSITORY / "otls").glob("*.hda"))
