#include "solver_core/solvers/squeezed_step.hpp"

#include "solver_core/math/finite.hpp"
#include "solver_core/solvers/relaxed_constraints.hpp"

#include <algorithm>

namespace stiction {
namespace {

// What would take the overlaps of the touching nodes back within the step.
void squeezing_impulses(const ContactSet& contacts, double step, StaggeredWorkspace& work)
{
    for (Index c = 0; c < contacts.size(); ++c) {
        const double response = work.rows.response[c];
        const double speed = std::max(0.0, -contacts.gap[c] / step);
        work.multiplier[c] = response > 0.0 ? speed / response : 0.0;
        work.impulse[c] = work.multiplier[c] * contacts.normal[c];
    }
}

}  // namespace

SolveStatus solve_squeezed(const StaggeredModel& model, const ContactSet& contacts, StepProblem problem,
                           ConstrainedStepSettings settings, ConstrainedStepSolver& solver,
                           StaggeredWorkspace& work, ConstrainedStepStats& stats)
{
    set_contact_rows(contacts, model.inverse_mass, model.step, 0.0, work.rows);

    const StepFriction* const friction = problem.friction;
    problem.friction = nullptr;
    settings.yielding = true;
    ConstrainedStepStats found;
    SolveStatus status = solver.solve(problem, settings, work.v, work.multiplier, found);
    stats.iterations += found.iterations;
    stats.factorizations += found.factorizations;
    if (status == SolveStatus::interrupted || !all_finite(work.v)) return status;
    const Vec3Array yielded = work.v;
    const RelaxedConstraints relaxed(*problem.constraints, yielded);

    problem.constraints = &relaxed;
    problem.friction = friction;
    settings.yielding = false;
    squeezing_impulses(contacts, model.step, work);
    status = solver.solve(problem, settings, work.v, work.multiplier, found);
    stats.iterations += found.iterations;
    stats.factorizations += found.factorizations;
    if (status == SolveStatus::interrupted) return status;
    if (!is_usable(status) || !all_finite(work.v)) {
        work.v = yielded;
        squeezing_impulses(contacts, model.step, work);
    }
    return SolveStatus::reached_budget;
}

}  // namespace stiction
