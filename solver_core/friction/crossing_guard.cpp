#include "solver_core/friction/crossing_guard.hpp"

#include <algorithm>
#include <limits>

namespace stiction {
namespace {

constexpr double kRounding = 1e-9;  // m/s, far below what moves anything by a radius

double closing_velocity(const ContactSet& contacts, Index c, double step)
{
    return -std::max(contacts.gap[at(c)], 0.0) / step;
}

// Lifts a contact's normal velocity to its floor. Returns whether there was need.
bool hold(const ContactSet& contacts, Index c, double floor, Span<const double> node_inverse_mass,
          Vec3& impulse, Vec3Array& v)
{
    const double lack = floor - normal_velocity(contacts, c, v);
    if (!(lack > kRounding)) return false;
    double w = 0.0;
    for (Index k = contacts.begin[at(c)]; k < contacts.begin[at(c) + 1]; ++k)
        w += contacts.weight[at(k)] * contacts.weight[at(k)] * node_inverse_mass[contacts.node[at(k)]];
    if (w == 0.0) return false;  // held nodes alone
    const Vec3 r = (lack / w) * contacts.normal[at(c)];
    impulse += r;
    for (Index k = contacts.begin[at(c)]; k < contacts.begin[at(c) + 1]; ++k)
        v[at(contacts.node[at(k)])] += node_inverse_mass[contacts.node[at(k)]] * contacts.weight[at(k)] * r;
    return true;
}

bool hold_rows(Span<const double> node_inverse_mass, HeldRows& rows, Vec3Array& v)
{
    bool moved = false;
    for (std::size_t c = 0; c < rows.floor.size(); ++c)
        moved |=
            hold(*rows.contacts, static_cast<Index>(c), rows.floor[c], node_inverse_mass, rows.impulse[c], v);
    return moved;
}

}  // namespace

double normal_velocity(const ContactSet& contacts, Index c, Span<const Vec3> v)
{
    Vec3 u = -contacts.obstacle_velocity[at(c)];
    for (Index k = contacts.begin[at(c)]; k < contacts.begin[at(c) + 1]; ++k)
        u += contacts.weight[at(k)] * v[contacts.node[at(k)]];
    return contacts.normal[at(c)].dot(u);
}

void hold_all(const ContactSet& contacts, double step, HeldRows& rows)
{
    rows.contacts = &contacts;
    rows.floor.clear();
    for (Index c = 0; c < contacts.size(); ++c) rows.floor.push_back(closing_velocity(contacts, c, step));
    rows.impulse.assign(contacts.key.size(), Vec3::Zero());
}

void hold_external(const ContactSet& contacts, double step, Span<const Vec3> v, HeldRows& rows)
{
    constexpr double kNoFloor = -std::numeric_limits<double>::infinity();
    rows.contacts = &contacts;
    rows.floor.clear();
    Index end = contacts.size();
    while (end > 0 && !contacts.is_external(end - 1)) --end;
    for (Index c = 0; c < end; ++c)
        rows.floor.push_back(contacts.is_external(c) ? std::min(closing_velocity(contacts, c, step),
                                                                normal_velocity(contacts, c, v))
                                                     : kNoFloor);
    rows.impulse.assign(contacts.key.size(), Vec3::Zero());
}

void hold_back(Span<const double> node_inverse_mass, CrossingGuard& guard, Vec3Array& v)
{
    bool moved = true;
    for (Index sweep = 0; sweep < kGuardSweeps && moved; ++sweep) {
        moved = hold_rows(node_inverse_mass, guard.passing, v);
        // Colliders have the last word: what cannot be held apart before them is the zones' matter.
        moved |= hold_rows(node_inverse_mass, guard.entering, v);
        moved |= hold_rows(node_inverse_mass, guard.known, v);
    }
}

}  // namespace stiction
