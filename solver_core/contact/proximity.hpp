#pragma once

// Closest points of points, segments and triangles, with the weights (barycentrics) at which they lie.
//
// Weights are in [0, 1] and sum to one; a weight is exactly zero when the closest point lies on a smaller
// feature, so that the feature can be read off the weights. Degenerate input (coincident points, slivers,
// zero-length edges) gives a valid closest point of the degenerate figure, never a NaN.

#include "solver_core/base/types.hpp"

namespace stiction {

struct PointSegment {
    double t = 0.0;  // closest = a + t (b - a), clamped to [0, 1]
    Vec3 point = Vec3::Zero();
    double distance2 = 0.0;
};

// Bit i of `feature` is set when weight i is positive: one bit is a vertex, two an edge, three the face.
struct PointTriangle {
    Vec3 weight = Vec3::Zero();
    Vec3 point = Vec3::Zero();
    double distance2 = 0.0;
    unsigned feature = 0;
};

struct SegmentSegment {
    double s = 0.0, t = 0.0;  // on the first and on the second segment
    Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
    double distance2 = 0.0;
    bool interior = false;  // both strictly inside their segments
    bool parallel = false;  // directions within kParallelSine: the closest pair is not unique
};

struct SegmentTriangle {
    double s = 0.0;  // on the segment
    Vec3 weight = Vec3::Zero();
    Vec3 point_segment = Vec3::Zero(), point_triangle = Vec3::Zero();
    double distance2 = 0.0;
};

// Below this sine of their angle two segments count as parallel; a triangle flatter than this counts as its
// edges.
constexpr double kParallelSine = 1e-7;

PointSegment closest_point_segment(const Vec3& p, const Vec3& a, const Vec3& b);
PointTriangle closest_point_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
SegmentSegment closest_segment_segment(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);
SegmentTriangle closest_segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b,
                                         const Vec3& c);

// Where the segment p0 p1 crosses the triangle: true with s and weights; a segment in the triangle's plane
// does not cross.
bool intersect_segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b, const Vec3& c,
                                double& s, Vec3& weight);

// Unit normal by the right-hand rule; a degenerate triangle gives a fixed direction across its longest edge.
Vec3 triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c);

// A fixed unit direction perpendicular to d, for where geometry leaves the choice open.
Vec3 any_perpendicular(const Vec3& d);

}  // namespace stiction
