#pragma once

#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/rest_triangle.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/solvers/projective_dynamics.hpp"

#include <gtest/gtest.h>

namespace stiction::testing {

constexpr double kStep = 0.005;
inline const Vec3 kGravity(3.0, -9.0, 0.0);  // as on a slope

// A stiff block whose bottom nodes stand on the plane y = 0.
struct StandingBlock {
    TetMesh mesh = box_tets(Vec3(0.2, 0.1, 0.2), {4, 2, 4});
    std::vector<double> mass = lumped_mass(mesh.positions, mesh.tets, 1000.0);
    ProjectiveModel model;
    ContactSet contacts;

    explicit StandingBlock(double young, double mu, LinearSolverKind kind = LinearSolverKind::automatic,
                           const std::vector<Index>& held = {})
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
        model = build_projective_model(ProjectiveElasticity({}, {}, tets, count), mass, held, kStep, kind);
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
        work.v.assign(mesh.positions.size(), kStep * kGravity);
        work.v_free = work.v;
        work.guess = work.v;
        work.contacts.impulse.assign(contacts.key.size(), Vec3::Zero());
        assemble_projective(model, contacts, mesh.positions, work.v_free, 0.25, work);
        ProjectiveParameters parameters;
        parameters.iterations = iterations;
        parameters.record = true;
        ProjectiveStats stats;
        EXPECT_TRUE(is_usable(solve_projective(model, parameters, contacts, mesh.positions, work, stats)));
        return stats;
    }
};

}  // namespace stiction::testing
