#include "hdk_plugins/adapter/given_loads.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {

void check_loads(const NodeLoads& loads, std::size_t nodes, const std::string& name)
{
    for (const std::size_t size : {loads.force.size(), loads.resistance.size(), loads.air.size()})
        if (size != 0 && size != nodes)
            throw InputError(
                name, fmt::format("found loads of {} points; allowed: none, or one for each of the {}; "
                                  "keep its points, or reset the simulation",
                                  size, nodes));
    const auto all_finite = [](const Vec3Array& values) {
        return std::all_of(values.begin(), values.end(), [](const Vec3& value) { return value.allFinite(); });
    };
    if (!all_finite(loads.force) || !all_finite(loads.air))
        throw InputError(name,
                         "attribute force or targetv: found a number that is not finite; allowed: finite "
                         "numbers; correct it");
    for (const double value : loads.resistance)
        if (!(std::isfinite(value) && value >= 0.0))
            throw InputError(
                name, fmt::format("attribute airresist is {}; allowed: 0 or more, kg/s; correct it", value));
}

}  // namespace stiction
