#pragma once

// The contacts of the last step, column by column, for people and programs that look at them.
//
//   x_c = p + h v_A,   gap_c = gap + h u_N        carried from the start of the step to its end, where the state is
//
//   p    where the contact was found, m           v_A  velocity of side A there, m/s
//   u    velocity of side A over side B, m/s      r    impulse on side A, N s

#include "solver_core/sim/simulation.hpp"

#include <vector>

namespace stiction {

struct ContactList {
    std::vector<ContactKind> kind;
    std::vector<ContactMode> mode;
    Vec3Array point;          // x_c, m
    Vec3Array normal;         // from side B to side A
    Vec3Array impulse;        // r, world axes, N s
    Vec3Array velocity;       // u, world axes, m/s
    std::vector<double> gap;  // gap_c, less the two radii; negative is penetration, m
    std::vector<double> mu;
    std::vector<Index> object_a, object_b;  // numbers in Scene::objects; b may be a collider
    std::vector<Index> node_a;              // of side A's own points, the one that bears most of the contact
};

enum class ContactChoice {
    carrying,  // those that ended with an impulse
    all,       // those found near but open too
};

// Empty before the first step and after a restore: contacts are not part of the state.
ContactList list_contacts(const Simulation& simulation, ContactChoice choice = ContactChoice::carrying);

const char* to_string(ContactKind kind);
const char* to_string(ContactMode mode);

}  // namespace stiction
