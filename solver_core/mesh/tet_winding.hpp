#pragma once

#include "solver_core/base/span.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

namespace stiction {

// Programs differ in the order of a tetrahedron's corners. A mesh all of whose tets have negative volume is one of the
// other order: two corners of each are swapped, and true is returned. A mesh of both kinds is left alone: its inverted
// tets are defects. Corners must be valid point numbers.
bool turn_inverted_tets(Span<const Vec3> positions, Span<Tet> tets);

}  // namespace stiction
