#include "solver_core/friction/crossing_guard.hpp"

#include <algorithm>

namespace stiction {
namespace {

double normal_velocity(const ContactSet& contacts, Index c, Span<const Vec3> v)
{
    Vec3 u = -contacts.obstacle_velocity[c];
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
        u += contacts.weight[k] * v[contacts.node[k]];
    return contacts.normal[c].dot(u);
}

constexpr double kRounding = 1e-9;  // m/s, far below what moves anything by a radius

// Lifts a contact's normal velocity to its floor. Returns whether there was need.
bool hold(const ContactSet& contacts, Index c, double floor, Span<const double> node_inverse_mass,
          Vec3& impulse, Vec3Array& v)
{
    const double lack = floor - normal_velocity(contacts, c, v);
    if (!(lack > kRounding)) return false;
    double w = 0.0;
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
        w += contacts.weight[k] * contacts.weight[k] * node_inverse_mass[contacts.node[k]];
    if (w == 0.0) return false;  // held nodes alone
    const Vec3 r = (lack / w) * contacts.normal[c];
    impulse += r;
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
        v[contacts.node[k]] += node_inverse_mass[contacts.node[k]] * contacts.weight[k] * r;
    return true;
}

Index external_count(const ContactSet& contacts)
{
    Index count = 0;
    while (count < contacts.size() && contacts.is_external(count)) ++count;
    return count;
}

}  // namespace

void set_external_floors(const ContactSet& contacts, double step, Span<const Vec3> v, CrossingGuard& guard)
{
    const Index external = external_count(contacts);
    guard.floor_external.clear();
    for (Index c = 0; c < external; ++c)
        guard.floor_external.push_back(
            std::min(-std::max(contacts.gap[c], 0.0) / step, normal_velocity(contacts, c, v)));
}

void hold_back(const ContactSet& passing, const ContactSet& contacts, Span<const double> node_inverse_mass,
               double step, CrossingGuard& guard, Vec3Array& v)
{
    guard.impulse.assign(passing.key.size(), Vec3::Zero());
    guard.impulse_external.assign(contacts.key.size(), Vec3::Zero());
    set_external_floors(contacts, step, v, guard);
    const auto external = static_cast<Index>(guard.floor_external.size());
    bool moved = true;
    for (Index sweep = 0; sweep < kGuardSweeps && moved; ++sweep) {
        moved = false;
        for (Index c = 0; c < external; ++c)
            hold(contacts, c, guard.floor_external[c], node_inverse_mass, guard.impulse_external[c], v);
        for (Index c = 0; c < passing.size(); ++c)
            moved |= hold(passing, c, -std::max(passing.gap[c], 0.0) / step, node_inverse_mass,
                          guard.impulse[c], v);
    }
}

}  // namespace stiction
