#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/rest_triangle.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/solvers/projective_dynamics.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kStep = 0.005;
const Vec3 kGravity(3.0, -9.0, 0.0);  // as on a slope

// A stiff block whose bottom nodes stand on the plane y = 0.
struct Block {
    TetMesh mesh = box_tets(Vec3(0.2, 0.1, 0.2), {4, 2, 4});
    std::vector<double> mass = lumped_mass(mesh.positions, mesh.tets, 1000.0);
    ProjectiveModel model;
    ContactSet contacts;

    explicit Block(double young, double mu, LinearSolverKind kind = LinearSolverKind::automatic)
    {
        for (Vec3& p : mesh.positions) p.y() += 0.05;
        TetElastic tets;
        for (const Tet& t : mesh.tets) {
            const auto& x = mesh.positions;
            const RestTet r = rest_tet(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
            tets.nodes.push_back(t);
            tets.inverse_rest.push_back(r.inverse);
            tets.weight.push_back(0.8 * young * r.volume);
            tets.volume_weight.push_back(1.5 * young * r.volume);
        }
        const auto count = static_cast<Index>(mesh.positions.size());
        model = build_projective_model(ProjectiveElasticity({}, {}, tets, count), mass, {}, kStep, kind);
        for (Index i = 0; i < count; ++i) {
            if (mesh.positions[i].y() > 1e-9) continue;
            contacts.key.push_back({ContactKind::vertex_obstacle, 0, i, 0});
            contacts.normal.emplace_back(Vec3::UnitY());
            contacts.obstacle_velocity.emplace_back(Vec3::Zero());
            contacts.gap.push_back(0.0);
            contacts.mu.push_back(mu);
            contacts.node.push_back(i);
            contacts.weight.push_back(1.0);
            contacts.begin.push_back(static_cast<Index>(contacts.node.size()));
        }
    }

    ProjectiveStats solve(Index iterations, ProjectiveWorkspace& work) const
    {
        const Vec3Array start(mesh.positions.size(), Vec3::Zero());
        work.v.assign(mesh.positions.size(), kStep * kGravity);
        work.v_free = work.v;
        work.guess = work.v;
        work.contacts.impulse.assign(contacts.key.size(), Vec3::Zero());
        assemble_projective(model, contacts, mesh.positions, start, kGravity, 0.25, work);
        ProjectiveParameters parameters;
        parameters.iterations = iterations;
        parameters.record = true;
        ProjectiveStats stats;
        EXPECT_TRUE(is_usable(solve_projective(model, parameters, contacts, mesh.positions, work, stats)));
        return stats;
    }
};

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
