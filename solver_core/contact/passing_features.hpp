#pragma once

// Whether two features whose corners move on straight lines pass through each other: a vertex through a face, an edge
// through an edge. No thickness, no margin: what only comes near, or glides past a rim, does not pass.
//
//   x_k(t) = x_k + t d_k,  0 < t <= 1                              x, m: at the start       d, m: way within the step
//   V(t)   = det(x_1 - x_0, x_2 - x_0, x_3 - x_0)(t)               six times the volume of the four corners, cubic in t
//
// They pass where V changes its sign while the vertex is over the face, or the edges' lines meet inside both edges.

#include "solver_core/contact/contact_set.hpp"

namespace stiction {

// Corners as in a ContactSet: vertex_face has the vertex first, edge_edge two edges of two corners each.
bool pass_through(ContactKind kind, const Vec3 (&x)[4], const Vec3 (&d)[4]);

}  // namespace stiction
