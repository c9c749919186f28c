#pragma once

// Objects that start elsewhere than at rest. A scene's meshes are the rest shape; a host may have draped, stretched or
// thrown them before the first step.

#include "solver_core/sim/simulation.hpp"

namespace stiction {

// Positions and velocities of every node at the start. Pins hold their points where they now are; how far a point may
// stay within another thing's thickness is measured anew. Only before the first step. Throws InputError for values that are
// not finite.
void set_start(Simulation& simulation, const Vec3Array& x, const Vec3Array& v);

}  // namespace stiction
