#pragma once

// What has gone through what, counted without the detector: edges that pierce faces, points on the wrong side.

#include "solver_core/sim/model.hpp"

namespace stiction::testing {

// Pairs (edge, triangle) of the deformable surfaces without a common node that cross. All pairs are tried: small meshes.
Index count_self_crossings(const Model& model, const Vec3Array& x);

// Edges of the deformable surfaces that cross a triangle of a mesh collider, at a time.
Index count_mesh_crossings(const Model& model, const Vec3Array& x, double time);

// Depth of the deepest point of any face (corners, edge middles, points inside) below the bare surface of a convex
// collider, m; 0 when all are outside. The sheet's own thickness is not part of it.
double deepest_in_convex(const Model& model, const Vec3Array& x, double time);

// Faces pierced by the segment p q: the axis of a needle, the line just below an edge.
Index count_pierced_faces(const Model& model, const Vec3Array& x, const Vec3& p, const Vec3& q);

}  // namespace stiction::testing
