#include "solver_core/solvers/elastic_objective.hpp"

#include "solver_core/base/parallel.hpp"

#include <cmath>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;

}  // namespace

void ElasticObjective::begin(const StaggeredModel& model, Span<const Vec3> x, Span<const Vec3> v_free)
{
    model_ = &model;
    x_ = x;
    v_free_ = v_free;
    moved_.resize(x.size());
    if (is_damped()) damping_.freeze(model.elasticity, x, model.mass, model.damping, elastic_);
}

void ElasticObjective::move(Span<const Vec3> v) const
{
    parallel_for(nodes(), kNodeChunk, [&](Index i) { moved_[i] = x_[i] + model_->step * v[i]; });
}

double ElasticObjective::value(Span<const Vec3> v) const
{
    move(v);
    const double elastic = model_->elasticity.energy(moved_, partial_);
    if (!std::isfinite(elastic)) return elastic;
    const double inertia = ordered_sum(nodes(), kNodeChunk, 0.0, partial_, [&](Index begin, Index end) {
        double sum = 0.0;
        for (Index i = begin; i < end; ++i) sum += 0.5 * model_->mass[i] * (v[i] - v_free_[i]).squaredNorm();
        return sum;
    });
    return inertia + elastic + (is_damped() ? damping_.energy(v, model_->step, product_) : 0.0);
}

double ElasticObjective::gradient(Span<const Vec3> v, Span<Vec3> gradient) const
{
    const double gamma = value(v);
    if (!std::isfinite(gamma)) return gamma;
    const double h = model_->step;
    for (Vec3& g : gradient) g.setZero();
    model_->elasticity.add_gradient(moved_, gradient, elastic_);
    parallel_for(nodes(), kNodeChunk,
                 [&](Index i) { gradient[i] = h * gradient[i] + model_->mass[i] * (v[i] - v_free_[i]); });
    if (is_damped()) damping_.add_gradient(v, h, gradient);
    return gamma;
}

void ElasticObjective::hessian(Span<const Vec3> v, HessianKind kind, Span<double> values) const
{
    const double h = model_->step;
    move(v);
    model_->elasticity.hessian(moved_, kind, values, elastic_);
    for (double& value : values) value *= h * h;
    if (is_damped()) damping_.add_hessian(h, values);
    // The diagonal entry is the first of its column in a lower triangle.
    const Index* column = pattern().outerIndexPtr();
    for (Index i = 0; i < nodes(); ++i)
        for (Index k = 0; k < 3; ++k) values[column[3 * i + k]] += model_->mass[i];
}

}  // namespace stiction
