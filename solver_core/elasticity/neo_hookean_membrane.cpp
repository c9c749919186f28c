#include "solver_core/elasticity/neo_hookean_membrane.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>
#include <limits>

namespace stiction {
namespace {

PrincipalModuli principal_moduli(double mu, double lambda, const Vec3& s)
{
    const double q = lambda * std::log(s[0] * s[1]) - mu;
    const Vec3 inverse(1.0 / s[0], 1.0 / s[1], 0.0);
    const Vec3 squared = inverse.cwiseAbs2();
    const double pair = q * inverse[0] * inverse[1];
    PrincipalModuli moduli;
    moduli.diagonal = lambda * inverse * inverse.transpose();
    moduli.diagonal.diagonal() += Vec3(mu, mu, 0.0) - q * squared;
    // Entry k is the pair of the other two: 0 and 1 hold the normal against turning s_1 and s_0.
    moduli.symmetric = Vec3(mu + q * squared[1], mu + q * squared[0], mu - pair);
    moduli.skew = Vec3(mu + q * squared[1], mu + q * squared[0], mu + pair);
    return moduli;
}

// The plane's part of A alone, so that the third row, always zero, does not count as indefinite.
void make_plane_positive(PrincipalModuli& moduli)
{
    moduli.diagonal(2, 2) = 1.0;
    make_positive(moduli);
    moduli.diagonal(2, 2) = 0.0;
}

void exact_blocks(const NeoHookeanMembrane& terms, Index e, const Mat32& f, Mat3* block)
{
    const Vec3 normal = f.col(0).cross(f.col(1));
    const double j = normal.norm();
    const double mu = terms.area[e] * terms.mu[e];
    const double lambda = terms.area[e] * terms.lambda[e];
    const double q = lambda * std::log(j) - mu;
    const Vec3 n = normal / j;
    const Mat2 b = terms.inverse_rest[e].transpose();  // column a - 1: b_a
    Mat32 dual;
    dual << f.col(1).cross(n) / j, n.cross(f.col(0)) / j;  // N
    const Mat32 g = dual * b;
    for (Index i = 1; i < 3; ++i) {
        for (Index k = 1; k <= i; ++k) {
            Mat3& h = block[block_of(i, k)];
            const Vec3 gi = g.col(i - 1), gk = g.col(k - 1);
            h = lambda * gi * gk.transpose() - q * gk * gi.transpose() + q * gi.dot(gk) * n * n.transpose();
            h.diagonal().array() += mu * b.col(i - 1).dot(b.col(k - 1));
        }
    }
    complete_blocks(3, block);
}

}  // namespace

void append_membrane(NeoHookeanMembrane& terms, Span<const Vec3> rest, Span<const Triangle> triangles,
                     Index first_node, Span<const Lame> materials)
{
    STICTION_ASSERT(materials.size() == 1 || materials.size() == triangles.size());
    append_triangles(terms, rest, triangles, first_node);
    for (std::size_t e = 0; e < triangles.size(); ++e) {
        const Lame& material = materials[materials.size() == 1 ? 0 : e];
        terms.mu.push_back(material.mu);
        terms.lambda.push_back(material.lambda);
    }
}

double energy(const NeoHookeanMembrane& terms, Span<const Vec3> x, Index e)
{
    const Mat32 f = deformation_gradient(terms, x, e);
    const double j = f.col(0).cross(f.col(1)).norm();
    if (!(j > 0.0)) return std::numeric_limits<double>::infinity();
    const double log_j = std::log(j);
    const double shape = terms.mu[e] * (0.5 * (f.squaredNorm() - 2.0) - log_j);
    return terms.area[e] * (shape + 0.5 * terms.lambda[e] * log_j * log_j);
}

void gradient(const NeoHookeanMembrane& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const Mat32 f = deformation_gradient(terms, x, e);
        const Vec3 normal = f.col(0).cross(f.col(1));
        const double j2 = normal.squaredNorm();
        const double q = 0.5 * terms.lambda[e] * std::log(j2) - terms.mu[e];
        Mat32 p = terms.mu[e] * f;
        p.col(0) += q / j2 * f.col(1).cross(normal);
        p.col(1) += q / j2 * normal.cross(f.col(0));
        corner_gradients(terms, e, p, &corner[3 * static_cast<std::size_t>(e - begin)]);
    }
}

void hessian(const NeoHookeanMembrane& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block)
{
    const auto out = [&](Index e) { return &block[blocks_of(3) * static_cast<std::size_t>(e - begin)]; };
    if (kind == HessianKind::exact) {
        for (Index e = begin; e < end; ++e) exact_blocks(terms, e, deformation_gradient(terms, x, e), out(e));
        return;
    }
    const auto extended = [&](Index e) {
        Mat3 f;
        f << deformation_gradient(terms, x, e), Vec3::Zero();
        return f;
    };
    for_each_svd(begin, end, extended, [&](Index e, const Svd3& f) {
        PrincipalModuli moduli = principal_moduli(terms.mu[e], terms.lambda[e], f.sigma);
        make_plane_positive(moduli);
        Mat3 gradients = Mat3::Zero();
        gradients.topLeftCorner<2, 2>() = terms.inverse_rest[e];
        principal_blocks(moduli, f, gradients, terms.area[e], 3, out(e));
    });
}

}  // namespace stiction
