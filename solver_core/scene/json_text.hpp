#pragma once

#include "solver_core/scene/place.hpp"

#include <string>

namespace stiction {

// Text to values: JSON, with // and /* */ comments. Stricter than the standard where silence would hide a
// mistake: a key written twice in one object is refused, so are numbers beyond double precision and nesting
// deeper than any scene needs. Throws InputError with line and column.
Json parse_json_text(const std::string& text, const std::string& file);

}  // namespace stiction
