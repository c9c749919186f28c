#pragma once

#include "solver_core/base/interrupt.hpp"
#include "solver_core/sim/model.hpp"
#include "solver_core/sim/state.hpp"
#include "solver_core/sim/step_report.hpp"
#include "solver_core/sim/workspace.hpp"

namespace stiction {

struct StepOptions {
    bool record_iterations = false;            // friction errors after every iteration, for convergence plots
    const InterruptFlag* interrupt = nullptr;  // polled between iterations
};

// Advances the state by one time step. State is written by commit alone, and only when the solve is usable: a failed
// or interrupted step leaves the caller exactly where it was.
StepReport step(const Model& model, const StepOptions& options, State& state, Workspace& work);

}  // namespace stiction
