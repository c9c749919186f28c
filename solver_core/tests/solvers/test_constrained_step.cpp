// A constrained step of a soft block on the ground: infeasible starts, held nodes, starts of infinite energy.

#include "solver_core/tests/solvers/constrained_problems.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using testing::Answer;
using testing::answer_to;
using testing::expect_optimal;
using testing::expect_same_as_ipopt;
using testing::ground_below;
using testing::SoftBlock;

TEST(ConstrainedStep, ABlockThatStartsInTheGroundIsPushedOut)
{
    SoftBlock block(5, 5, 5, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(1.0, 0.0, -2.0);
    const LinearConstraints ground = ground_below(block, 25, 0.01);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, block.start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    EXPECT_LT(own.stats.violation, 1e-8);
    expect_optimal(problem, own.v, own.multiplier, 1e-7);
    expect_same_as_ipopt(problem, block.start, own);
}

TEST(ConstrainedStep, HeldNodesKeepTheirVelocityToTheBit)
{
    SoftBlock block(4, 4, 4, 0.05, 1e5, 1000.0);
    for (Vec3& v : block.start) v = Vec3(0.0, 0.3, -1.0);
    const LinearConstraints ground = ground_below(block, 16, 0.001);
    std::vector<char> held(block.x.size(), 0);
    Vec3Array start = block.start;
    for (std::size_t a = 48; a < 64; ++a) {
        held[a] = 1;
        start[a] = Vec3(0.1 / 3.0, 0.0, -0.7);
    }
    held[3] = 1;  // a held node in contact: its own constraint has nobody to move
    start[3] = Vec3::Zero();
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    problem.held = held;
    const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    for (std::size_t a = 0; a < held.size(); ++a) {
        if (held[a] == 0) continue;
        EXPECT_EQ(own.v[a], start[a]);
    }
    EXPECT_EQ(own.multiplier[3], 0.0);
    expect_same_as_ipopt(problem, start, own);
}

TEST(ConstrainedStep, InfiniteEnergiesAreBackedAwayFrom)
{
    SoftBlock block(4, 4, 4, 0.05, 1e4, 1000.0);
    for (std::size_t a = 0; a < block.start.size(); ++a)
        block.start[a] = a % 2 == 0 ? Vec3(0.0, 0.0, -20.0) : Vec3(5.0, 0.0, 20.0);
    ASSERT_FALSE(std::isfinite(block.value(block.start)));
    const LinearConstraints ground = ground_below(block, 16, 0.001);
    StepProblem problem;
    problem.objective = &block;
    problem.constraints = &ground;
    const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, block.start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    EXPECT_TRUE(own.stats.start_backed_off);
    EXPECT_TRUE(std::isfinite(block.value(own.v)));
    expect_optimal(problem, own.v, own.multiplier, 1e-6);
    // A held motion that inverts elements leaves nothing to start from.
    std::vector<char> held(block.x.size(), 1);
    problem.held = held;
    EXPECT_EQ(answer_to(ConstrainedStepKind::multipliers, problem, block.start).status,
              SolveStatus::diverged);
}

}  // namespace
}  // namespace stiction
