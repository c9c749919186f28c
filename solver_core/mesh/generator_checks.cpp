#include "solver_core/mesh/generator_checks.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kMaxPoints = 1e8;  // six tets a point stay below 2^31 corners

}  // namespace

void require_positive(const char* name, double value)
{
    if (!(std::isfinite(value) && value > 0.0))
        throw InputError("", fmt::format("{} is {}; must be a finite number above 0", name, value));
}

void require_below(const char* name, double value, const char* limit_name, double limit)
{
    if (!(value > 0.0 && value < limit))
        throw InputError(
            "", fmt::format("{} is {}; must be above 0 and below {} ({})", name, value, limit_name, limit));
}

void require_at_least(const char* name, Index value, Index least)
{
    if (value < least) throw InputError("", fmt::format("{} is {}; at least {}", name, value, least));
}

void require_countable(double points)
{
    if (!(points <= kMaxPoints))
        throw InputError(
            "", fmt::format("the mesh would have about {:.3g} points; at most {:.0e}, use a lower resolution",
                            points, kMaxPoints));
}

}  // namespace stiction
