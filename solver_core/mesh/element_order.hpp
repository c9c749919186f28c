#pragma once

// Numberings that keep neighbours close in memory.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

#include <vector>

namespace stiction {

// A renumbering and its inverse: new_to_old[old_to_new[i]] == i.
struct Permutation {
    std::vector<Index> new_to_old;
    std::vector<Index> old_to_new;
};

// Along the Morton (Z) curve through the points, 2^21 cells a side of their bounding cube; equal cells keep
// the order of their numbers. Positions must be finite.
Permutation morton_order(Span<const Vec3> positions);

// Elements by the new number of their lowest node, then of the next ones; equal ones keep their order.
Permutation element_order(Span<const Triangle> triangles, const Permutation& nodes);
Permutation element_order(Span<const Tet> tets, const Permutation& nodes);

// The same mesh in the new numbering. Corners keep their place in each element, so winding is kept.
SurfaceMesh renumbered(const SurfaceMesh& mesh, const Permutation& nodes, const Permutation& elements);
TetMesh renumbered(const TetMesh& mesh, const Permutation& nodes, const Permutation& elements);

}  // namespace stiction
