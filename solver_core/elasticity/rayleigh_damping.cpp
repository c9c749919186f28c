#include "solver_core/elasticity/rayleigh_damping.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>

namespace stiction {

void RayleighDamping::freeze(const FiniteElasticity& elasticity, Span<const Vec3> x, Span<const double> mass,
                             Span<const RayleighCoefficients> coefficients,
                             FiniteElasticityWorkspace& workspace)
{
    const auto nodes = static_cast<std::size_t>(elasticity.node_count());
    STICTION_ASSERT(mass.size() == nodes && (coefficients.size() == 1 || coefficients.size() == nodes));
    const auto of = [&](Index node) -> const RayleighCoefficients& {
        return coefficients[coefficients.size() == 1 ? 0 : static_cast<std::size_t>(node)];
    };
    elasticity_ = &elasticity;
    values_.assign(static_cast<std::size_t>(elasticity.pattern().nonZeros()), 0.0);
    // Without beta the Hessian need not be known; where the energy is infinite it would not be a number.
    const auto damps_strain = [](const RayleighCoefficients& c) { return c.beta > 0.0; };
    if (std::any_of(coefficients.begin(), coefficients.end(), damps_strain)) {
        elasticity.hessian(x, HessianKind::positive, values_, workspace);
        const Index* column = elasticity.pattern().outerIndexPtr();
        for (Index k = 0; k < elasticity.pattern().outerSize(); ++k) {
            const double beta = of(k / 3).beta;
            for (Index e = column[k]; e < column[k + 1]; ++e)
                values_[e] = beta > 0.0 ? beta * values_[e] : 0.0;
        }
    }
    elasticity.blocks().for_each_diagonal(
        [&](Index node, Index, std::size_t place) { values_[place] += of(node).alpha * mass[node]; });
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
