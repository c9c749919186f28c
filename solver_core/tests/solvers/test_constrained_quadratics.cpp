// A constrained step with a quadratic objective and linear constraints: conditions of optimality on random problems, the own
// solver against Ipopt, redundant and contradicting constraints, the budget.

#include "solver_core/tests/solvers/constrained_problems.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <string>

namespace stiction {
namespace {

using testing::Answer;
using testing::answer_to;
using testing::difference;
using testing::expect_optimal;
using testing::expect_same_as_ipopt;
using testing::largest;
using testing::random_rows;
using testing::RandomQuadratic;

TEST(ConstrainedStep, RandomQuadraticsAreOptimal)
{
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Index nodes = 10 + 5 * static_cast<Index>(seed);
        const RandomQuadratic objective(nodes, seed);
        const LinearConstraints rows =
            random_rows(nodes, nodes, 1 + static_cast<Index>(seed) % 4, 100 + seed);
        StepProblem problem;
        problem.objective = &objective;
        problem.constraints = &rows;
        const Vec3Array impulse = testing::random_vectors(nodes, 50 + seed);
        problem.impulse = impulse;
        const Vec3Array start(static_cast<std::size_t>(nodes), Vec3::Zero());
        const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, start);
        EXPECT_EQ(own.status, SolveStatus::converged);
        expect_optimal(problem, own.v, own.multiplier, 1e-7);
        expect_same_as_ipopt(problem, start, own);
        // From somewhere else, far outside: the same minimum.
        Vec3Array far = testing::random_vectors(nodes, 9 * seed);
        for (Vec3& v : far) v *= 100.0;
        const Answer again = answer_to(ConstrainedStepKind::multipliers, problem, far);
        EXPECT_EQ(again.status, SolveStatus::converged);
        EXPECT_LT(difference(own.v, again.v), 1e-6 * largest(own.v));
    }
}

TEST(ConstrainedStep, NoConstraintsIsALinearSolve)
{
    const RandomQuadratic objective(20, 3);
    StepProblem problem;
    problem.objective = &objective;
    const Vec3Array start(20, Vec3::Zero());
    const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, start);
    EXPECT_EQ(own.status, SolveStatus::converged);
    EXPECT_EQ(own.stats.factorizations, 1);
    const Eigen::Map<const Eigen::VectorXd> a(objective.linear[0].data(), 3 * objective.nodes());
    const Eigen::VectorXd expected = Eigen::MatrixXd(objective.whole).llt().solve(a);
    EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(own.v[0].data(), 60) - expected).norm(),
              1e-9 * expected.norm());
}

TEST(ConstrainedStep, RedundantConstraintsChangeNothing)
{
    const RandomQuadratic objective(25, 4);
    const LinearConstraints once = random_rows(25, 30, 2, 8);
    LinearConstraints thrice = once;
    for (int copy = 0; copy < 2; ++copy) {
        for (Index i = 0; i < once.row.count(); ++i) {
            for (Index e = once.row.begin[i]; e < once.row.begin[i + 1]; ++e) {
                thrice.row.node.push_back(once.row.node[e]);
                thrice.gradient.push_back(2.0 * once.gradient[e]);
            }
            thrice.row.begin.push_back(static_cast<Index>(thrice.row.node.size()));
            thrice.offset.push_back(2.0 * once.offset[i]);
        }
    }
    StepProblem problem;
    problem.objective = &objective;
    problem.constraints = &once;
    const Vec3Array start(25, Vec3::Zero());
    const Answer first = answer_to(ConstrainedStepKind::multipliers, problem, start);
    problem.constraints = &thrice;
    const Answer second = answer_to(ConstrainedStepKind::multipliers, problem, start);
    EXPECT_EQ(second.status, SolveStatus::converged)
        << second.stats.iterations << " iterations, " << second.stats.multiplier_updates
        << " updates, violation " << second.stats.violation << ", step residual "
        << second.stats.stationarity;
    EXPECT_LT(difference(first.v, second.v), 1e-7 * largest(first.v));
}

TEST(ConstrainedStep, ContradictionsAreNamed)
{
    const RandomQuadratic objective(10, 5);
    LinearConstraints rows;
    rows.row.node = {2, 4, 4};
    rows.row.begin = {0, 1, 2, 3};
    rows.gradient = {Vec3::UnitX(), Vec3::UnitZ(), -Vec3::UnitZ()};
    rows.offset = {0.5, -1.0, -1.0};  // v_z >= 1 and v_z <= -1
    StepProblem problem;
    problem.objective = &objective;
    problem.constraints = &rows;
    const Answer own = answer_to(ConstrainedStepKind::multipliers, problem, Vec3Array(10, Vec3::Zero()));
    EXPECT_EQ(own.status, SolveStatus::diverged);
    EXPECT_TRUE(own.stats.infeasible);
    EXPECT_TRUE(own.stats.worst_constraint == 1 || own.stats.worst_constraint == 2);
    EXPECT_NEAR(own.stats.violation, 1.0, 0.1);
    for (const Vec3& v : own.v) EXPECT_TRUE(v.allFinite());
}

TEST(ConstrainedStep, ABudgetIsKept)
{
    const RandomQuadratic objective(40, 6);
    const LinearConstraints rows = random_rows(40, 40, 3, 9);
    StepProblem problem;
    problem.objective = &objective;
    problem.constraints = &rows;
    ConstrainedStepSettings settings;
    settings.max_iterations = 1;
    Vec3Array v(40, Vec3::Constant(100.0));
    std::vector<double> multiplier;
    ConstrainedStepStats stats;
    const auto own = make_constrained_step(ConstrainedStepKind::multipliers);
    EXPECT_EQ(own->solve(problem, settings, v, multiplier, stats), SolveStatus::reached_budget);
    EXPECT_EQ(stats.iterations, 1);
    EXPECT_GT(stats.violation, 0.0);
    EXPECT_GE(stats.worst_constraint, 0);
}

}  // namespace
}  // namespace stiction
