#include "solver_core/mesh/rest_triangle.hpp"

#include "solver_core/base/parallel.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cassert>

namespace stiction {
namespace {

constexpr Index kChunk = 4096;  // elements a task; small enough to balance, large enough to pay

}  // namespace

RestTriangle rest_triangle(const Vec3& x0, const Vec3& x1, const Vec3& x2)
{
    const Vec3 e1 = x1 - x0;
    const Vec3 e2 = x2 - x0;
    // D_m = [l, s; 0, h]: l length of the first side, s and h the second along and across it.
    const double l = e1.norm();
    const double s = e1.dot(e2) / l;
    const double h = e1.cross(e2).norm() / l;
    assert(l > 0.0 && h > 0.0);
    RestTriangle rest;
    rest.inverse << 1.0 / l, -s / (l * h), 0.0, 1.0 / h;
    rest.area = 0.5 * l * h;
    return rest;
}

RestTet rest_tet(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& x3)
{
    Mat3 d_m;
    d_m << x1 - x0, x2 - x0, x3 - x0;
    RestTet rest;
    rest.volume = d_m.determinant() / 6.0;
    assert(rest.volume > 0.0);
    rest.inverse = d_m.inverse();
    return rest;
}

std::vector<RestTriangle> rest_triangles(Span<const Vec3> positions, Span<const Triangle> triangles)
{
    std::vector<RestTriangle> rest(triangles.size());
    parallel_for(static_cast<Index>(triangles.size()), kChunk, [&](Index i) {
        const Triangle& t = triangles[i];
        rest[i] = rest_triangle(positions[t[0]], positions[t[1]], positions[t[2]]);
    });
    return rest;
}

std::vector<RestTet> rest_tets(Span<const Vec3> positions, Span<const Tet> tets)
{
    std::vector<RestTet> rest(tets.size());
    parallel_for(static_cast<Index>(tets.size()), kChunk, [&](Index i) {
        const Tet& t = tets[i];
        rest[i] = rest_tet(positions[t[0]], positions[t[1]], positions[t[2]], positions[t[3]]);
    });
    return rest;
}

}  // namespace stiction
