#include "solver_core/elasticity/tet_elastic.hpp"

#include "solver_core/math/svd3.hpp"
#include "solver_core/math/unit_determinant.hpp"

#include <algorithm>

namespace stiction {
namespace {

Mat3 deformation_gradient(const TetElastic& terms, Span<const Vec3> x, Index e)
{
    const Tet& t = terms.nodes[e];
    Mat3 edges;
    for (Index a = 0; a < 3; ++a) edges.col(a) = x[t[a + 1]] - x[t[0]];
    return edges * terms.inverse_rest[e];
}

// w A^T p of both projections, which share the singular vectors: U (w I + w_vol diag(s)) V^T.
void write_corners(const TetElastic& terms, Index e, const Svd3& d, Vec3* out)
{
    const Vec3 s =
        Vec3::Constant(terms.weight[e]) + terms.volume_weight[e] * nearest_unit_determinant(d.sigma);
    const Mat3 p = d.u * s.asDiagonal() * d.v.transpose();
    const Mat3 force = p * terms.inverse_rest[e].transpose();
    for (Index a = 0; a < 3; ++a) out[a + 1] = force.col(a);
    out[0] = -(out[1] + out[2] + out[3]);
}

}  // namespace

Eigen::Matrix4d stiffness(const TetElastic& terms, Index e)
{
    const Mat3& g = terms.inverse_rest[e];
    Eigen::Matrix<double, 4, 3> gradient;
    gradient.bottomRows<3>() = g;
    gradient.row(0) = -g.colwise().sum();
    return (terms.weight[e] + terms.volume_weight[e]) * gradient * gradient.transpose();
}

void project(const TetElastic& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    Mat3 f[kSvd3Lanes];
    Svd3 svd[kSvd3Lanes];
    for (Index first = begin; first < end; first += kSvd3Lanes) {
        const Index count = std::min(kSvd3Lanes, end - first);
        for (Index l = 0; l < count; ++l) f[l] = deformation_gradient(terms, x, first + l);
        svd3_lanes(f, count, svd);
        for (Index l = 0; l < count; ++l)
            write_corners(terms, first + l, svd[l],
                          corner.data() + 4 * static_cast<std::ptrdiff_t>(first + l - begin));
    }
}

double energy(const TetElastic& terms, Span<const Vec3> x, Index e)
{
    const Svd3 d = svd3(deformation_gradient(terms, x, e));
    const double rotation = (d.sigma - Vec3::Ones()).squaredNorm();
    const double volume = (d.sigma - nearest_unit_determinant(d.sigma)).squaredNorm();
    return 0.5 * (terms.weight[e] * rotation + terms.volume_weight[e] * volume);
}

}  // namespace stiction
