#include "solver_core/elasticity/classic_neo_hookean.hpp"

#include <Eigen/LU>

#include <cmath>
#include <limits>

namespace stiction {
namespace {

PrincipalModuli principal_moduli(double mu, double lambda, const Vec3& s)
{
    const double q = lambda * std::log(s[0] * s[1] * s[2]) - mu;
    const Vec3 inverse = s.cwiseInverse();
    PrincipalModuli moduli;
    moduli.diagonal = lambda * inverse * inverse.transpose();
    for (Index k = 0; k < 3; ++k) {
        const double pair = inverse[(k + 1) % 3] * inverse[(k + 2) % 3];
        moduli.diagonal(k, k) += mu - q * inverse[k] * inverse[k];
        moduli.symmetric[k] = mu - q * pair;
        moduli.skew[k] = mu + q * pair;
    }
    return moduli;
}

void exact_blocks(const ClassicTets& terms, Index e, const Mat3& f, Mat3* block)
{
    const double volume = terms.volume[e];
    const double j = f.determinant();
    const double mu = volume * terms.mu[e];
    const double lambda = volume * terms.lambda[e];
    const double q = lambda * std::log(j) - mu;
    const Mat3 b = terms.inverse_rest[e].transpose();  // column a - 1: b_a
    const Mat3 g = cofactor(f) / j * b;
    for (Index i = 1; i < 4; ++i) {
        for (Index k = 1; k <= i; ++k) {
            Mat3& h = block[block_of(i, k)];
            h = lambda * g.col(i - 1) * g.col(k - 1).transpose() -
                q * g.col(k - 1) * g.col(i - 1).transpose();
            h.diagonal().array() += mu * b.col(i - 1).dot(b.col(k - 1));
        }
    }
    complete_blocks(4, block);
}

}  // namespace

double energy(const ClassicTets& terms, Span<const Vec3> x, Index e)
{
    const Mat3 f = deformation_gradient(terms, x, e);
    const double j = f.determinant();
    if (!(j > 0.0)) return std::numeric_limits<double>::infinity();
    const double log_j = std::log(j);
    const double shape = terms.mu[e] * (0.5 * (f.squaredNorm() - 3.0) - log_j);
    return terms.volume[e] * (shape + 0.5 * terms.lambda[e] * log_j * log_j);
}

void gradient(const ClassicTets& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const Mat3 f = deformation_gradient(terms, x, e);
        const double j = f.determinant();
        const double q = terms.lambda[e] * std::log(j) - terms.mu[e];
        const Mat3 p = terms.mu[e] * f + q / j * cofactor(f);
        corner_gradients(terms, e, p, &corner[4 * static_cast<std::size_t>(e - begin)]);
    }
}

void hessian(const ClassicTets& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block)
{
    const auto out = [&](Index e) { return &block[blocks_of(4) * static_cast<std::size_t>(e - begin)]; };
    const auto deformation = [&](Index e) { return deformation_gradient(terms, x, e); };
    if (kind == HessianKind::exact) {
        for (Index e = begin; e < end; ++e) exact_blocks(terms, e, deformation(e), out(e));
        return;
    }
    for_each_svd(begin, end, deformation, [&](Index e, const Svd3& f) {
        PrincipalModuli moduli = principal_moduli(terms.mu[e], terms.lambda[e], f.sigma);
        make_positive(moduli);
        principal_blocks(moduli, f, terms.inverse_rest[e], terms.volume[e], 4, out(e));
    });
}

}  // namespace stiction
