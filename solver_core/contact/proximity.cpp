#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kParallelSine2 = kParallelSine * kParallelSine;

double clamp01(double value) { return value < 0.0 ? 0.0 : (value > 1.0 ? 1.0 : value); }

void set_feature(PointTriangle& result)
{
    result.feature = (result.weight[0] > 0.0 ? 1U : 0U) | (result.weight[1] > 0.0 ? 2U : 0U) |
                     (result.weight[2] > 0.0 ? 4U : 0U);
}

// Keeps the better of `best` and the closest point on the edge from corner i to corner j.
void try_edge(const Vec3& p, const Vec3* corner, int i, int j, PointTriangle& best)
{
    const PointSegment edge = closest_point_segment(p, corner[i], corner[j]);
    if (!(edge.distance2 < best.distance2)) return;
    best.distance2 = edge.distance2;
    best.point = edge.point;
    best.weight.setZero();
    best.weight[i] = 1.0 - edge.t;
    best.weight[j] = edge.t;
}

}  // namespace

PointSegment closest_point_segment(const Vec3& p, const Vec3& a, const Vec3& b)
{
    PointSegment result;
    const Vec3 d = b - a;
    const double length2 = d.squaredNorm();
    result.t = length2 > 0.0 ? clamp01(d.dot(p - a) / length2) : 0.0;
    result.point = result.t == 1.0 ? b : Vec3(a + result.t * d);
    result.distance2 = (p - result.point).squaredNorm();
    return result;
}

// The foot of the perpendicular has the weights
//   w_a = n . ((b - p) x (c - p)) / n^2,  and so on cyclically,  n = (b - a) x (c - a).
// All positive: that is the closest point. Otherwise the closest point lies on an edge that the foot is
// beyond, that is whose opposite weight is not positive.
PointTriangle closest_point_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 ab = b - a, ac = c - a, ap = p - a;
    const Vec3 n = ab.cross(ac);
    const double n2 = n.squaredNorm();
    const double longest2 = std::max({ab.squaredNorm(), ac.squaredNorm(), (c - b).squaredNorm()});

    PointTriangle best;
    best.distance2 = std::numeric_limits<double>::infinity();
    const bool flat = !(n2 > kParallelSine2 * longest2 * longest2);
    double wa = 0.0, wb = 0.0, wc = 0.0;
    if (!flat) {
        wb = n.dot(ap.cross(ac)) / n2;
        wc = n.dot(ab.cross(ap)) / n2;
        wa = 1.0 - wb - wc;
        if (wa > 0.0 && wb > 0.0 && wc > 0.0) {
            best.weight = Vec3(wa, wb, wc);
            best.point = a + wb * ab + wc * ac;
            best.distance2 = (p - best.point).squaredNorm();
            best.feature = 7U;
            return best;
        }
    }
    const Vec3 corner[3] = {a, b, c};
    if (wc <= 0.0) try_edge(p, corner, 0, 1, best);
    if (wa <= 0.0) try_edge(p, corner, 1, 2, best);
    if (wb <= 0.0) try_edge(p, corner, 2, 0, best);
    if (best.distance2 == std::numeric_limits<double>::infinity()) {
        best.weight = Vec3(1.0, 0.0, 0.0);  // reached by non-finite input alone
        best.point = a;
    }
    set_feature(best);
    return best;
}

