"""Stiction inside Houdini, and what Houdini is given.

Modules that never import `hou` (tested everywhere): declaration, dialog_script, asset_directory, assets, node_help, networks.
Modules that take `hou` as it is handed to them, so that a stand-in can take its place: network_builder, setups, hip_scene.
"""
