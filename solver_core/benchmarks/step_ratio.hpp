#pragma once

// The time of a step in units of its own matrix: step / (iterations x one back-solve). Below 1 is possible, as the
// step runs on two threads with a solver of its own and the reference on one.
//
// The same ratio in processor time counts both threads of the step. It is what one thread alone would need at most, and
// it holds on a busy machine, where a step waits for its turn and a short back-solve does not.

#include "solver_core/benchmarks/measured_scene.hpp"

#include <cstdint>
#include <string>

namespace stiction::bench {

// Threads of the step; the reference solvers run on one.
inline constexpr int kThreads = 2;

struct ScenePlan {
    std::string name;  // test_hips/<name>.json
    Index warm_up;     // steps until sheets lie on each other and on the obstacle
    Index rounds;      // of one step and some back-solves
};

struct StepRatio {
    Index nodes = 0;
    Index iterations = 0;
    Index contacts = 0;             // active in the last step
    StageTimes step;                // medians, ms
    double pardiso_ms = 0.0;        // one back-solve, one thread; 0 where MKL is not linked
    double eigen_ms = 0.0;          // the same
    double own_ms = 0.0;            // the same at kThreads
    double step_cpu_ms = 0.0;       // processor time of a step, all threads
    double reference_cpu_ms = 0.0;  // and of a back-solve by the faster of the two
    std::int64_t allocations = 0;

    double reference_ms() const;  // the faster of the two
    double ratio() const { return step.total / (iterations * reference_ms()); }
    double cpu_ratio() const { return step_cpu_ms / (iterations * reference_cpu_ms); }
    double detect_share() const { return step.detect / step.total; }
    double backsolve_speedup() const { return reference_ms() / own_ms; }
};

StepRatio measure_step_ratio(const Scene& scene, const ScenePlan& plan);

}  // namespace stiction::bench
