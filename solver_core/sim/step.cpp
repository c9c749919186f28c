#include "solver_core/sim/step.hpp"

#include "solver_core/base/timer.hpp"
#include "solver_core/sim/stages.hpp"

namespace stiction {
namespace {

template <class Stage>
void timed(double& ms, const Stage& stage)
{
    const ScopedTimer timer(ms);
    stage();
}

}  // namespace

StepReport step(const Model& model, const StepOptions& options, State& state, Workspace& work)
{
    work.stats = StepStats{};
    StageTimes ms;
    SolveStatus status = SolveStatus::reached_budget;
    timed(ms.total, [&] {
        timed(ms.detect, [&] {
            predict(model, state, work);        // free flight, held nodes where their motion takes them
            find_contacts(model, state, work);  // pairs that could touch within the step, sorted by feature
        });
        timed(ms.assemble, [&] { assemble(model, state, work); });  // right-hand side, warm start
        timed(ms.solve, [&] { status = solve(model, options, state, work); });
        if (!is_usable(status)) return;
        timed(ms.guard, [&] { hold_apart(model, state, work); });  // what would go through what
        timed(ms.commit, [&] { commit(model, work, state); });
    });
    work.stats.ms = ms;
    return {state.step, static_cast<double>(state.step) * model.step, status, work.stats};
}

}  // namespace stiction
