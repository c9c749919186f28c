#pragma once

// A step whose constraints contradict each other: a sheet between plates that are closer than it is thick.
//
//   1  overlaps are held, no longer undone: two recoveries that push a sheet from either side tilt it further every step
//   2  constraints as springs, without friction: its discs would grow with the impulses that squeeze
//   3  the step with friction and constraints eased by what 2 leaves open (relaxed_constraints.hpp), from impulses that would
//      take the overlaps back at once: what is squeezed is held tight

#include "solver_core/solvers/staggered_dynamics.hpp"

namespace stiction {

// problem: the step as it was tried; work.v its start in, answer out. Counts into stats. `reached_budget`, never `converged`; where
// 3 fails, with the motion of 2.
SolveStatus solve_squeezed(const StaggeredModel& model, const ContactSet& contacts, StepProblem problem,
                           ConstrainedStepSettings settings, ConstrainedStepSolver& solver,
                           StaggeredWorkspace& work, ConstrainedStepStats& stats);

}  // namespace stiction
