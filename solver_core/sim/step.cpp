#include "solver_core/sim/step.hpp"

#include "solver_core/base/timer.hpp"
#include "solver_core/sim/stages.hpp"

namespace stiction {

StepReport step(const Model& model, const StepOptions& options, State& state, Workspace& work)
{
    work.stats = StepStats{};
    StageTimes ms;
    SolveStatus status = SolveStatus::reached_budget;
    {
        const ScopedTimer total(ms.total);
        {
            const ScopedTimer timer(ms.detect);
            predict(model, state, work);        // free flight, held nodes where their motion takes them
            find_contacts(model, state, work);  // pairs that could touch within the step, sorted by feature
        }
        {
            const ScopedTimer timer(ms.assemble);
            assemble(model, state,
                     work);  // the step's constant right-hand side, effective masses, warm start
        }
        {
            const ScopedTimer timer(ms.solve);
            status = solve(model, options, state, work);
        }
        {
            const ScopedTimer timer(ms.commit);
            if (is_usable(status)) commit(model, work, state);
        }
    }
    work.stats.ms = ms;
    return {state.step, static_cast<double>(state.step) * model.step, status, work.stats};
}

}  // namespace stiction
