#include "solver_core/tests/solvers/standing_block.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using testing::kGravity;
using testing::kStep;
using Block = testing::StandingBlock;

TEST(ProjectiveDynamics, ConvergesToTheCoulombLaw)
{
    for (const double mu : {0.0, 0.2, 0.8}) {
        const Block block(1e6, mu);
        ProjectiveWorkspace work;
        const ProjectiveStats stats = block.solve(1500, work);
        EXPECT_LT(stats.error.natural_map, 1e-9) << "mu " << mu;
        EXPECT_LT(stats.record[200].natural_map, 0.05 * stats.record[0].natural_map) << "mu " << mu;
    }
}

// Momentum is exact after any number of iterations: what the plane gives is what the block lacks.
TEST(ProjectiveDynamics, KeepsLinearMomentumAtAnyIteration)
{
    const Block block(1e6, 0.3);
    for (const Index iterations : {1, 3, 20}) {
        ProjectiveWorkspace work;
        block.solve(iterations, work);
        Vec3 momentum = Vec3::Zero();
        double total = 0.0;
        for (std::size_t i = 0; i < block.mass.size(); ++i) {
            momentum += block.mass[i] * work.v[i];
            total += block.mass[i];
        }
        Vec3 given = Vec3::Zero();
        for (const Vec3& r : work.contacts.impulse) given += r;
        EXPECT_LT((momentum - total * kStep * kGravity - given).norm(), 1e-12) << iterations << " iterations";
    }
}

// The converged velocities satisfy the frictional contact problem of the last projections, solved by brute force:
// Gauss-Seidel on the dense J P^-1 J^T.
TEST(ProjectiveDynamics, AgreesWithADenseGaussSeidelOracle)
{
    const Block block(1e5, 0.25);
    ProjectiveWorkspace work;
    block.solve(3000, work);

    const auto count = block.mesh.positions.size();
    Eigen::MatrixXd p = kStep * kStep * Eigen::MatrixXd(block.model.stiffness);
    for (std::size_t i = 0; i < count; ++i) p(Eigen::Index(i), Eigen::Index(i)) += block.mass[i];
    const Eigen::MatrixXd inverse = p.inverse();
    Eigen::MatrixXd b(count, 3);
    for (std::size_t i = 0; i < count; ++i) b.row(Eigen::Index(i)) = work.b[i].transpose();
    const Eigen::MatrixXd free = inverse * b;

    const Index contact_count = block.contacts.size();
    std::vector<Vec3> r(static_cast<std::size_t>(contact_count), Vec3::Zero());
    const auto velocity = [&](Index c) {
        Vec3 u = free.row(block.contacts.node[c]).transpose();
        for (Index d = 0; d < contact_count; ++d)
            u += inverse(block.contacts.node[c], block.contacts.node[d]) * r[d];
        return u;
    };
    for (int sweep = 0; sweep < 4000; ++sweep) {
        for (Index c = 0; c < contact_count; ++c) {
            const double w = inverse(block.contacts.node[c], block.contacts.node[c]);
            r[c] = solve_coulomb(velocity(c) - w * r[c], Vec3::UnitY(), 0.25, w).impulse;
        }
    }
    for (Index c = 0; c < contact_count; ++c)
        EXPECT_LT((velocity(c) - work.v[block.contacts.node[c]]).norm(), 1e-7) << "contact " << c;
}

TEST(ProjectiveDynamics, SolversGiveTheSameAnswer)
{
    ProjectiveWorkspace reference;
    const Block block(1e6, 0.3, LinearSolverKind::eigen);
    block.solve(20, reference);
    for (const LinearSolverKind kind : {LinearSolverKind::interleaved, LinearSolverKind::pardiso}) {
        if (!is_available(kind)) continue;
        ProjectiveWorkspace work;
        const Block other(1e6, 0.3, kind);
        other.solve(20, work);
        for (std::size_t i = 0; i < work.v.size(); ++i) EXPECT_LT((work.v[i] - reference.v[i]).norm(), 1e-9);
    }
}

}  // namespace
}  // namespace stiction
