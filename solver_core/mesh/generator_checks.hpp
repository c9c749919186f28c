#pragma once

// Refusals shared by the mesh generators.

#include "solver_core/base/types.hpp"

namespace stiction {

// Throws InputError("", "radius is -1; must be a finite number above 0").
void require_positive(const char* name, double value);
// Throws InputError("", "inner_radius is 0.6; must be above 0 and below outer_radius (0.5)").
void require_below(const char* name, double value, const char* limit_name, double limit);
// Throws InputError("", "divisions is 0; at least 1").
void require_at_least(const char* name, Index value, Index least);
// Throws when a mesh would have more points than its numbers can be trusted to count (100 million).
void require_countable(double points);

}  // namespace stiction
