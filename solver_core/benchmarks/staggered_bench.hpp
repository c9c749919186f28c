#pragma once

// The method staggered: the constrained step by our own solver and by Ipopt, and how a step grows.

#include "solver_core/benchmarks/growth.hpp"
#include "solver_core/benchmarks/measured_scene.hpp"

#include <string>
#include <vector>

namespace stiction::bench {

// The constrained elastic step of [Larionov 2022], eq. 3.21, by two solvers from the same states: the same objective, rows and
// start, friction of the last step as an outer impulse, since Ipopt knows none. The projections that follow in a step are left
// out: they end at a change of friction of one per cent, and two starts that differ in the last digit end as far apart.
struct SolverDuel {
    Index nodes = 0;
    Index contacts = 0;                   // most in a step
    double own_ms = 0.0, ipopt_ms = 0.0;  // medians of the solve
    double difference = 0.0;              // of the velocities, largest over the largest velocity, worst round
    double own_error = 0.0, ipopt_error = 0.0;  // of the conditions of optimality, over the largest velocity
    double own_iterations = 0.0, own_factorizations = 0.0, ipopt_iterations = 0.0;  // a round
    Index failures = 0;  // rounds in which one of them gave nothing usable; left out
    double ratio() const { return ipopt_ms / own_ms; }
};

struct DuelPlan {
    std::string name;  // test_hips/<name>.json
    Index warm_up;     // steps until things touch
    Index rounds;
    std::vector<std::string> overrides;  // as for --set
};

SolverDuel measure_solver_duel(const Scene& scene, const DuelPlan& plan);

// Median times of the stages of a step as the scene has it, after a warm-up.
struct StageShares {
    Index nodes = 0;
    Index contacts = 0;
    StageTimes step;
};
StageShares measure_stages(const Scene& scene, const DuelPlan& plan);

// A hollow ball on a plane, refined; and a sliding block of as many nodes with ever more of them on the ground.
std::vector<GrowthPoint> measure_staggered_growth();
std::vector<GrowthPoint> measure_contact_growth();

}  // namespace stiction::bench
