#include "solver_core/math/polar2.hpp"

#include "solver_core/math/perpendicular.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Below this ratio of the singular values the closed form loses its digits and the columns are completed instead.
constexpr double kSingularRatio = 1e-7;

struct Eigen2 {
    Vec2 values;  // descending
    Mat2 vectors;
};

// Symmetric 2x2 by one Jacobi rotation.
Eigen2 symmetric_eigen2(double a, double b, double d)
{
    Eigen2 e;
    const double half_gap = 0.5 * (a - d);
    const double radius = std::hypot(half_gap, b);
    const double mean = 0.5 * (a + d);
    e.values = Vec2(mean + radius, mean - radius);
    // Of the two formulas for the first eigenvector, the one without cancellation.
    Vec2 first = half_gap >= 0.0 ? Vec2(half_gap + radius, b) : Vec2(b, radius - half_gap);
    const double length = first.norm();
    first = length > 0.0 ? Vec2(first / length) : Vec2::UnitX();
    e.vectors.col(0) = first;
    e.vectors.col(1) = Vec2(-first.y(), first.x());
    return e;
}

}  // namespace

Mat32 clamp_singular_values(const Mat32& f, double low, double high)
{
    const Vec3 a = f.col(0);
    const Vec3 b = f.col(1);
    const Eigen2 e = symmetric_eigen2(a.squaredNorm(), a.dot(b), b.squaredNorm());

    // Left singular vectors from F V, orthogonalised so that a vanishing second value does no harm.
    Mat32 u = f * e.vectors;
    const double sigma0 = u.col(0).norm();
    if (sigma0 > 0.0)
        u.col(0) /= sigma0;
    else
        u.col(0) = Vec3::UnitX();
    u.col(1) -= u.col(0).dot(u.col(1)) * u.col(0);
    const double sigma1 = u.col(1).norm();
    if (sigma1 > kSingularRatio * sigma0)
        u.col(1) /= sigma1;
    else
        u.col(1) = unit_perpendicular(u.col(0));

    u.col(0) *= std::clamp(sigma0, low, high);
    u.col(1) *= std::clamp(sigma1, low, high);
    return u * e.vectors.transpose();
}

Mat32 nearest_isometry(const Mat32& f)
{
    const double c00 = f.col(0).squaredNorm();
    const double c01 = f.col(0).dot(f.col(1));
    const double c11 = f.col(1).squaredNorm();
    const double trace = c00 + c11;
    const double det = c00 * c11 - c01 * c01;
    // det/trace^2 is the squared ratio of the singular values; NaN fails the test too and goes the slow way.
    if (!(det > kSingularRatio * trace * trace)) return clamp_singular_values(f, 1.0, 1.0);

    const double s = std::sqrt(det);
    const double scale = 1.0 / (s * std::sqrt(trace + 2.0 * s));
    const double s00 = (c11 + s) * scale;
    const double s11 = (c00 + s) * scale;
    const double s01 = -c01 * scale;
    Mat32 r;
    r.col(0) = f.col(0) * s00 + f.col(1) * s01;
    r.col(1) = f.col(0) * s01 + f.col(1) * s11;
    return r;
}

}  // namespace stiction
