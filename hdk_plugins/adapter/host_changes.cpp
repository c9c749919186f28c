#include "hdk_plugins/adapter/host_changes.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// The first of `some` that is not among `others`.
const HostMember* first_missing(const std::vector<HostMember>& some, const std::vector<HostMember>& others)
{
    const auto found = std::find_if(some.begin(), some.end(), [&](const HostMember& member) {
        return std::find(others.begin(), others.end(), member) == others.end();
    });
    return found == some.end() ? nullptr : &*found;
}

void require_same(const std::vector<HostMember>& start, const std::vector<HostMember>& now, const char* kind)
{
    const std::string allowed =
        fmt::format("; allowed: the same {}s from the first step to the last; ", kind);
    if (const HostMember* added = first_missing(now, start))
        throw InputError(added->name,
                         fmt::format("this {} appeared after the start{}have it there at the start and "
                                     "reset the simulation, or take it out",
                                     kind, allowed));
    if (const HostMember* gone = first_missing(start, now))
        throw InputError(
            gone->name,
            fmt::format("this {} of the start is gone{}put it back, or reset the simulation", kind, allowed));
}

}  // namespace

bool is_same_time_step(double start, double now)
{
    constexpr double kRounding = 1e-9;
    return std::abs(start - now) <= kRounding * start;
}

void require_same_members(const HostMembers& start, const HostMembers& now)
{
    require_same(start.objects, now.objects, "object");
    require_same(start.colliders, now.colliders, "collider");
}

void require_same_elements(const ObjectLink& start, std::int64_t points, std::int64_t primitives,
                           const std::string& name)
{
    if (points == start.host_points && primitives == start.host_primitives) return;
    throw InputError(name,
                     fmt::format("found {} points and {} primitives; allowed: {} and {}, as at the start; "
                                 "keep its points and primitives, or reset the simulation",
                                 points, primitives, start.host_points, start.host_primitives));
}

void require_same_time_step(double start, double now, const std::string& name)
{
    if (is_same_time_step(start, now)) return;
    throw InputError(name,
                     fmt::format("found a time step of {} s; allowed: {} s, as at the start; set frames per "
                                 "second and substeps of the network back, or reset the simulation",
                                 now, start));
}

}  // namespace stiction
