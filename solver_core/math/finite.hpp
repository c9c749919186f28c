#pragma once

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <algorithm>

namespace stiction {

// No infinity and no NaN among them.
inline bool all_finite(Span<const Vec3> values)
{
    return std::all_of(values.begin(), values.end(), [](const Vec3& value) { return value.allFinite(); });
}

}  // namespace stiction
