#pragma once

// File names of a numbered sequence: "body.%04d.obj".

#include "solver_core/scene/place.hpp"

#include <string>

namespace stiction {

// Refuses a pattern that does not hold exactly one %d, %04d or the like.
void check_sequence_pattern(const std::string& pattern, const Place& place);

// The name of one file; the pattern must have passed the check.
std::string sequence_file(const std::string& pattern, Index number);

}  // namespace stiction
