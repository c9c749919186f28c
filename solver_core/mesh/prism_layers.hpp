#pragma once

// Solids as layers over a triangulated sheet: each triangle grows into a prism, each prism is cut into three
// tets.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

// Appends the tets between two copies of a sheet. bottom[v] and top[v] are the node numbers of sheet node v;
// the triangles face from bottom to top. The diagonal of each side face starts at the bottom of its lower
// sheet node (`mirrored`: of its higher one), which two neighbouring prisms see alike, so the layer is
// conforming.
void add_prism_layer(Span<const Triangle> sheet, Span<const Index> bottom, Span<const Index> top,
                     bool mirrored, std::vector<Tet>& tets);

// Numbers first, first + 1, ... of a copy of a sheet.
std::vector<Index> consecutive(Index first, std::size_t count);

}  // namespace stiction
