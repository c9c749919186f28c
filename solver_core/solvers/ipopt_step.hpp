#pragma once

#ifdef STICTION_HAS_IPOPT

#include "solver_core/solvers/constrained_step.hpp"

namespace stiction {

// A StepProblem by Ipopt (Eclipse Public Licence): interior points with a filter line search and exact Hessians, as in
// the paper. Held nodes are left out of the unknowns. The objective is divided by the smallest entry of the Hessian's
// diagonal, so that its derivatives are velocities; a larger one would make the multipliers small and, since interior
// points bound their product with the constraints, leave the constraints unmet by more than the tolerance.
class IpoptStep final : public ConstrainedStepSolver {
public:
    const char* name() const override { return "ipopt"; }
    SolveStatus solve(const StepProblem& problem, const ConstrainedStepSettings& settings, Vec3Array& v,
                      std::vector<double>& multiplier, ConstrainedStepStats& stats) override;
};

}  // namespace stiction

#endif
