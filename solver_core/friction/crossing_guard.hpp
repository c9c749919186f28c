#pragma once

// The last look before positions are taken: features of sheets that would pass through each other are held back.
//
// A fixed number of iterations leaves contacts unsettled, and between the contacts of a step edges may pass that none of them
// watches. Pairs that truly pass (detect_passing) get an impulse along their normal, shared by the nodes' masses, until
//
//   u_N >= -max(gap, 0) / h          u_N  normal velocity, m/s        gap  what they may come nearer, m     h  time step, s
//
// The right side is never positive: a pair is slowed down, never thrown apart, and each impulse takes kinetic energy away
// and keeps momentum. Contacts with colliders stand firm meanwhile: none becomes deeper than the solve has left it. Where no
// pair passes nothing changes, so what slides or rests on another is as the solve has left it.

#include "solver_core/base/span.hpp"
#include "solver_core/contact/contact_set.hpp"

#include <vector>

namespace stiction {

struct CrossingGuard {
    std::vector<double> floor_external;           // least normal velocity of contacts with colliders, m/s
    std::vector<Vec3> impulse, impulse_external;  // given to the pairs and to the step's contacts, N s
};

// Rounds of looking for pairs, and passes over them in a round, at most. Who is pushed may pass others, and pairs of a stack
// wait for each other; what is left then is next step's matter.
constexpr Index kGuardRounds = 4, kGuardSweeps = 8;

// Contacts with colliders may become no deeper than v leaves them. `contacts` are those of the step, contacts with colliders first.
void set_external_floors(const ContactSet& contacts, double step, Span<const Vec3> v, CrossingGuard& guard);

void hold_back(const ContactSet& passing, const ContactSet& contacts, Span<const double> node_inverse_mass,
               double step, CrossingGuard& guard, Vec3Array& v);

}  // namespace stiction
