#include "example_scenes.hpp"

#include "solver_core/base/error.hpp"

#include <gtest/gtest.h>

namespace stiction::test {

const char* const kFullScene = R"(// every section once
{
  "version": 1, "name": "full", "description": "all of it",
  "time": {"step": 0.005, "steps_per_frame": 8, "frames": 25},
  "gravity": [0, -9.81, 0], "wind": [2, 0, -1],
  "solver": {"method": "projective", "iterations": 20, "contact_sweeps": 2,
             "tolerance": 1e-8, "linear_solver": "eigen"},
  "contact": {"friction_rule": "min", "pairs": [{"a": "sheet", "b": "ramp", "friction": 0.3}],
              "self_contact": false, "recovery_speed": 0.25},
  "objects": [
    {"name": "sheet", "type": "cloth",
     "mesh": {"generator": "grid", "size": [1, 2], "divisions": [4, 6], "pattern": "irregular", "seed": 7},
     "transform": {"translate": [0, 1, 0], "rotate": [0, 0, -10], "scale": [1, 1, 2]},
     "material": {"density": 0.2, "stretch": 200, "bend": 1e-4, "strain_limit": 0.1, "rest_flat": true},
     "friction": 1, "thickness": 0.003, "velocity": [1, 0, 0], "spin": [0, 90, 0], "air_drag": 0.1,
     "self_contact": false,
     "pins": [{"points": [0, 4]},
              {"box": [[-9, -9, 1], [9, 9, 9]],
               "motion": {"velocity": [0, 1, 0], "spin": {"axis": [0, 0, 2], "rate": 45},
                "start": 0.5, "ramp": 0.25,
                "keyframes": [{"time": 0}, {"time": 1, "translate": [0, 1, 0]}]}}]},
    {"name": "body", "type": "soft",
     "mesh": {"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": [4, 2, 3]},
     "material": {"density": 1000, "young": 1e5, "poisson": 0.3}},
    {"name": "pipe", "type": "soft",
     "mesh": {"generator": "tube", "radius": 0.4, "inner_radius": 0.3, "length": 0.5}},
    {"name": "skirt", "type": "cloth",
     "mesh": {"generator": "tube", "radius": 0.4, "radius_end": 0.2, "length": 0.5}},
    {"name": "flag", "type": "cloth", "mesh": {"file": "flag.obj"}},
    {"name": "ramp", "type": "collider", "shape": {"type": "plane"}, "transform": {"rotate": [0, 0, -10]},
     "friction": 0.3, "motion": {"velocity": [0.1, 0, 0]}},
    {"name": "ball", "type": "collider", "shape": {"type": "sphere", "radius": 0.3}, "thickness": 0.01},
    {"name": "crate", "type": "collider", "shape": {"type": "box", "size": [1, 2, 3]}},
    {"name": "pill", "type": "collider", "shape": {"type": "capsule", "radius": 0.1, "length": 0.4}},
    {"name": "can", "type": "collider", "shape": {"type": "cylinder", "radius": 0.1, "length": 0.4}},
    {"name": "ring", "type": "collider", "transform": {"scale": [2, 2, 2]},
     "shape": {"type": "mesh",
               "mesh": {"generator": "torus", "radius": 1, "inner_radius": 0.2, "resolution": 24}}},
    {"name": "dancer", "type": "collider",
     "shape": {"type": "mesh", "mesh": {"file": "body.0001.obj"},
               "sequence": {"files": "body.%04d.obj", "first": 1, "last": 48, "fps": 24}}}
  ],
  "friction_changes": [{"time": 5, "object": "ramp", "friction": 0.14}],
  "output": {"format": "obj", "checkpoint_every": 5},
  "expect": [{"quantity": "objects.sheet.slid", "value": 0.1, "margin": 1e-4, "relative": 1e-3,
              "why": "closed form"},
             {"quantity": "penetration_max", "min": 0, "max": 1e-3},
             {"quantity": "objects.sheet.stopped_at", "value": null}]
}
)";

const char* const kSmallScene =
    R"({"objects": [{"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}}]})";

std::string scene_with_object(const std::string& object)
{
    return R"({"objects": [{"name": "thing", )" + object + "}]}";
}

std::string scene_with_collider(const std::string& collider)
{
    return R"({"objects": [{"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}},
                           {"name": "wall", "type": "collider", )" +
           collider + "}]}";
}

std::string scene_with(const std::string& keys)
{
    return R"({"objects": [{"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}}], )" + keys +
           "}";
}

std::string refusal(const std::function<void()>& action)
{
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "accepted";
    return "";
}

}  // namespace stiction::test
