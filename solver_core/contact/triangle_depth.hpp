#pragma once

// The deepest point of a triangle in a convex shape: the minimum of the convex function phi over the
// triangle.
//
//   phi*    = min over weights w >= 0, sum w = 1 of phi(w0 a + w1 b + w2 c)
//   g       a subgradient of phi at the minimum with g . t >= 0 for every direction t into the triangle
//           (optimality): perpendicular to the triangle for an inner minimum, to the edge for one on an edge
//   normal  g / |g|; outside the shape |g| = 1 and this is the gradient. Inside, where two faces of the shape
//           tie, it is the direction along which the triangle leaves over the shape's edge, and phi* / |g| is
//           the way to go.

#include "solver_core/contact/collider.hpp"

namespace stiction {

struct TriangleDepth {
    double distance = 0.0;  // along `normal`: phi*, or phi* / |g| inside
    double phi = 0.0;       // phi*
    Vec3 weight = Vec3::Zero();
    Vec3 normal = Vec3::UnitY();
    unsigned feature = 0;  // bit i: weight i is positive
};

TriangleDepth triangle_depth(const Shape& shape, const Vec3& a, const Vec3& b, const Vec3& c);

// The same over one side of a triangle, from corner k to the next.
TriangleDepth side_depth(const Shape& shape, const Vec3* corner, int k);

// triangle_depth by nested bisection, for any convex shape; closed forms are checked against it.
TriangleDepth triangle_depth_by_search(const Shape& shape, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace stiction
