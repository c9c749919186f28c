#include "solver_core/elasticity/rayleigh_damping.hpp"

#include "solver_core/base/assert.hpp"

namespace stiction {

void RayleighDamping::freeze(const FiniteElasticity& elasticity, Span<const Vec3> x, Span<const double> mass,
                             const RayleighCoefficients& coefficients, FiniteElasticityWorkspace& workspace)
{
    STICTION_ASSERT(coefficients.alpha >= 0.0 && coefficients.beta >= 0.0);
    STICTION_ASSERT(mass.size() == static_cast<std::size_t>(elasticity.node_count()));
    elasticity_ = &elasticity;
    values_.resize(static_cast<std::size_t>(elasticity.pattern().nonZeros()));
    // Without beta the Hessian need not be known; where the energy is infinite it would not be a number.
    if (coefficients.beta > 0.0) elasticity.hessian(x, HessianKind::positive, values_, workspace);
    for (double& value : values_) value = coefficients.beta > 0.0 ? coefficients.beta * value : 0.0;
    elasticity.blocks().for_each_diagonal(
        [&](Index node, Index, std::size_t place) { values_[place] += coefficients.alpha * mass[node]; });
}

double RayleighDamping::energy(Span<const Vec3> v, double h, std::vector<Vec3>& product) const
{
    product.assign(v.size(), Vec3::Zero());
    add_gradient(v, 1.0, product);
    double sum = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += v[i].dot(product[i]);
    return 0.5 * h * sum;
}

void RayleighDamping::add_gradient(Span<const Vec3> v, double scale, Span<Vec3> g) const
{
    STICTION_ASSERT(elasticity_ && v.size() == g.size());
    elasticity_->multiply(values_, v, scale, g);
}

void RayleighDamping::add_hessian(double scale, Span<double> values) const
{
    STICTION_ASSERT(values.size() == values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i) values[i] += scale * values_[i];
}

}  // namespace stiction
