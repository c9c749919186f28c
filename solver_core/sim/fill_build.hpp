#pragma once

#include "solver_core/elasticity/volume_regions.hpp"
#include "solver_core/sim/model.hpp"

#include <vector>

namespace stiction {

// The filled volumes of a scene and, parallel to them, the number in Model::objects of whom they belong to. Throws InputError that
// names the object whose surface is open or that has no hollow.
VolumeRegions build_fills(const Scene& scene, const Model& model, std::vector<Index>& owner);

}  // namespace stiction
