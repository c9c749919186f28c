#include "solver_core/sim/contact_text.hpp"
#include "solver_core/sim/stages.hpp"

namespace stiction {

StaggeredParameters staggered_parameters(const Model& model, const StepOptions& options, const State& state,
                                         Workspace& work)
{
    const SolverSettings& solver = model.solver;
    StaggeredParameters parameters;
    parameters.step_solver = solver.step_solver == StepSolver::ipopt ? ConstrainedStepKind::ipopt
                                                                     : ConstrainedStepKind::multipliers;
    parameters.step.tolerance = solver.step_tolerance;
    parameters.step.max_iterations = *solver.step_iterations;
    parameters.step.friction_iterations = solver.friction_iterations;
    switch (solver.linear_solver) {
        case SolverChoice::eigen: parameters.step.factor = SparseFactorKind::eigen; break;
        case SolverChoice::pardiso: parameters.step.factor = SparseFactorKind::pardiso; break;
        case SolverChoice::interleaved:
        case SolverChoice::automatic: break;
    }
    parameters.friction.eps = solver.friction_tolerance;
    parameters.friction.k_max = solver.friction_iterations;
    parameters.friction.finish = solver.exact_friction;
    parameters.friction.projection =
        solver.step_solver == StepSolver::ipopt ? ProjectionKind::ipopt : ProjectionKind::own;
    parameters.elastic_coupling = solver.coupling == FrictionCoupling::elastic;
    parameters.forwarding = solver.friction_forwarding;
    parameters.recovery_speed = model.recovery_speed;
    parameters.nonlinear = solver.constraints == GapConstraints::nonlinear;
    parameters.step.interrupt = options.interrupt;
    parameters.time = static_cast<double>(state.step) * model.step;
    parameters.surfaces = &work.joined.surfaces;
    return parameters;
}

SolveStatus solve_by_staggering(const Model& model, const StepOptions& options, const State& state,
                                Workspace& work)
{
    StaggeredSolveStats found;
    const StaggeredParameters parameters = staggered_parameters(model, options, state, work);
    const SolveStatus status =
        solve_staggered(model.finite, parameters, work.contacts, state.x, work.v_free, work.staggered, found);
    if (status != SolveStatus::converged && found.step.worst_constraint >= 0) {
        work.stats.worst_contact = contact_text(model, work.contacts, found.step.worst_constraint);
        work.stats.worst_violation = found.step.violation;
    }
    work.stats.iterations = found.step.iterations;
    work.stats.linear_iterations = found.step.factorizations;
    work.stats.friction_residual = found.error.natural_map;
    work.stats.alart_curnier = found.error.alart_curnier_normal + found.error.alart_curnier_tangential;
    return status;
}

}  // namespace stiction
