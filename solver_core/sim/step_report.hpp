#pragma once

// What a step tells about itself: one struct feeds stats.jsonl, Python and the node's info panel.

#include "solver_core/base/status.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/friction/friction_error.hpp"
#include "solver_core/solvers/damped_newton.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiction {

struct StageTimes {  // milliseconds
    double detect = 0.0;
    double assemble = 0.0;
    double solve = 0.0;
    double guard = 0.0;
    double commit = 0.0;
    double total = 0.0;
};

struct StepEnergy {  // J, at the end of the step
    double kinetic = 0.0;
    double elastic = 0.0;
    double gravity = 0.0;
};

// A filled volume at the end of a step.
struct FillStats {
    std::string object;          // its owner
    double volume_change = 0.0;  // as a share of that at the start
    double pressure = 0.0;       // above that outside, Pa
};

struct StepStats {
    Index iterations = 0;
    Index linear_iterations = 0;
    Index contacts_external = 0;
    Index contacts_self = 0;
    Index candidates = 0;  // rows the solve was given, those that carry an impulse and the others
    Index sticking = 0;
    Index sliding = 0;
    Index together =
        0;  // contacts of solids solved all at once, not refined over the iterations (projective)
    Index held_back = 0;     // pairs kept from passing and nodes kept out of colliders after the solve
    Index moved_as_one = 0;  // nodes that move with others because nothing less keeps them from passing
    double friction_residual = 0.0;  // natural map, dimensionless; the same measure for every method
    double alart_curnier = 0.0;      // beside it, as papers plot it, m/s
    double penetration_max = 0.0;    // m
    std::optional<double> creep;  // fastest sliding of what sticks, m/s; of methods whose friction is smooth
    std::optional<double>
        creep_limit;  // the sliding speed friction was smoothed up to; that asked for, if reached
    // Of a step that did not converge: the contact that is furthest from holding, and by how much; empty: none.
    std::string worst_contact;
    double worst_violation = 0.0;  // m/s
    std::vector<FillStats> fills;
    StepEnergy energy;
    StageTimes ms;
    std::string
        reason;  // why the step did not converge and what may help, where the method can tell; else empty
    std::vector<NewtonIteration>
        newton;  // of the method implicit, with the same option: all Newton steps of the step
    std::vector<FrictionError> record;  // after every iteration, when StepOptions::record_iterations is set
};

struct StepReport {
    std::int64_t step = 0;
    double time = 0.0;
    SolveStatus status = SolveStatus::reached_budget;
    StepStats stats;
};

}  // namespace stiction
