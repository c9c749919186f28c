#pragma once

#include <nlohmann/json.hpp>

namespace stiction {

// {"methods": [{"name", "for"}], "linear_solvers": [{"name", "available"}]}: what a scene may choose, and which of it
// this build has.
nlohmann::ordered_json method_list();

}  // namespace stiction
