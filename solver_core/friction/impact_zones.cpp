#include "solver_core/friction/impact_zones.hpp"

#include <algorithm>
#include <numeric>

namespace stiction {
namespace {

constexpr Index kColliderSweeps = 8;
constexpr double kRounding = 1e-9;  // m/s, far below what moves anything by a radius
// A contact at an inner point of a face lifts the zone that carries most of it.
constexpr double kMostWeight = 0.5;

}  // namespace

Vec3 ImpactZones::Zone::velocity() const
{
    return held_count > 0 ? Vec3(held / held_count) : Vec3(momentum / mass);
}

void ImpactZones::clear(Index nodes)
{
    parent_.resize(at(nodes));
    std::iota(parent_.begin(), parent_.end(), 0);
    members_.clear();
    is_member_.assign(at(nodes), false);
    zones_.resize(at(nodes));
}

Index ImpactZones::root_of(Index node)
{
    while (parent_[at(node)] != node) {
        parent_[at(node)] = parent_[at(parent_[at(node)])];
        node = parent_[at(node)];
    }
    return node;
}

void ImpactZones::add(Index node, Index root)
{
    if (!is_member_[at(node)]) {
        is_member_[at(node)] = true;
        members_.push_back(node);
    }
    const Index own = root_of(node), other = root_of(root);
    parent_[at(std::max(own, other))] = std::min(own, other);
}

void ImpactZones::join(const ContactSet& contacts)
{
    for (Index c = 0; c < contacts.size(); ++c)
        for (Index k = contacts.begin[at(c)]; k < contacts.begin[at(c) + 1]; ++k)
            add(contacts.node[at(k)], contacts.node[at(contacts.begin[at(c)])]);
}

// Lifts the zones of contacts with colliders that are below their floors. Returns whether there was need.
bool ImpactZones::lift(HeldRows& rows)
{
    if (rows.floor.empty()) return false;
    const ContactSet& contacts = *rows.contacts;
    bool moved = false;
    for (std::size_t c = 0; c < rows.floor.size(); ++c) {
        const Index first = contacts.begin[c], end = contacts.begin[c + 1];
        if (!is_member_[at(contacts.node[at(first)])]) continue;
        const Index root = root_of(contacts.node[at(first)]);
        Zone& zone = zones_[at(root)];
        double weight = 0.0;
        for (Index k = first; k < end; ++k)
            if (is_member_[at(contacts.node[at(k)])] && root_of(contacts.node[at(k)]) == root)
                weight += contacts.weight[at(k)];
        if (weight < kMostWeight || zone.held_count > 0) continue;
        const Vec3& normal = contacts.normal[c];
        const double lack = rows.floor[c] - normal.dot(zone.velocity() - contacts.obstacle_velocity[c]);
        if (!(lack > kRounding)) continue;
        const Vec3 given = zone.mass * lack * normal;
        zone.momentum += given;
        rows.impulse[c] += given;
        moved = true;
    }
    return moved;
}

void ImpactZones::move_as_one(Span<const double> node_inverse_mass, CrossingGuard& guard, Vec3Array& v)
{
    for (const Index node : members_) zones_[at(root_of(node))] = Zone{};
    // In the order of the nodes, whatever the order they joined in: sums are the same for any path to the same zones.
    std::sort(members_.begin(), members_.end());
    for (const Index node : members_) {
        Zone& zone = zones_[at(root_of(node))];
        if (node_inverse_mass[node] == 0.0) {
            zone.held += v[at(node)];
            ++zone.held_count;
        } else {
            zone.momentum += v[at(node)] / node_inverse_mass[node];
            zone.mass += 1.0 / node_inverse_mass[node];
        }
    }
    bool moved = true;
    for (Index sweep = 0; sweep < kColliderSweeps && moved; ++sweep) {
        moved = lift(guard.known);
        moved |= lift(guard.entering);
    }
    for (const Index node : members_)
        if (node_inverse_mass[node] != 0.0) v[at(node)] = zones_[at(root_of(node))].velocity();
}

}  // namespace stiction
