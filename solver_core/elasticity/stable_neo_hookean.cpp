#include "solver_core/elasticity/stable_neo_hookean.hpp"

#include <Eigen/LU>

#include <cmath>

namespace stiction {
namespace {

// m and l of the energy, from the Lame parameters of its small-strain limit.
struct Stiffness {
    double m, l;
};

Stiffness stiffness_of(const StableTets& terms, Index e)
{
    return {4.0 / 3.0 * terms.mu[e], terms.lambda[e] + 5.0 / 6.0 * terms.mu[e]};
}

PrincipalModuli principal_moduli(const Stiffness& stiffness, const Vec3& s)
{
    const auto [m, l] = stiffness;
    const double i1 = s.squaredNorm() + 1.0;
    const double d = m * (1.0 - 1.0 / i1);
    const double c = 2.0 * m / (i1 * i1);
    const double q = l * (s[0] * s[1] * s[2] - 1.0) - 0.75 * m;
    const Vec3 cof(s[1] * s[2], s[2] * s[0], s[0] * s[1]);
    PrincipalModuli moduli;
    moduli.diagonal = c * s * s.transpose() + l * cof * cof.transpose();
    for (Index k = 0; k < 3; ++k) {
        const Index i = (k + 1) % 3, j = (k + 2) % 3;
        moduli.diagonal(k, k) += d;
        moduli.diagonal(i, j) += q * s[k];
        moduli.diagonal(j, i) = moduli.diagonal(i, j);
        moduli.symmetric[k] = d - q * s[k];
        moduli.skew[k] = d + q * s[k];
    }
    return moduli;
}

void exact_blocks(const StableTets& terms, Index e, const Mat3& f, Mat3* block)
{
    const auto [m, l] = stiffness_of(terms, e);
    const double volume = terms.volume[e];
    const double i1 = f.squaredNorm() + 1.0;
    const double d = volume * m * (1.0 - 1.0 / i1);
    const double c = volume * 2.0 * m / (i1 * i1);
    const double q = volume * (l * (f.determinant() - 1.0) - 0.75 * m);
    const Mat3 b = terms.inverse_rest[e].transpose();  // column a - 1: b_a
    const Mat3 fb = f * b;
    const Mat3 gb = cofactor(f) * b;
    for (Index i = 1; i < 4; ++i) {
        for (Index j = 1; j <= i; ++j) {
            Mat3& h = block[block_of(i, j)];
            h = c * fb.col(i - 1) * fb.col(j - 1).transpose() +
                volume * l * gb.col(i - 1) * gb.col(j - 1).transpose();
            h.diagonal().array() += d * b.col(i - 1).dot(b.col(j - 1));
            if (i != j) h -= q * cross_matrix(f * b.col(i - 1).cross(b.col(j - 1)));
        }
    }
    complete_blocks(4, block);
}

}  // namespace

double energy(const StableTets& terms, Span<const Vec3> x, Index e)
{
    const auto [m, l] = stiffness_of(terms, e);
    const Mat3 f = deformation_gradient(terms, x, e);
    const double excess = f.squaredNorm() - 3.0;  // I - 3
    const double growth = f.determinant() - 1.0;  // J - 1
    const double shape = 0.5 * m * (excess - std::log1p(0.25 * excess));
    return terms.volume[e] * (shape + (0.5 * l * growth - 0.75 * m) * growth);
}

void gradient(const StableTets& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const auto [m, l] = stiffness_of(terms, e);
        const Mat3 f = deformation_gradient(terms, x, e);
        const double i = f.squaredNorm();
        const double q = l * (f.determinant() - 1.0) - 0.75 * m;
        const Mat3 p = m * (i / (i + 1.0)) * f + q * cofactor(f);
        corner_gradients(terms, e, p, &corner[4 * static_cast<std::size_t>(e - begin)]);
    }
}

void hessian(const StableTets& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block)
{
    const auto out = [&](Index e) { return &block[blocks_of(4) * static_cast<std::size_t>(e - begin)]; };
    const auto deformation = [&](Index e) { return deformation_gradient(terms, x, e); };
    if (kind == HessianKind::exact) {
        for (Index e = begin; e < end; ++e) exact_blocks(terms, e, deformation(e), out(e));
        return;
    }
    for_each_svd(begin, end, deformation, [&](Index e, const Svd3& f) {
        PrincipalModuli moduli = principal_moduli(stiffness_of(terms, e), f.sigma);
        make_positive(moduli);
        principal_blocks(moduli, f, terms.inverse_rest[e], terms.volume[e], 4, out(e));
    });
}

}  // namespace stiction
