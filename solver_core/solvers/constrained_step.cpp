#include "solver_core/solvers/constrained_step.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/solvers/ipopt_step.hpp"
#include "solver_core/solvers/multiplier_step.hpp"

namespace stiction {

bool is_available(ConstrainedStepKind kind)
{
#ifdef STICTION_HAS_IPOPT
    (void)kind;
    return true;
#else
    return kind != ConstrainedStepKind::ipopt;
#endif
}

std::unique_ptr<ConstrainedStepSolver> make_constrained_step(ConstrainedStepKind kind)
{
    if (kind == ConstrainedStepKind::multipliers) return std::make_unique<MultiplierStep>();
#ifdef STICTION_HAS_IPOPT
    return std::make_unique<IpoptStep>();
#else
    throw InputError("constrained step",
                     "the solver ipopt is not part of this build; allowed: multipliers; build with "
                     "coinor-libipopt-dev to have it");
#endif
}

}  // namespace stiction
