// Friction within the constrained step: the law holds at every contact and momentum balances at every node, which together
// are the whole problem.

#include "solver_core/friction/contact_jacobian.hpp"
#include "solver_core/friction/friction_error.hpp"
#include "solver_core/solvers/constrained_step.hpp"
#include "solver_core/tests/support/soft_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace stiction {
namespace {

using testing::SoftBlock;

// The lowest layer of a block on a plane through it, with normal y; gravity turned by `angle` (radians) and some motion.
struct BlockOnPlane {
    SoftBlock block;
    LinearConstraints constraints;
    std::vector<Mat3> blocks, frames;
    std::vector<Vec3> offsets, impulse;
    std::vector<double> mu, response;

    BlockOnPlane(double young, double angle, double friction, double shake, unsigned seed)
        : block(5, 4, 5, 0.05, young, 1000.0)
    {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> uniform(-shake, shake);
        const Vec3 gravity = 9.81 * Vec3(std::sin(angle), -std::cos(angle), 0.0);
        for (std::size_t a = 0; a < block.x.size(); ++a) {
            block.start[a] = block.h * gravity + Vec3(uniform(random), uniform(random), uniform(random));
            if (block.x[a].y() > 1e-9) continue;
            constraints.row.node.push_back(static_cast<Index>(a));
            constraints.row.begin.push_back(static_cast<Index>(constraints.row.node.size()));
            constraints.gradient.push_back(Vec3::UnitY());
            constraints.offset.push_back(0.0);
            blocks.push_back(Mat3::Identity());
            frames.push_back(contact_frame(Vec3::UnitY()));
            offsets.push_back(Vec3::Zero());
            impulse.push_back(Vec3::Zero());
            mu.push_back(friction);
            response.push_back(1.0 / block.mass);
        }
    }

    SolveStatus solve(Vec3Array& v, ConstrainedStepStats& stats) { return solve_from(block.start, v, stats); }

    SolveStatus solve_from(const Vec3Array& start, Vec3Array& v, ConstrainedStepStats& stats)
    {
        StepFriction friction{blocks, frames, offsets, mu, &impulse};
        StepProblem problem;
        problem.objective = &block;
        problem.constraints = &constraints;
        problem.response = response;
        problem.friction = &friction;
        v = start;
        std::vector<double> multiplier;
        for (std::size_t c = 0; c < impulse.size(); ++c) multiplier.push_back(std::max(0.0, impulse[c].y()));
        const auto solver = make_constrained_step(ConstrainedStepKind::multipliers);
        return solver->solve(problem, {}, v, multiplier, stats);
    }

    // Largest |gradient - impulses| over the nodes, as a share of the largest impulse.
    double imbalance(const Vec3Array& v) const
    {
        Vec3Array rest(v.size());
        block.gradient(v, rest);
        double most = 0.0, worst = 0.0;
        for (std::size_t c = 0; c < impulse.size(); ++c) {
            rest[constraints.row.node[c]] -= impulse[c];
            most = std::max(most, impulse[c].norm());
        }
        for (const Vec3& r : rest) worst = std::max(worst, r.norm());
        return worst / most;
    }

    double error(const Vec3Array& v) const
    {
        std::vector<FrictionSample> samples;
        for (std::size_t c = 0; c < impulse.size(); ++c) {
            const Index node = constraints.row.node[c];
            samples.push_back({v[node], impulse[c], block.start[node], Vec3::UnitY(), mu[c]});
        }
        return friction_error(samples, 1.0 / block.mass).natural_map;
    }
};

TEST(StepFriction, LawAndMomentumHoldForSoftAndStiffBlocks)
{
    for (const double young : {1e4, 1e6, 1e8})
        for (const double friction : {0.0, 0.2, 0.6})
            for (const unsigned seed : {1U, 2U}) {
                SCOPED_TRACE(::testing::Message()
                             << "E " << young << ", mu " << friction << ", seed " << seed);
                BlockOnPlane problem(young, 0.35, friction, 0.02, seed);
                Vec3Array v;
                ConstrainedStepStats stats;
                ASSERT_EQ(problem.solve(v, stats), SolveStatus::converged);
                EXPECT_LT(problem.error(v), 1e-8);
                EXPECT_LT(problem.imbalance(v), 1e-6);
                for (const Vec3& r : problem.impulse) EXPECT_GE(r.y(), 0.0);
            }
}

// A block from rest, free of stress, gives a little before it takes its load, so that only far from the angle of friction do
// all contacts do the same.
TEST(StepFriction, RoughContactsStickSmoothOnesSlide)
{
    const double angle = 20.0 * 3.14159265358979323846 / 180.0;
    BlockOnPlane rough(1e7, angle, 2.0, 0.0, 1), smooth(1e7, angle, 0.05, 0.0, 1);
    Vec3Array v;
    ConstrainedStepStats stats;
    ASSERT_EQ(rough.solve(v, stats), SolveStatus::converged);
    for (const Index node : rough.constraints.row.node) EXPECT_LT(v[node].norm(), 1e-9);
    ASSERT_EQ(smooth.solve(v, stats), SolveStatus::converged);
    for (std::size_t c = 0; c < smooth.impulse.size(); ++c) {
        const Vec3 friction(smooth.impulse[c].x(), 0.0, smooth.impulse[c].z());
        EXPECT_GT(v[smooth.constraints.row.node[c]].x(), 0.01);
        EXPECT_NEAR(friction.norm(), 0.05 * smooth.impulse[c].y(), 1e-9);
        EXPECT_LT(friction.x(), 0.0);
    }
}

// The limits of friction are unknowns of the same Newton steps as everything else: a handful, not one round after another.
TEST(StepFriction, LimitsTakeNoRoundsOfTheirOwn)
{
    for (const double young : {1e5, 1e7})
        for (const double friction : {0.3, 1.0})
            for (const unsigned seed : {3U, 4U, 5U}) {
                SCOPED_TRACE(::testing::Message()
                             << "E " << young << ", mu " << friction << ", seed " << seed);
                BlockOnPlane problem(young, 0.5, friction, 0.05, seed);
                Vec3Array v;
                ConstrainedStepStats stats;
                ASSERT_EQ(problem.solve(v, stats), SolveStatus::converged);
                EXPECT_EQ(stats.multiplier_updates, 0);
                EXPECT_LE(stats.factorizations, 20);
                EXPECT_LT(problem.error(v), 1e-9);
            }
}

// Started at its own answer a step knows that it is there.
TEST(StepFriction, TheAnswerIsRecognisedWithOneFactor)
{
    BlockOnPlane problem(1e6, 0.35, 0.2, 0.02, 1);
    Vec3Array v;
    ConstrainedStepStats stats;
    ASSERT_EQ(problem.solve(v, stats), SolveStatus::converged);
    const Vec3Array answer = v;
    ASSERT_EQ(problem.solve_from(answer, v, stats), SolveStatus::converged);
    EXPECT_EQ(stats.factorizations, 1);
    for (std::size_t a = 0; a < v.size(); ++a) EXPECT_LT((v[a] - answer[a]).norm(), 1e-10);
}

TEST(StepFriction, ImpulsesOfTheLastStepSaveNewtonSteps)
{
    BlockOnPlane problem(1e6, 0.35, 0.2, 0.0, 1);
    Vec3Array v;
    ConstrainedStepStats cold, warm;
    ASSERT_EQ(problem.solve(v, cold), SolveStatus::converged);
    ASSERT_EQ(problem.solve(v, warm), SolveStatus::converged);
    EXPECT_LE(warm.multiplier_updates, cold.multiplier_updates);
}

}  // namespace
}  // namespace stiction
