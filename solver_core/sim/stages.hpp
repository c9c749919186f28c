#pragma once

// The stages of a step. Each reads the model and what earlier stages left in the workspace; only commit writes State.

#include "solver_core/sim/model.hpp"
#include "solver_core/sim/state.hpp"
#include "solver_core/sim/step.hpp"
#include "solver_core/sim/workspace.hpp"

namespace stiction {

// Seconds at which the step from this state begins.
inline double start_time(const Model& model, const State& state)
{
    return static_cast<double>(state.step) * model.step;
}

void predict(const Model& model, const State& state, Workspace& work);
void find_contacts(const Model& model, const State& state, Workspace& work);
// The same for any part of a step.
void find_contacts(const Model& model, const DetectQuery& query, Workspace& work);
void assemble(const Model& model, const State& state, Workspace& work);
SolveStatus solve(const Model& model, const StepOptions& options, const State& state, Workspace& work);
void hold_apart(const Model& model, const State& state, Workspace& work);
void commit(const Model& model, Workspace& work, State& state);

// solve, by method.
SolveStatus solve_by_projections(const Model& model, const StepOptions& options, const State& state,
                                 Workspace& work);
SolveStatus solve_by_staggering(const Model& model, const StepOptions& options, const State& state,
                                Workspace& work);
SolveStatus solve_implicitly(const Model& model, const StepOptions& options, const State& state,
                             Workspace& work);

// What the method staggered is told of a step.
StaggeredParameters staggered_parameters(const Model& model, const StepOptions& options, const State& state,
                                         Workspace& work);

// commit's part for the method implicit: what it needs of this step in the next one. State still is that of the start.
void keep_implicit(const Model& model, const Workspace& work, State& state);

}  // namespace stiction
