#pragma once

#include "solver_core/scene/place.hpp"

#include <string>
#include <vector>

namespace stiction {

// Applies "path=value" settings to a scene's JSON before it is read, and notes their paths in `source`. The
// value is JSON, or else text as it stands. A path runs along keys, [index] and, in the list of objects, an
// object's name. What the file leaves out may be set; what no scene has is refused as it would be in the
// file. A material's preset takes the place of the whole material.
void apply_overrides(Json& document, const std::vector<std::string>& overrides, SceneSource& source);
// One of them with its value as it is.
void apply_override(Json& document, const std::string& path, Json value, SceneSource& source);

}  // namespace stiction
