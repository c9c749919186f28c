#pragma once

// What differs between the scenes of several runs.

#include "solver_core/scene/scene.hpp"

#include <string>
#include <vector>

namespace stiction {

struct ParameterRow {
    std::string path;                 // "objects.sheet.friction": objects by their names
    std::vector<std::string> values;  // one a scene, as JSON; empty where the scene has no such parameter
};

// Parameters that at least two of the scenes have with different values, in the order of the first scene that has them.
// Names, descriptions, expectations and output settings are not compared. A null pointer has no parameters.
std::vector<ParameterRow> differing_parameters(const std::vector<const Scene*>& scenes);

}  // namespace stiction
