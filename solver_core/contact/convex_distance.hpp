#pragma once

// Signed distance to the convex shapes in their own frame: negative inside, exact everywhere, with an outward
// unit normal everywhere. phi is convex and 1-Lipschitz; `normal` is its gradient, or where phi has a kink
// (the medial axis, a centre) one fixed choice among the gradients that meet there.

#include "solver_core/contact/collider.hpp"

namespace stiction {

struct SignedDistance {
    double phi = 0.0;
    Vec3 normal = Vec3::UnitY();
};

SignedDistance signed_distance(const PlaneShape& plane, const Vec3& p);
SignedDistance signed_distance(const SphereShape& sphere, const Vec3& p);
SignedDistance signed_distance(const BoxShape& box, const Vec3& p);
SignedDistance signed_distance(const CapsuleShape& capsule, const Vec3& p);
SignedDistance signed_distance(const CylinderShape& cylinder, const Vec3& p);
SignedDistance signed_distance(const Shape& shape, const Vec3& p);  // of convex shapes

// Second derivative of phi, 1/m: how its normal turns. Zero inside boxes and along flat faces; where phi has a kink, that of
// the side signed_distance takes. Of convex shapes.
Mat3 distance_hessian(const Shape& shape, const Vec3& p);

bool is_convex(const Shape& shape);  // all but MeshShape and PointsShape

// First time the segment from p0 to p1 comes to phi = level: true with s in [0, 1]; false when it never does
// or when p0 is already below the level. phi along a segment is convex, so Newton from s = 0 approaches the
// first root from the left and never steps over it.
bool first_entry(const Shape& shape, const Vec3& p0, const Vec3& p1, double level, double& s);

}  // namespace stiction