// Minimises |a0 + s d1 - b0 - t d2|^2 over the unit square. With A = d1.d1, B = d1.d2, E = d2.d2, C = d1.r, F
// = d2.r, r = a0 - b0, the free minimum is s = (B F - C E) / (A E - B^2); clamping s, then t, then s again
// gives the minimum of the square because the function is convex.
SegmentSegment closest_segment_segment(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1)
{
    SegmentSegment result;
    const Vec3 d1 = a1 - a0, d2 = b1 - b0, r = a0 - b0;
    const double A = d1.squaredNorm(), E = d2.squaredNorm();
    const double C = d1.dot(r), F = d2.dot(r), B = d1.dot(d2);
    const double cross2 = d1.cross(d2).squaredNorm();
    result.parallel = !(cross2 > kParallelSine2 * A * E);

    double s = 0.0, t = 0.0;
    if (A > 0.0 && E > 0.0) {
        s = result.parallel ? 0.0 : clamp01((B * F - C * E) / cross2);
        t = (B * s + F) / E;
        if (t < 0.0) {
            t = 0.0;
            s = clamp01(-C / A);
        } else if (t > 1.0) {
            t = 1.0;
            s = clamp01((B - C) / A);
        }
    } else if (A > 0.0) {
        s = clamp01(-C / A);
    } else if (E > 0.0) {
        t = clamp01(F / E);
    }
    result.s = s;
    result.t = t;
    result.point_a = s == 1.0 ? a1 : Vec3(a0 + s * d1);
    result.point_b = t == 1.0 ? b1 : Vec3(b0 + t * d2);
    result.distance2 = (result.point_a - result.point_b).squaredNorm();
    result.interior = s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0;
    return result;
}

bool intersect_segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b, const Vec3& c,
                                double& s, Vec3& weight)
{
    const Vec3 ab = b - a, ac = c - a, d = p1 - p0;
    const Vec3 n = ab.cross(ac);
    const double n2 = n.squaredNorm();
    const double slope = n.dot(d);
    if (!(n2 > 0.0) || slope * slope <= kParallelSine2 * n2 * d.squaredNorm()) return false;
    s = n.dot(a - p0) / slope;
    if (!(s >= 0.0 && s <= 1.0)) return false;
    const Vec3 ap = p0 + s * d - a;
    const double wb = n.dot(ap.cross(ac)) / n2;
    const double wc = n.dot(ab.cross(ap)) / n2;
    weight = Vec3(1.0 - wb - wc, wb, wc);
    return weight.minCoeff() >= 0.0;
}

SegmentTriangle closest_segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b,
                                         const Vec3& c)
{
    SegmentTriangle best;
    if (intersect_segment_triangle(p0, p1, a, b, c, best.s, best.weight)) {
        best.point_segment = p0 + best.s * (p1 - p0);
        best.point_triangle = best.point_segment;
        return best;
    }
    best.distance2 = std::numeric_limits<double>::infinity();
    const Vec3 end[2] = {p0, p1};
    for (int i = 0; i < 2; ++i) {
        const PointTriangle close = closest_point_triangle(end[i], a, b, c);
        if (!(close.distance2 < best.distance2)) continue;
        best = {static_cast<double>(i), close.weight, end[i], close.point, close.distance2};
    }
    const Vec3 corner[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const SegmentSegment close = closest_segment_segment(p0, p1, corner[i], corner[j]);
        if (!(close.distance2 < best.distance2)) continue;
        Vec3 weight = Vec3::Zero();
        weight[i] = 1.0 - close.t;
        weight[j] = close.t;
        best = {close.s, weight, close.point_a, close.point_b, close.distance2};
    }
    return best;
}

Vec3 any_perpendicular(const Vec3& d)
{
    int axis = 0;
    d.cwiseAbs().minCoeff(&axis);
    const Vec3 result = d.cross(Vec3::Unit(axis));
    const double length = result.norm();
    return length > 0.0 ? Vec3(result / length) : Vec3::UnitY();
}

Vec3 triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 ab = b - a, ac = c - a, bc = c - b;
    const Vec3 n = ab.cross(ac);
    const double n2 = n.squaredNorm();
    const double longest2 = std::max({ab.squaredNorm(), ac.squaredNorm(), bc.squaredNorm()});
    if (n2 > kParallelSine2 * longest2 * longest2) return n / std::sqrt(n2);
    if (ab.squaredNorm() == longest2) return any_perpendicular(ab);
    return any_perpendicular(ac.squaredNorm() == longest2 ? ac : bc);
}

}  // namespace stiction
