#include "solver_core/elasticity/orthotropic_membrane.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/mesh/rest_triangle.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

Mat3 stiffness_matrix(const OrthotropicMembrane& terms, Index e)
{
    const Vec3& c = terms.normal[e];
    Mat3 matrix;
    matrix << c[0], c[2], 0.0, c[2], c[1], 0.0, 0.0, 0.0, terms.shear[e];
    return matrix;
}

// e = (E_uu, E_vv, 2 E_uv)
Vec3 green_strain(const Mat32& f)
{
    return {0.5 * (f.col(0).squaredNorm() - 1.0), 0.5 * (f.col(1).squaredNorm() - 1.0),
            f.col(0).dot(f.col(1))};
}

Mat2 as_matrix(const Vec3& stress)
{
    Mat2 s;
    s << stress[0], stress[2], stress[2], stress[1];
    return s;
}

// Of a symmetric 2x2 matrix with eigenvalues m +- r: all of it, none of it, or its one positive part.
Mat2 positive_part(const Mat2& s)
{
    const double mean = 0.5 * (s(0, 0) + s(1, 1));
    const double half = 0.5 * (s(0, 0) - s(1, 1));
    const double radius = std::hypot(half, s(0, 1));
    if (mean >= radius) return s;
    if (mean <= -radius) return Mat2::Zero();
    // (m + r) q q^T with q q^T = (S - (m - r) I) / 2r
    const double scale = (mean + radius) / (2.0 * radius);
    return scale * (s - (mean - radius) * Mat2::Identity());
}

// de/dx_a for a corner with shape gradient b.
Mat3 strain_derivative(const Mat32& f, const Vec2& b)
{
    Mat3 d;
    d.row(0) = b[0] * f.col(0);
    d.row(1) = b[1] * f.col(1);
    d.row(2) = b[0] * f.col(1) + b[1] * f.col(0);
    return d;
}

void element_blocks(const OrthotropicMembrane& terms, Index e, const Mat32& f, HessianKind kind, Mat3* block)
{
    const Mat3 c = terms.area[e] * stiffness_matrix(terms, e);
    Mat2 s = as_matrix(c * green_strain(f));
    if (kind == HessianKind::positive) s = positive_part(s);
    const Mat2 b = terms.inverse_rest[e].transpose();  // column a - 1: b_a
    const Mat3 d[2] = {strain_derivative(f, b.col(0)), strain_derivative(f, b.col(1))};
    for (Index i = 1; i < 3; ++i) {
        const Mat3 left = d[i - 1].transpose() * c;
        for (Index j = 1; j <= i; ++j) {
            Mat3& h = block[block_of(i, j)];
            h.noalias() = left * d[j - 1];
            h.diagonal().array() += b.col(i - 1).dot(s * b.col(j - 1));
        }
    }
    complete_blocks(3, block);
}

// Columns warp and weft in the frame of mesh/rest_triangle.hpp.
Mat2 material_axes(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& warp, std::size_t e)
{
    constexpr double kStanding = 1e-6;  // radians left between direction and normal
    const Vec3 first = (x1 - x0).normalized();
    const Vec3 second = (x1 - x0).cross(x2 - x0).normalized().cross(first);
    Vec2 u(warp.dot(first), warp.dot(second));
    if (!(u.norm() > kStanding * warp.norm()))
        throw InputError(
            "", fmt::format("the warp direction ({:.3g}, {:.3g}, {:.3g}) of triangle {} has no part in its "
                            "plane: give a direction that does not stand on the triangle",
                            warp.x(), warp.y(), warp.z(), e));
    u.normalize();
    Mat2 axes;
    axes << u[0], -u[1], u[1], u[0];
    return axes;
}

void append_stiffness(OrthotropicMembrane& terms, const OrthotropicStiffness& given)
{
    const double poisson_vu = given.poisson * given.weft / given.warp;
    const double determinant = 1.0 - given.poisson * poisson_vu;
    STICTION_ASSERT(given.warp > 0.0 && given.weft > 0.0 && given.shear > 0.0 && determinant > 0.0);
    terms.normal.push_back(Vec3(given.warp, given.weft, given.poisson * given.weft) / determinant);
    terms.shear.push_back(given.shear);
}

}  // namespace

void append_orthotropic(OrthotropicMembrane& terms, Span<const Vec3> rest, Span<const Triangle> triangles,
                        Index first_node, Span<const OrthotropicStiffness> materials, Span<const Vec3> warp)
{
    STICTION_ASSERT(materials.size() == 1 || materials.size() == triangles.size());
    STICTION_ASSERT(warp.size() == 1 || warp.size() == triangles.size());
    const std::size_t first = terms.nodes.size();
    append_triangles(terms, rest, triangles, first_node);
    for (std::size_t e = 0; e < triangles.size(); ++e) {
        const Triangle& t = triangles[e];
        terms.inverse_rest[first + e] *=
            material_axes(rest[t[0]], rest[t[1]], rest[t[2]], warp[warp.size() == 1 ? 0 : e], e);
        append_stiffness(terms, materials[materials.size() == 1 ? 0 : e]);
    }
}

double energy(const OrthotropicMembrane& terms, Span<const Vec3> x, Index e)
{
    const Vec3 strain = green_strain(deformation_gradient(terms, x, e));
    return 0.5 * terms.area[e] * strain.dot(stiffness_matrix(terms, e) * strain);
}

void gradient(const OrthotropicMembrane& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const Mat32 f = deformation_gradient(terms, x, e);
        const Mat32 p = f * as_matrix(stiffness_matrix(terms, e) * green_strain(f));
        corner_gradients(terms, e, p, &corner[3 * static_cast<std::size_t>(e - begin)]);
    }
}

void hessian(const OrthotropicMembrane& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block)
{
    for (Index e = begin; e < end; ++e)
        element_blocks(terms, e, deformation_gradient(terms, x, e), kind,
                       &block[blocks_of(3) * static_cast<std::size_t>(e - begin)]);
}

}  // namespace stiction
