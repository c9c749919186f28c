#include "solver_core/elasticity/triangle_stretch.hpp"

#include "solver_core/math/polar2.hpp"

namespace stiction {
namespace {

Mat32 deformation_gradient(const TriangleStretch& terms, Span<const Vec3> x, Index e)
{
    const Triangle& t = terms.nodes[e];
    const Mat2& g = terms.inverse_rest[e];
    const Vec3 d1 = x[t[1]] - x[t[0]];
    const Vec3 d2 = x[t[2]] - x[t[0]];
    Mat32 f;
    f.col(0) = d1 * g(0, 0) + d2 * g(1, 0);
    f.col(1) = d1 * g(0, 1) + d2 * g(1, 1);
    return f;
}

Mat32 admissible(const Mat32& f, double strain_limit)
{
    return strain_limit == 0.0 ? nearest_isometry(f)
                               : clamp_singular_values(f, 1.0 - strain_limit, 1.0 + strain_limit);
}

}  // namespace

Eigen::Matrix3d stiffness(const TriangleStretch& terms, Index e)
{
    const Mat2& g = terms.inverse_rest[e];
    Eigen::Matrix<double, 3, 2> gradient;
    gradient.row(1) = g.row(0);
    gradient.row(2) = g.row(1);
    gradient.row(0) = -g.row(0) - g.row(1);
    return terms.weight[e] * gradient * gradient.transpose();
}

void project(const TriangleStretch& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const Mat32 p = terms.weight[e] * admissible(deformation_gradient(terms, x, e), terms.strain_limit[e]);
        const Mat2& g = terms.inverse_rest[e];
        Vec3* out = corner.data() + 3 * static_cast<std::ptrdiff_t>(e - begin);
        out[1] = p.col(0) * g(0, 0) + p.col(1) * g(0, 1);
        out[2] = p.col(0) * g(1, 0) + p.col(1) * g(1, 1);
        out[0] = -(out[1] + out[2]);
    }
}

double energy(const TriangleStretch& terms, Span<const Vec3> x, Index e)
{
    const Mat32 f = deformation_gradient(terms, x, e);
    return 0.5 * terms.weight[e] * (f - admissible(f, terms.strain_limit[e])).squaredNorm();
}

}  // namespace stiction
