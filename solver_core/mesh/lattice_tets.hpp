#pragma once

// Tets on a lattice of cubes, and the ball and the capsule grown from such a block.

#include "solver_core/mesh/surface_mesh.hpp"

#include <array>
#include <vector>

namespace stiction {

// Six tets a cell over lattice points numbered i + (nx + 1) (j + (ny + 1) k).
std::vector<Tet> kuhn_tets(const std::array<Index, 3>& divisions);

// A block of cubes, rounded, under layers of prisms that end on the capsule of this radius and axis length;
// length 0 is a ball.
TetMesh rounded_lattice_tets(double radius, double length, Index resolution);

}  // namespace stiction
