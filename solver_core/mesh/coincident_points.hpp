#pragma once

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <optional>
#include <utility>

namespace stiction {

// The lowest point that lies on an earlier one, as (earlier, later): closer than `tolerance` times the
// diagonal of the bounding box, or equal. Positions must be finite.
std::optional<std::pair<Index, Index>> first_coincident_pair(Span<const Vec3> positions, double tolerance);

}  // namespace stiction
