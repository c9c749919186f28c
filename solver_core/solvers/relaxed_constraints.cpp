#include "solver_core/solvers/relaxed_constraints.hpp"

#include <algorithm>

namespace stiction {

RelaxedConstraints::RelaxedConstraints(const StepConstraints& strict, Span<const Vec3> v)
    : strict_(strict), slack_(static_cast<std::size_t>(strict.rows().count()))
{
    Vec3Array gradient(strict.rows().node.size());
    strict_.evaluate(v, slack_, gradient);
    for (double& slack : slack_) slack = std::max(0.0, -slack);
}

void RelaxedConstraints::evaluate(Span<const Vec3> v, Span<double> c, Span<Vec3> gradient) const
{
    strict_.evaluate(v, c, gradient);
    for (std::size_t i = 0; i < slack_.size(); ++i) c[i] += slack_[i];
}

}  // namespace stiction
