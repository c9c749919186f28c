#pragma once

// Tetrahedral meshes of simple shapes, centred at the origin, axis y, all volumes positive.
//
// `resolution` is the number of segments around the widest circle (for ball and capsule rounded to a multiple
// of 8). Points of curved boundaries lie exactly on them. A parameter out of range throws InputError with an
// empty place.

#include "solver_core/mesh/surface_mesh.hpp"

#include <array>

namespace stiction {

// Six tets a cell (Kuhn), neighbouring cells mirrored, so that no direction is preferred.
TetMesh box_tets(const Vec3& size, const std::array<Index, 3>& divisions);
TetMesh ball_tets(double radius, Index resolution);
// Ball of outer_radius without the concentric ball of inner_radius.
TetMesh hollow_ball_tets(double outer_radius, double inner_radius, Index resolution);
TetMesh cylinder_tets(double radius, double length, Index resolution);
// Hemispheres about (0, +-length/2, 0): the whole height is length + 2 radius.
TetMesh capsule_tets(double radius, double length, Index resolution);
// Pipe with a wall from inner_radius to outer_radius.
TetMesh tube_tets(double outer_radius, double inner_radius, double length, Index resolution);
// Circle of `radius` about y swept by a disc of `section_radius` < radius, itself of 12 segments at least (or
// of `resolution`, if that is less).
TetMesh torus_tets(double radius, double section_radius, Index resolution);

}  // namespace stiction
