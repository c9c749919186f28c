#pragma once

#include "solver_core/sim/model.hpp"

#include <vector>

namespace stiction {

// `model` has all that does not depend on the method. Throws InputError that names the object whose surface or elements
// cannot be used.
FiniteModel build_finite_model(const Scene& scene, const Model& model, const std::vector<Index>& held);

// The surface of an object or a mesh collider, in the words of contact/.
SmoothSettings smooth_settings(const SurfaceSettings& surface);

}  // namespace stiction
