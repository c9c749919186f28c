#pragma once

// The last look before positions are taken: features that would pass through each other are held back.
//
// A fixed number of iterations leaves contacts unsettled, and between the contacts of a step edges may pass that none of them
// watches. So the pairs that the solved motion brings nearer than a share of their radii (detect_passing) get an impulse
// along the normal, shared by the nodes' masses, until
//
//   u_N >= -max(gap, 0) / h          u_N  normal velocity, m/s        gap  to the slim radii, m        h  time step, s
//
// The right side is never positive: a pair is slowed down, never thrown apart, and each impulse takes kinetic energy away
// and keeps momentum. Contacts with colliders stand firm meanwhile: none becomes deeper than the solve has left it.
// Where no pair passes nothing changes.

#include "solver_core/base/span.hpp"
#include "solver_core/contact/contact_set.hpp"

#include <vector>

namespace stiction {

struct CrossingGuard {
    std::vector<double> floor,
        floor_external;  // least normal velocity of passing pairs and of contacts with colliders, m/s
    std::vector<Vec3> impulse, impulse_external;  // given to passing pairs and to the step's contacts, N s
};

// Passes over the pairs at most. Pairs of a stack wait for each other; what is left then is next step's matter.
constexpr Index kGuardSweeps = 8;

// `contacts` are those of the step, contacts with colliders first. Returns how many pairs had to be held back.
Index hold_back(const ContactSet& passing, const ContactSet& contacts, Span<const double> node_inverse_mass,
                double step, CrossingGuard& guard, Vec3Array& v);

}  // namespace stiction
