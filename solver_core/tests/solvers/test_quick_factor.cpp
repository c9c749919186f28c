#include "solver_core/solvers/quick_factor.hpp"
#include "solver_core/tests/solvers/standing_block.hpp"
#include "solver_core/tests/support/random_spd.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cstring>

namespace stiction {
namespace {

using testing::kGravity;
using testing::kStep;
using testing::StandingBlock;

// The block with quick steps, which it is too small to be given.
StandingBlock quick_block(double young, double mu)
{
    StandingBlock block(young, mu);
    block.model.quick = block.model.factor->single_precision();
    return block;
}

Eigen::MatrixXd dense_matrix(const ProjectiveModel& model)
{
    const auto count = static_cast<Eigen::Index>(model.free_nodes.size());
    Eigen::MatrixXd p(count, count);
    for (Eigen::Index i = 0; i < count; ++i)
        for (Eigen::Index j = 0; j < count; ++j) {
            const Index a = model.free_nodes[i], b = model.free_nodes[j];
            p(i, j) = model.step * model.step * model.stiffness.coeff(a, b) + (i == j ? model.mass[a] : 0.0);
        }
    return p;
}

double largest_difference(const Vec3Array& a, const Vec3Array& b)
{
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

TEST(QuickFactor, WhatIsLeftOpenIsThatOfTheDenseMatrix)
{
    const StandingBlock block(1e5, 0.3, LinearSolverKind::automatic, {0, 7, 31});
    const ProjectiveModel& model = block.model;
    const Eigen::MatrixXd p = dense_matrix(model);
    const Vec3Array v = testing::random_vectors(model.node_count(), 5),
                    b = testing::random_vectors(model.node_count(), 6);
    for (std::size_t f = 0; f < model.free_nodes.size(); ++f) {
        Vec3 expected = b[model.free_nodes[f]];
        double scale = 0.0;
        for (std::size_t g = 0; g < model.free_nodes.size(); ++g) {
            const double entry = p(static_cast<Eigen::Index>(f), static_cast<Eigen::Index>(g));
            expected -= entry * v[model.free_nodes[g]];
            scale += std::fabs(entry);
        }
        const Vec3 open = left_open(model, b[model.free_nodes[f]], v, model.free_nodes[f]);
        EXPECT_LT((open - expected).norm(), 1e-14 * (1.0 + scale)) << "unknown " << f;
    }
}

// Never more than the true norm of E = 1 - Q P in the metric of the masses, and not far below it.
TEST(QuickFactor, MeasuresTheContraction)
{
    for (const double young : {1e5, 1e7, 1e9}) {
        const StandingBlock block(young, 0.3);
        const ProjectiveModel& model = block.model;
        const auto quick = model.factor->single_precision();
        const auto count = static_cast<Eigen::Index>(model.free_nodes.size());
        Eigen::MatrixXd e = Eigen::MatrixXd::Identity(count, count);
        const Eigen::MatrixXd p = dense_matrix(model);
        SolveScratch scratch;
        for (Eigen::Index j = 0; j < count; ++j) {
            Vec3Array column(static_cast<std::size_t>(count));
            for (Eigen::Index i = 0; i < count; ++i)
                column[static_cast<std::size_t>(i)] = Vec3(p(i, j), 0, 0);
            quick->solve(column, scratch);
            for (Eigen::Index i = 0; i < count; ++i) e(i, j) -= column[static_cast<std::size_t>(i)].x();
        }
        Eigen::VectorXd root(count);
        for (Eigen::Index i = 0; i < count; ++i) root[i] = std::sqrt(model.mass[model.free_nodes[i]]);
        const Eigen::MatrixXd scaled = root.asDiagonal() * e * root.cwiseInverse().asDiagonal();
        const double norm = scaled.jacobiSvd().singularValues()[0];
        const double measured = measure_contraction(model, *quick);
        // The solves round as well: E is linear to single precision only.
        EXPECT_LT(measured, 1.5 * norm) << "young " << young;
        EXPECT_GT(measured, 0.03 * norm) << "young " << young;
    }
}

TEST(QuickFactor, IsForLargeFactorsThatContract)
{
    const StandingBlock soft(1e5, 0.3), hard(1e13, 0.3), eigen(1e5, 0.3, LinearSolverKind::eigen);
    EXPECT_NE(choose_quick_factor(soft.model, 1), nullptr);
    EXPECT_EQ(choose_quick_factor(soft.model, kLargeFactor), nullptr);
    EXPECT_EQ(choose_quick_factor(hard.model, 1), nullptr);
    EXPECT_EQ(choose_quick_factor(eigen.model, 1), nullptr);
}

// One iteration is the last one, and exact.
TEST(QuickFactor, LeavesALoneIterationAsItIs)
{
    const StandingBlock exact(1e6, 0.3), quick = quick_block(1e6, 0.3);
    ProjectiveWorkspace a, b;
    exact.solve(1, a);
    quick.solve(1, b);
    EXPECT_LT(largest_difference(a.v, b.v), 1e-13 * kStep * kGravity.norm());
}

// A few iterations go the same way, and many end in the same place.
TEST(QuickFactor, FindsWhatTheDoubleFactorFinds)
{
    for (const double mu : {0.0, 0.2, 0.8})
        for (const Index iterations : {3, 20, 1500}) {
            const StandingBlock exact(1e6, mu), quick = quick_block(1e6, mu);
            ProjectiveWorkspace a, b;
            exact.solve(iterations, a);
            const ProjectiveStats stats = quick.solve(iterations, b);
            const double bound = iterations == 1500 ? 1e-9 : 1e-5;
            EXPECT_LT(largest_difference(a.v, b.v), bound * kStep * kGravity.norm())
                << "mu " << mu << ", " << iterations << " iterations";
            EXPECT_TRUE(iterations < 1500 || stats.error.natural_map < 1e-9) << "mu " << mu;
        }
}

// The last step is exact: momentum is kept to the last digits whatever the steps before were.
TEST(QuickFactor, KeepsLinearMomentum)
{
    const StandingBlock block = quick_block(1e6, 0.3);
    for (const Index iterations : {1, 2, 20}) {
        ProjectiveWorkspace work;
        block.solve(iterations, work);
        Vec3 momentum = Vec3::Zero();
        for (std::size_t i = 0; i < block.mass.size(); ++i)
            momentum += block.mass[i] * (work.v[i] - kStep * kGravity);
        for (const Vec3& r : work.contacts.impulse) momentum -= r;
        EXPECT_LT(momentum.norm(), 1e-12) << iterations << " iterations";
    }
}

}  // namespace
}  // namespace stiction
