#pragma once

// The zero set of a smooth potential as triangles, by marching tetrahedra.
//
// A lattice over the mesh; each cell is six tetrahedra around its diagonal (Kuhn), the same in all cells, so faces of
// neighbours match and the triangles of a closed zero set close. A corner of the result lies on an edge of a tetrahedron, where
// the potential changes sign, found by false position on the potential itself. Triangles face outwards: towards
// positive Psi. The lattice is shifted by odd fractions of a cell, because faces of boxes like to lie on its planes.
//
// Only lattice points near the mesh are looked at: within `band`, the larger of three cells and R. The zero set is nearer.

#include "solver_core/contact/mls_pieces.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

namespace stiction {

constexpr Index kMaxResolution = 256;  // about 17 million lattice points, 150 MB

// `resolution` cells along the longest side of the mesh's box. Throws InputError with an empty place when it is out of
// 4 .. kMaxResolution, or so coarse that a cell is larger than R.
SurfaceMesh iso_surface(const MlsPieces& pieces, const SurfaceMesh& mesh, Index resolution);

}  // namespace stiction
