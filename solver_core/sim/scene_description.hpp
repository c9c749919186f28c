#pragma once

#include "solver_core/sim/model.hpp"

#include <nlohmann/json.hpp>

namespace stiction {

// What a scene comes to once its meshes are made: steps, nodes and masses of its objects, colliders, warnings.
nlohmann::ordered_json describe_scene(const Scene& scene, const Model& model);

}  // namespace stiction
