#include "solver_core/contact/convex_distance.hpp"

#include <cassert>
#include <cmath>

namespace stiction {
namespace {

// Distance and direction from `core` (a point the shape is a rounding of), less the radius.
SignedDistance from_core(const Vec3& d, double radius, const Vec3& fallback)
{
    const double length = d.norm();
    return {length - radius, length > 0.0 ? Vec3(d / length) : fallback};
}

// Of the length of `d`, a part of p: `axes` are those along which d moves with p.
Mat3 length_hessian(const Vec3& d, const Vec3& axes)
{
    const double length = d.norm();
    if (!(length > 0.0)) return Mat3::Zero();
    const Vec3 n = d / length;
    return (Mat3(axes.asDiagonal()) - n * n.transpose()) / length;
}

Mat3 distance_hessian(const BoxShape& box, const Vec3& p)
{
    const Vec3 outside = (p.cwiseAbs() - box.half_size).cwiseMax(0.0);
    Vec3 d, axes;
    for (int k = 0; k < 3; ++k) {
        d[k] = p[k] < 0.0 ? -outside[k] : outside[k];
        axes[k] = outside[k] > 0.0 ? 1.0 : 0.0;
    }
    return length_hessian(d, axes);
}

Mat3 distance_hessian(const CapsuleShape& capsule, const Vec3& p)
{
    const double half = 0.5 * capsule.length;
    if (std::fabs(p[1]) < half) return length_hessian(Vec3(p[0], 0.0, p[2]), Vec3(1.0, 0.0, 1.0));
    return length_hessian(Vec3(p[0], p[1] - std::copysign(half, p[1]), p[2]), Vec3::Ones());
}

// Around the rim phi = |(a, b)|: bent in the half plane, and about the axis by a over phi of what the side is.
Mat3 distance_hessian(const CylinderShape& cylinder, const Vec3& p)
{
    const Vec3 across(p[0], 0.0, p[2]);
    const double r = across.norm(), a = r - cylinder.radius, b = std::fabs(p[1]) - 0.5 * cylinder.length;
    const Mat3 side = length_hessian(across, Vec3(1.0, 0.0, 1.0));
    if (a <= 0.0 || b <= 0.0) return (b <= 0.0 && a > b) ? side : Mat3(Mat3::Zero());
    const Vec3 radial = across / r, axial(0.0, std::copysign(1.0, p[1]), 0.0);
    const double length = std::sqrt(a * a + b * b);
    const Vec3 n = (a / length) * radial + (b / length) * axial;
    return (radial * radial.transpose() + axial * axial.transpose() - n * n.transpose()) / length +
           (a / length) * side;
}

}  // namespace

SignedDistance signed_distance(const PlaneShape&, const Vec3& p) { return {p[1], Vec3::UnitY()}; }

SignedDistance signed_distance(const SphereShape& sphere, const Vec3& p)
{
    return from_core(p, sphere.radius, Vec3::UnitY());
}

// q = |p| - half size. Outside: length of the positive part of q. Inside: the largest (least negative) q; at
// a tie the first axis.
SignedDistance signed_distance(const BoxShape& box, const Vec3& p)
{
    const Vec3 q = p.cwiseAbs() - box.half_size;
    const Vec3 outside = q.cwiseMax(0.0);
    const double length = outside.norm();
    if (length > 0.0) {
        Vec3 n;
        for (int k = 0; k < 3; ++k) n[k] = p[k] < 0.0 ? -outside[k] : outside[k];
        return {length, n / length};
    }
    int axis = 0;
    const double depth = q.maxCoeff(&axis);
    return {depth, p[axis] < 0.0 ? Vec3(-Vec3::Unit(axis)) : Vec3(Vec3::Unit(axis))};
}

SignedDistance signed_distance(const CapsuleShape& capsule, const Vec3& p)
{
    const double half = 0.5 * capsule.length;
    const double y = std::fmin(std::fmax(p[1], -half), half);
    return from_core(Vec3(p[0], p[1] - y, p[2]), capsule.radius, Vec3::UnitX());
}

// In the half plane (radial, axial) the cylinder is a box: a = r - radius, b = |y| - length/2. On the axis
// the radial direction is +x.
SignedDistance signed_distance(const CylinderShape& cylinder, const Vec3& p)
{
    const double r = std::sqrt(p[0] * p[0] + p[2] * p[2]);
    const Vec3 radial = r > 0.0 ? Vec3(p[0] / r, 0.0, p[2] / r) : Vec3(Vec3::UnitX());
    const Vec3 axial(0.0, p[1] < 0.0 ? -1.0 : 1.0, 0.0);
    const double a = r - cylinder.radius;
    const double b = std::fabs(p[1]) - 0.5 * cylinder.length;
    if (a <= 0.0 && b <= 0.0) return a > b ? SignedDistance{a, radial} : SignedDistance{b, axial};
    if (b <= 0.0) return {a, radial};
    if (a <= 0.0) return {b, axial};
    const double length = std::sqrt(a * a + b * b);
    return {length, (a / length) * radial + (b / length) * axial};
}

SignedDistance signed_distance(const Shape& shape, const Vec3& p)
{
    switch (shape.index()) {
        case 0: return signed_distance(std::get<PlaneShape>(shape), p);
        case 1: return signed_distance(std::get<SphereShape>(shape), p);
        case 2: return signed_distance(std::get<BoxShape>(shape), p);
        case 3: return signed_distance(std::get<CapsuleShape>(shape), p);
        case 4: return signed_distance(std::get<CylinderShape>(shape), p);
        default: assert(false && "meshes and points have no closed-form distance"); return {};
    }
}

Mat3 distance_hessian(const Shape& shape, const Vec3& p)
{
    switch (shape.index()) {
        case 0: return Mat3::Zero();
        case 1: return length_hessian(p, Vec3::Ones());
        case 2: return distance_hessian(std::get<BoxShape>(shape), p);
        case 3: return distance_hessian(std::get<CapsuleShape>(shape), p);
        case 4: return distance_hessian(std::get<CylinderShape>(shape), p);
        default: assert(false && "a mesh has no closed-form distance"); return Mat3::Zero();
    }
}

bool is_convex(const Shape& shape)
{
    return !std::holds_alternative<MeshShape>(shape) && !std::holds_alternative<PointsShape>(shape);
}

bool first_entry(const Shape& shape, const Vec3& p0, const Vec3& p1, double level, double& s)
{
    // Newton from the left converges quadratically at a crossing and halves the error at a touch; a path that
    // after these many steps still is more than the tolerance above the level only grazes it.
    constexpr int kIterations = 60;
    constexpr double kTolerance = 1e-12;  // m
    const Vec3 d = p1 - p0;
    s = 0.0;
    for (int i = 0; i < kIterations; ++i) {
        const SignedDistance at = signed_distance(shape, p0 + s * d);
        const double g = at.phi - level;
        if (i == 0 && !(g > 0.0)) return false;
        if (g <= kTolerance) return true;
        const double slope = at.normal.dot(d);
        if (!(slope < 0.0)) return false;
        s -= g / slope;
        if (!(s <= 1.0)) return false;
    }
    return false;
}

}  // namespace stiction
