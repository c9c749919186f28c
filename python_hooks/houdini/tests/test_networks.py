"""Networks of assets and set-ups, made in the stand-in: whole, wired, and of parameters that exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, List

import pytest

import build_assets
from conftest import REPOSITORY
from hou_double import NODE_TYPES, Hou
from stiction_houdini import dialog_script, setups
from stiction_houdini.asset_directory import Asset, read_library
from stiction_houdini.asset_networks import attribute_code
from stiction_houdini.declaration import Declaration
from stiction_houdini.network import NetworkError, NodeSpec, build
from stiction_houdini.nodes import object_parameters, operator


def libraries() -> Dict[str, Asset]:
    assets = [asset for folder in (REPOSITORY / "otls").glob("*.hda") for asset in read_library(folder)]
    return {asset.name: asset for asset in assets}


@pytest.fixture
def built(hou: Hou, declaration: Declaration, tmp_path: Path) -> Hou:
    for asset in libraries().values():
        build_assets.build_asset(hou, asset, declaration, tmp_path / f"{asset.name}.hda")
    return hou


def test_every_asset_has_a_network() -> None:
    assert sorted(build_assets.NETWORKS) == sorted(libraries())


def test_assets_are_made_whole(built: Hou) -> None:
    assert len(built.contents) == 3
    for name, asset in libraries().items():
        full = f"{asset.table}/{asset.operator}"
        definition = built.types[full].definition()
        assert definition is not None
        for section in ("DialogScript", "Help", "Tools.shelf"):
            assert definition.sections[section] == asset.sections[section]
        nodes = {node.name(): node for node in built.contents[full].children()}
        # everything inside hangs together: each node but the last feeds another
        feeding = {id(source) for node in nodes.values() for source in node.inputs().values()}
        assert [n for n, node in nodes.items() if id(node) not in feeding] in (["output0"], ["output"])


def test_references_and_channels_name_parameters_of_the_asset(built: Hou) -> None:
    count = 0
    for name, asset in libraries().items():
        shown: List[str] = []
        for parm in dialog_script.parse(asset.sections["DialogScript"]).parms():
            shown += [parm.name] if parm.size == 1 else [parm.name, *(parm.name + axis for axis in "xyz")]
        for node in built.contents[f"{asset.table}/{asset.operator}"].children():
            for parm in node._parms.values():
                text = parm._expression or parm.evalAsString()
                for reference in re.findall(r'ch[sifv]?\("\.\./(\w+)"\)', text):
                    assert reference in shown, (name, node.name(), reference)
                    count += 1
    assert count > 80


def test_every_parameter_of_an_asset_is_used(built: Hou) -> None:
    """A parameter that nothing inside refers to would do nothing."""
    for asset in libraries().values():
        texts = [
            parm._expression or parm.evalAsString()
            for node in built.contents[f"{asset.table}/{asset.operator}"].children()
            for parm in node._parms.values()
        ]
        for parm in dialog_script.parse(asset.sections["DialogScript"]).parms():
            names = [parm.name] if parm.size == 1 else [parm.name, parm.name + "x"]
            used = any(f'"../{name}"' in text for name in names for text in texts)
            assert used or parm.name == "material_preset", (asset.name, parm.name)


def test_attributes_by_kind(declaration: Declaration) -> None:
    code = attribute_code(object_parameters(declaration, "cloth"))
    assert 'f@stiction_material_density = chf("../material_density");' in code
    assert 'i@stiction_material_law = chi("../material_law");' in code
    assert 'i@stiction_self_contact = chi("../self_contact");' in code
    assert 'v@stiction_velocity = chv("../velocity");' in code
    assert "preset" not in code


def test_the_shelf_drops_working_set_ups(built: Hou) -> None:
    for setup, asset in (
        (setups.cloth_on_body, "cloth"),
        (setups.soft_body_on_ramp, "soft_body"),
        (setups.rigid_pile, "pile"),
    ):
        geometry = setup(built)
        solver = geometry.node(asset)
        assert solver is not None and sorted(solver.inputs()) == [0, 1]
        assert solver.parm("collider_friction").eval() > 0
        shown = [node.name() for node in geometry.children() if node.display]
        assert shown == ["both"]


def test_a_set_up_without_the_assets_says_what_is_missing(hou: Hou) -> None:
    with pytest.raises(setups.SetupError, match="build_assets.py"):
        setups.cloth_on_body(hou)
    assert hou.node("/obj").children() == ()  # type: ignore[union-attr]


def test_all_that_a_houdini_lacks_is_listed(hou: Hou) -> None:
    geometry = hou.node("/obj").createNode("geo", "g")  # type: ignore[union-attr]
    specs = [NodeSpec("a", "nosuch"), NodeSpec("b", "box", {"size": (1.0, 2.0, 3.0), "bevel": 1})]
    with pytest.raises(NetworkError) as error:
        build(geometry, specs)
    assert "'nosuch'" in str(error.value) and "box has no parameter 'bevel'" in str(error.value)


def test_the_plugin_must_be_loaded(declaration: Declaration, tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="stiction_solver"):
        build_assets.build_asset(Hou({}), libraries()["cloth_setup"], declaration, tmp_path / "a.hda")


def test_a_dialog_that_houdini_drops_parameters_of(hou: Hou, declaration: Declaration, tmp_path: Path) -> None:
    install = hou.hda.installFile

    def lossy(path: str) -> None:
        install(path)
        del hou.parms[f"Sop/{operator('cloth_setup')}"]["friction"]

    hou.hda.installFile = lossy  # type: ignore[method-assign]
    with pytest.raises(build_assets.BuildError, match="made no parameters friction"):
        build_assets.build_asset(hou, libraries()["cloth_setup"], declaration, tmp_path / "a.hda")


def test_the_stand_in_refuses_as_houdini_does(hou: Hou) -> None:
    geometry = hou.node("/obj").createNode("geo", "g")  # type: ignore[union-attr]
    with pytest.raises(hou.OperationFailed):
        geometry.createNode("stiction_smoke")
    geometry.createNode("box", "b")
    with pytest.raises(hou.OperationFailed):
        geometry.createNode("box", "b")
    assert geometry.node("b").parm("nothing") is None
    assert "Sop/box" in NODE_TYPES
