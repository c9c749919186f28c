#pragma once

// The last look before positions are taken: features of sheets that would pass through each other are held back, and so are
// nodes whose middle would enter a collider.
//
// A fixed number of iterations leaves contacts unsettled, and between the contacts of a step edges may pass that none of them
// watches. Pairs that truly pass (detect_passing) and nodes that truly enter (detect_entering) get an impulse along their
// normal, shared by the nodes' masses, until
//
//   u_N >= -max(gap, 0) / h          u_N  normal velocity, m/s        gap  what they may come nearer, m     h  time step, s
//
// The right side is never positive: a pair is slowed down, never thrown apart, and each impulse takes kinetic energy away
// and keeps momentum. The step's own contacts with colliders stand firm meanwhile: none becomes deeper than the solve has left
// it. Where nothing passes or enters nothing changes, so what slides or rests on another is as the solve has left it.

#include "solver_core/base/span.hpp"
#include "solver_core/contact/contact_set.hpp"

#include <vector>

namespace stiction {

// Contacts whose normal velocities have floors.
struct HeldRows {
    const ContactSet* contacts = nullptr;
    std::vector<double> floor;  // least normal velocity of the first rows, m/s; the others are not looked at
    std::vector<Vec3> impulse;  // given to each row, N s
};

struct CrossingGuard {
    HeldRows known;     // the step's contacts with colliders
    HeldRows entering;  // nodes that would enter a collider
    HeldRows passing;   // pairs of features
};

// Rounds of looking for pairs, and passes over them in a round, at most. Who is pushed may pass others, and pairs of a stack
// wait for each other; what is left then is next step's matter.
constexpr Index kGuardRounds = 4, kGuardSweeps = 8;

double normal_velocity(const ContactSet& contacts, Index c, Span<const Vec3> v);

// Every row may close its gap and come no nearer.
void hold_all(const ContactSet& contacts, double step, HeldRows& rows);
// Contacts with colliders may become no deeper than v leaves them.
void hold_external(const ContactSet& contacts, double step, Span<const Vec3> v, HeldRows& rows);

void hold_back(Span<const double> node_inverse_mass, CrossingGuard& guard, Vec3Array& v);

}  // namespace stiction
