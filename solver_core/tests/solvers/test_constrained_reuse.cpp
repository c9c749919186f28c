// What a solver of constrained steps keeps and what it may not depend on: warm starts, memory, threads, the factorisation.

#include "solver_core/base/parallel.hpp"
#include "solver_core/tests/solvers/constrained_problems.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using testing::Answer;
using testing::answer_to;
using testing::difference;
using testing::ground_below;
using testing::largest;
using testing::SoftBlock;

TEST(ConstrainedStep, WarmStartsSaveWorkAndNothingIsAnalysedTwice)
{
    SoftBlock block(6, 6, 5, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(0.2, 0.0, -1.0);
    LinearConstraints ground = ground_below(block, 36, 0.0005);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    const auto pool = make_executor(1);
    const ExecutorScope scope(pool.get());
    const auto own = make_constrained_step(ConstrainedStepKind::multipliers);
    const ConstrainedStepSettings settings;
    Vec3Array v = block.start;
    std::vector<double> multiplier;
    ConstrainedStepStats cold, warm;
    EXPECT_EQ(own->solve(problem, settings, v, multiplier, cold), SolveStatus::converged);
    EXPECT_EQ(cold.analyses, 1);
    const std::int64_t before = testing::allocation_count();
    for (Vec3& start : block.start) start *= 1.001;
    EXPECT_EQ(own->solve(problem, settings, v, multiplier, warm), SolveStatus::converged);
    EXPECT_EQ(testing::allocation_count(), before);
    EXPECT_EQ(warm.analyses, 0);
    EXPECT_LE(warm.factorizations, cold.factorizations);
    EXPECT_LE(warm.iterations, cold.iterations);
}

TEST(ConstrainedStep, SameBitsOnAnyNumberOfThreadsAndAnswersWithAnyFactor)
{
    SoftBlock block(9, 9, 9, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(0.2, 0.0, -1.0);
    const LinearConstraints ground = ground_below(block, 81, 0.0005);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    Answer first;
    for (const int threads : {1, 2, 4}) {
        const auto pool = make_executor(threads);
        const ExecutorScope scope(pool.get());
        const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, block.start);
        if (threads == 1) first = own;
        EXPECT_EQ(difference(first.v, own.v), 0.0);
    }
    for (const SparseFactorKind kind : {SparseFactorKind::eigen, SparseFactorKind::pardiso}) {
        if (!is_available(kind)) continue;
        ConstrainedStepSettings settings;
        settings.factor = kind;
        Vec3Array v = block.start;
        std::vector<double> multiplier;
        ConstrainedStepStats stats;
        const auto own = make_constrained_step(ConstrainedStepKind::multipliers);
        EXPECT_EQ(own->solve(problem, settings, v, multiplier, stats), SolveStatus::converged);
        EXPECT_LT(difference(first.v, v), 1e-8 * largest(v));
    }
}

}  // namespace
}  // namespace stiction
