#pragma once

// The yardstick of a step: one back-solve of its own matrix, three columns, by solvers everyone has.

#include "solver_core/solvers/projective_model.hpp"

#include <memory>
#include <vector>

namespace stiction::bench {

// P = M + h^2 K over the free nodes, built again from what the model publishes.
SparseMatrix global_matrix(const ProjectiveModel& model);

// One factorisation with its samples.
class TimedSolver {
public:
    TimedSolver(const SparseMatrix& p, LinearSolverKind kind);

    // One solve to bring the factor back into the cache, as in the iterations of a step, then `samples` timed ones.
    void sample(Index samples);
    // Medians of all samples so far: passed, and used by the calling thread.
    double milliseconds() const;
    double cpu_milliseconds() const;

private:
    std::unique_ptr<const SpdSolver> solver_;
    Vec3Array right_, unknown_;
    SolveScratch scratch_;
    std::vector<double> samples_, cpu_samples_;
};

}  // namespace stiction::bench
