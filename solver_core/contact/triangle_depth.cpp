#include "solver_core/contact/triangle_depth.hpp"

#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/contact/proximity.hpp"

#include <cmath>

namespace stiction {
namespace {

// Halvings of an interval: the value is then exact to 2^-28 of an edge where phi has a kink, far better where
// smooth.
constexpr int kHalvings = 28;
// A minimum closer than this to a corner or an edge of the triangle (in weights) is taken as being on it.
constexpr double kSnap = 1e-6;

struct LineMinimum {
    double t = 0.0;
    double phi = 0.0;
    Vec3 g = Vec3::Zero();  // subgradient at the minimum that balances the two sides
};

// Subgradients g0, g1 on the two sides of a minimum with slopes s0 <= 0 <= s1 along the line: their mix of
// slope zero.
Vec3 balanced(const Vec3& g0, double s0, const Vec3& g1, double s1)
{
    const double sum = s1 - s0;
    if (!(sum > 0.0)) return g0;
    return (s1 / sum) * g0 + (-s0 / sum) * g1;
}

LineMinimum minimum_on_line(const Shape& shape, const Vec3& p, const Vec3& q)
{
    const Vec3 d = q - p;
    const SignedDistance at0 = signed_distance(shape, p);
    const SignedDistance at1 = signed_distance(shape, q);
    double s0 = at0.normal.dot(d), s1 = at1.normal.dot(d);
    if (s0 >= 0.0) return {0.0, at0.phi, at0.normal};
    if (s1 <= 0.0) return {1.0, at1.phi, at1.normal};
    double t0 = 0.0, t1 = 1.0;
    Vec3 g0 = at0.normal, g1 = at1.normal;
    double phi0 = at0.phi, phi1 = at1.phi;
    for (int i = 0; i < kHalvings; ++i) {
        const double t = 0.5 * (t0 + t1);
        const SignedDistance at = signed_distance(shape, p + t * d);
        const double slope = at.normal.dot(d);
        if (slope == 0.0) return {t, at.phi, at.normal};
        if (slope < 0.0) {
            t0 = t, s0 = slope, g0 = at.normal, phi0 = at.phi;
        } else {
            t1 = t, s1 = slope, g1 = at.normal, phi1 = at.phi;
        }
    }
    return {phi0 <= phi1 ? t0 : t1, std::fmin(phi0, phi1), balanced(g0, s0, g1, s1)};
}

// Snaps tiny weights to zero and fills in what follows from weights, phi and g.
TriangleDepth finish(const Shape& shape, const Vec3& a, const Vec3& b, const Vec3& c, Vec3 weight,
                     const Vec3& g)
{
    TriangleDepth result;
    for (int k = 0; k < 3; ++k)
        if (weight[k] < kSnap) weight[k] = 0.0;
    weight /= weight.sum();
    for (int k = 0; k < 3; ++k)
        if (weight[k] > 0.0) result.feature |= 1U << k;
    result.weight = weight;
    const SignedDistance at = signed_distance(shape, weight[0] * a + weight[1] * b + weight[2] * c);
    result.phi = at.phi;
    result.distance = at.phi;
    result.normal = at.normal;
    // |g| is small where opposite faces tie: then no direction is better than the gradient's own choice.
    constexpr double kSmallestMix = 0.2;
    const double length = g.norm();
    if (at.phi < 0.0 && length > kSmallestMix) {
        result.normal = g / length;
        result.distance = at.phi / length;
    }
    return result;
}

TriangleDepth sphere_depth(const Shape& shape, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const PointTriangle close = closest_point_triangle(Vec3::Zero(), a, b, c);
    const double length = close.point.norm();
    // The centre lies on the triangle: out along the triangle's normal, on the side of the sphere's fixed
    // direction.
    Vec3 g = length > 0.0 ? Vec3(close.point / length) : triangle_normal(a, b, c);
    if (length == 0.0 && g[1] < 0.0) g = -g;
    return finish(shape, a, b, c, close.weight, g);
}

TriangleDepth capsule_depth(const CapsuleShape& capsule, const Shape& shape, const Vec3& a, const Vec3& b,
                            const Vec3& c)
{
    const Vec3 top(0.0, 0.5 * capsule.length, 0.0);
    const SegmentTriangle close = closest_segment_triangle(-top, top, a, b, c);
    const Vec3 d = close.point_triangle - close.point_segment;
    const double length = d.norm();
    return finish(shape, a, b, c, close.weight, length > 0.0 ? Vec3(d / length) : triangle_normal(a, b, c));
}

}  // namespace

// The triangle is swept by the lines from a + u (b - a) to a + u (c - a). The minimum over a line is a convex
// function of u, with the derivative g . dx/du at fixed t (envelope theorem), so u is found by bisection as
// well.
TriangleDepth triangle_depth_by_search(const Shape& shape, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 ab = b - a, ac = c - a;
    struct Side {
        double u = 0.0, slope = 0.0;
        LineMinimum line;
    };
    const auto at = [&](double u) {
        Side side;
        side.u = u;
        side.line = minimum_on_line(shape, a + u * ab, a + u * ac);
        side.slope = side.line.g.dot((1.0 - side.line.t) * ab + side.line.t * ac);
        return side;
    };
    const auto done = [&](const Side& side, const Vec3& g) {
        const double u = side.u, t = side.line.t;
        return finish(shape, a, b, c, Vec3(1.0 - u, u * (1.0 - t), u * t), g);
    };
    Side hi = at(1.0);
    if (hi.slope <= 0.0) return done(hi, hi.line.g);
    // At u = 0 the line is the point a and its best direction is unknown: a tiny u stands for it.
    Side lo = at(0.5 * kSnap);
    if (lo.slope >= 0.0) return finish(shape, a, b, c, Vec3::UnitX(), signed_distance(shape, a).normal);
    for (int i = 0; i < kHalvings; ++i) {
        const Side mid = at(0.5 * (lo.u + hi.u));
        if (mid.slope == 0.0) return done(mid, mid.line.g);
        (mid.slope < 0.0 ? lo : hi) = mid;
    }
    const Vec3 g = balanced(lo.line.g, lo.slope, hi.line.g, hi.slope);
    return done(lo.line.phi <= hi.line.phi ? lo : hi, g);
}

TriangleDepth side_depth(const Shape& shape, const Vec3* corner, int k)
{
    const int next = (k + 1) % 3;
    const LineMinimum line = minimum_on_line(shape, corner[k], corner[next]);
    Vec3 weight = Vec3::Zero();
    weight[k] = 1.0 - line.t;
    weight[next] = line.t;
    return finish(shape, corner[0], corner[1], corner[2], weight, line.g);
}

TriangleDepth triangle_depth(const Shape& shape, const Vec3& a, const Vec3& b, const Vec3& c)
{
    if (std::holds_alternative<SphereShape>(shape)) return sphere_depth(shape, a, b, c);
    if (const auto* capsule = std::get_if<CapsuleShape>(&shape))
        return capsule_depth(*capsule, shape, a, b, c);
    return triangle_depth_by_search(shape, a, b, c);
}

}  // namespace stiction
