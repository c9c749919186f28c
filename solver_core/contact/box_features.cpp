#include "solver_core/contact/box_features.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace stiction {
namespace {

// Squared sine below which two edges count as parallel: the corners at their ends see to those.
constexpr double kParallel = 1e-8;

Vec3 box_corner(const BoxShape& box, int number)
{
    Vec3 c;
    for (int k = 0; k < 3; ++k) c[k] = (number >> k & 1) != 0 ? box.half_size[k] : -box.half_size[k];
    return c;
}

// Does n (or -n) point out of the box at c, seen along the axes other than `skip`? The sign, or 0.
double outward_sign(const Vec3& n, const Vec3& c, int skip)
{
    double least = 1.0, most = -1.0;
    for (int k = 0; k < 3; ++k) {
        if (k == skip) continue;
        const double out = c[k] < 0.0 ? -n[k] : n[k];
        least = std::fmin(least, out);
        most = std::fmax(most, out);
    }
    if (least >= -kFeatureLean) return 1.0;
    return most <= kFeatureLean ? -1.0 : 0.0;
}

void corners_on_face(const BoxShape& box, const Vec3* corner, double least, double most, BoxFeatures& out)
{
    const Vec3 ab = corner[1] - corner[0], ac = corner[2] - corner[0];
    const Vec3 area = ab.cross(ac);
    const double area2 = area.squaredNorm();
    if (!(area2 > kParallel * ab.squaredNorm() * ac.squaredNorm())) return;
    const Vec3 unit = area / std::sqrt(area2);
    for (int number = 0; number < kBoxCorners; ++number) {
        BoxFeature found;
        found.number = number;
        found.point = box_corner(box, number);
        const double sign = outward_sign(unit, found.point, -1);
        if (sign == 0.0) continue;
        found.normal = sign * unit;
        found.distance = found.normal.dot(corner[0] - found.point);
        if (found.distance < least || found.distance > most) continue;
        const Vec3 r = found.point - corner[0];
        const double u = r.cross(ac).dot(area) / area2, v = ab.cross(r).dot(area) / area2;
        found.weight = Vec3(1.0 - u - v, u, v);
        if (!(found.weight.minCoeff() > 0.0)) continue;
        found.feature = 7U;
        out.add(found);
    }
}

// The box edge along `axis` through the corner c, of which c[axis] does not count, against side k of the triangle.
// Nearest points of the lines a + s e and c + t axis: with e' and r' = c - a less their parts along the axis,
//   s = r' . e' / |e'|^2,   t from the axis.
void edge_on_side(const BoxShape& box, const Vec3* corner, int k, int axis, const Vec3& c, BoxFeature& found)
{
    const Vec3 &a = corner[k], e = corner[(k + 1) % 3] - a;
    Vec3 e_across = e, r_across = c - a;
    e_across[axis] = r_across[axis] = 0.0;
    const double across2 = e_across.squaredNorm();
    found.feature = 0U;
    if (!(across2 > kParallel * e.squaredNorm())) return;
    const double s = r_across.dot(e_across) / across2;
    if (!(s > 0.0 && s < 1.0)) return;
    const Vec3 at = a + s * e;
    if (!(std::fabs(at[axis]) < box.half_size[axis])) return;
    const Vec3 n = Vec3::Unit(axis).cross(e_across) / std::sqrt(across2);
    const double sign = outward_sign(n, c, axis);
    if (sign == 0.0) return;
    found.normal = sign * n;
    found.point = c;
    found.point[axis] = at[axis];
    found.distance = found.normal.dot(at - found.point);
    found.weight.setZero();
    found.weight[k] = 1.0 - s;
    found.weight[(k + 1) % 3] = s;
    found.feature = 1U << k | 1U << (k + 1) % 3;
}

}  // namespace

void box_features(const BoxShape& box, const Vec3* corner, double least, double most, BoxFeatures& out)
{
    out.count = 0;
    corners_on_face(box, corner, least, most, out);
    for (int number = 0; number < kBoxEdges; ++number) {
        const int axis = number / 4, first = (axis + 1) % 3, second = (axis + 2) % 3;
        const Vec3 c = box_corner(box, (number & 1) << first | (number >> 1 & 1) << second);
        for (int k = 0; k < 3; ++k) {
            BoxFeature found;
            edge_on_side(box, corner, k, axis, c, found);
            found.number = kBoxCorners + number;
            if (found.feature != 0U && found.distance >= least && found.distance <= most) out.add(found);
        }
    }
}

}  // namespace stiction
