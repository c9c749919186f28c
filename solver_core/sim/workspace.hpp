#pragma once

// Buffers of the step: everything here can be thrown away between steps without changing a bit of the result.

#include "solver_core/contact/detect.hpp"
#include "solver_core/friction/crossing_guard.hpp"
#include "solver_core/sim/contact_force.hpp"
#include "solver_core/sim/step_report.hpp"
#include "solver_core/solvers/projective_dynamics.hpp"

#include <vector>

namespace stiction {

struct Workspace {
    Vec3Array v_start;  // predict: velocities less drag
    Vec3Array v_free;   // predict: free flight, held nodes as their motion gives
    DetectWorkspace detect;
    ContactSet contacts;                       // detect
    ProjectiveWorkspace projective;            // assemble, solve
    ContactSet passing;                        // find_passing
    CrossingGuard guard;                       // hold_apart
    Vec3Array x_next;                          // commit: new positions before they become the state
    std::vector<ContactForce> contact_forces;  // commit: on every object
    std::vector<double> partial;
    StepStats stats;
};

}  // namespace stiction
