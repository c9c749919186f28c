#pragma once

// The guard's last resort: features that still pass through each other move as one for a step.
//
//   V = sum_i m_i v_i / sum_i m_i        over the nodes i of a zone        m_i  mass, kg        v_i  velocity, m/s
//
// The nodes of a pair that passes make a zone, and zones that share a node are one. Features of one zone cannot pass through
// each other. A zone may now pass what was free, and takes it in when looked at again: zones only grow, so the looking ends.
// Momentum is kept and kinetic energy falls, as in any perfectly inelastic impact. Held nodes keep their motion and give it to
// their zone; contacts with colliders stand firm: none becomes deeper than it was. A node that enters a collider and passes
// nothing is a zone of one.

#include "solver_core/friction/crossing_guard.hpp"

#include <vector>

namespace stiction {

// Rounds of looking and joining, at most; what is left then is next step's matter.
constexpr Index kZoneRounds = 32;

class ImpactZones {
public:
    // Every node for itself.
    void clear(Index nodes);
    // The nodes of each of the contacts.
    void join(const ContactSet& contacts);
    // The guard's contacts with colliders, known and entering, hold their floors and gather what colliders gave.
    void move_as_one(Span<const double> node_inverse_mass, CrossingGuard& guard, Vec3Array& v);
    // Nodes that are in a zone.
    Index size() const { return static_cast<Index>(members_.size()); }

private:
    struct Zone {
        Vec3 momentum = Vec3::Zero();  // N s
        double mass = 0.0;             // kg, of the nodes that nothing holds
        Vec3 held = Vec3::Zero();      // sum of the velocities of held nodes, m/s
        Index held_count = 0;
        Vec3 velocity() const;
    };

    Index root_of(Index node);
    void add(Index node, Index root);
    bool lift(HeldRows& rows);

    std::vector<Index> parent_;   // a forest: a zone's root is its lowest node
    std::vector<Index> members_;  // in the order in which they joined
    std::vector<bool> is_member_;
    std::vector<Zone> zones_;  // by root
};

}  // namespace stiction
