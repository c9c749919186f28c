#pragma once

// Which samples of its own surface a vertex does not collide with: those that are its neighbours in the rest shape.
//
// Sample s is left out for vertex v when, at rest,
//   the way from v to s along the mesh's edges is shorter than `geodesic`, or
//   s is nearer than `reach` and v is not in front of it, n_s . (v - s) <= 0
// The first takes out the patch around the vertex. The second takes out what lies behind: the other side of a thin wall, the
// sides of an edge; a vertex there is inside by the formula, and was never outside. What faces the vertex across a gap stays,
// near as it may be.

#include "solver_core/base/span.hpp"
#include "solver_core/mesh/adjacency.hpp"

namespace stiction {

// Row i: triangles that vertices[i] does not see, ascending. Lengths in m.
Adjacency rest_neighbours(Span<const Triangle> triangles, Span<const Vec3> rest, Span<const Index> vertices,
                          double geodesic, double reach);

}  // namespace stiction
