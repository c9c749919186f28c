#pragma once

#include "solver_core/scene/place.hpp"
#include "solver_core/scene/scene.hpp"

namespace stiction {

// What the parameters' own ranges cannot tell: names that must be unique or known, settings that exclude each
// other, things this build cannot do. Throws InputError.
void validate_scene(const Scene& scene, const SceneSource& source);

}  // namespace stiction
