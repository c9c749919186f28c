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

void ImpactZones::join(const ContactSet& passing)
{
    for (Index c = 0; c < passing.size(); ++c)
        for (Index k = passing.begin[at(c)]; k < passing.begin[at(c) + 1]; ++k)
            add(passing.node[at(k)], passing.node[at(passing.begin[at(c)])]);
}

void ImpactZones::lift_from_colliders(const ContactSet& contacts, Span<const double> floor,
                                      Span<Vec3> impulse)
{
    const auto external = static_cast<Index>(floor.size());
    bool moved = true;
    for (Index sweep = 0; sweep < kColliderSweeps && moved; ++sweep) {
        moved = false;
        for (Index c = 0; c < external; ++c) {
            const Index first = contacts.begin[at(c)], end = contacts.begin[at(c) + 1];
            if (!is_member_[at(contacts.node[at(first)])]) continue;
            const Index root = root_of(contacts.node[at(first)]);
            Zone& zone = zones_[at(root)];
            double weight = 0.0;
            for (Index k = first; k < end; ++k)
                if (is_member_[at(contacts.node[at(k)])] && root_of(contacts.node[at(k)]) == root)
                    weight += contacts.weight[at(k)];
            if (weight < kMostWeight || zone.held_count > 0) continue;
            const Vec3& normal = contacts.normal[at(c)];
            const double lack = floor[c] - normal.dot(zone.velocity() - contacts.obstacle_velocity[at(c)]);
            if (!(lack > kRounding)) continue;
            const Vec3 given = zone.mass * lack * normal;
            zone.momentum += given;
            impulse[c] += given;
            moved = true;
        }
    }
}

void ImpactZones::move_as_one(const ContactSet& contacts, Span<const double> floor,
                              Span<const double> node_inverse_mass, Span<Vec3> impulse, Vec3Array& v)
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
    lift_from_colliders(contacts, floor, impulse);
    for (const Index node : members_)
        if (node_inverse_mass[node] != 0.0) v[at(node)] = zones_[at(root_of(node))].velocity();
}

}  // namespace stiction
