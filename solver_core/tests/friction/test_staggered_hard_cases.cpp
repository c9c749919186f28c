// Staggered projections where impulses are not unique, where contacts jam, and where there is no solution.

#include "solver_core/friction/staggered_projections.hpp"
#include "solver_core/tests/support/contact_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using testing::ContactProblem;
using testing::on_slope;
using testing::random_contacts;

// Every contact three times: W is singular, impulses are not unique, velocities are those of each contact once.
TEST(StaggeredProjections, RedundantContactsMoveAsTheContactsOnce)
{
    const ContactProblem once = random_contacts(25, 60, 4, 0.4, 17);
    ContactProblem thrice = once;
    for (int copy = 0; copy < 2; ++copy) {
        for (Index c = 0; c < 25; ++c) {
            for (Index e = once.jacobian.begin[c]; e < once.jacobian.begin[c + 1]; ++e) {
                thrice.jacobian.node.push_back(once.jacobian.node[e]);
                thrice.jacobian.block.push_back(once.jacobian.block[e]);
            }
            thrice.jacobian.begin.push_back(static_cast<Index>(thrice.jacobian.node.size()));
            thrice.frame.push_back(once.frame[c]);
            thrice.mu.push_back(once.mu[c]);
            thrice.q.push_back(once.q[c]);
        }
    }
    StaggeredSettings settings;
    settings.finish = true;
    StaggeredStats stats;
    std::vector<Vec3> r(25, Vec3::Zero()), s(75, Vec3::Zero()), u(25), v(75);
    StaggeredProjections solver;
    EXPECT_EQ(solver.solve(once.problem(), settings, r, stats), SolveStatus::converged);
    solver.velocities(u);
    EXPECT_EQ(solver.solve(thrice.problem(), settings, s, stats), SolveStatus::converged);
    EXPECT_LE(stats.error.natural_map, 1e-9);
    solver.velocities(v);
    for (std::size_t c = 0; c < 75; ++c) EXPECT_LT((v[c] - u[c % 25]).norm(), 1e-6) << "contact " << c;
}

// Ninety tilted contacts on sixty nodes jam: impulses thousands of times the momentum, more than one solution, and no
// tolerance met. What is left is the best there was, its error told.
TEST(StaggeredProjections, JammedContactsAreReportedAsTheyAre)
{
    const ContactProblem p = random_contacts(90, 60, 4, 0.8, 17);
    StaggeredSettings settings;
    settings.finish = true;
    settings.finish_sweeps = 2000;
    StaggeredStats stats;
    std::vector<Vec3> r(90, Vec3::Zero());
    StaggeredProjections solver;
    const SolveStatus status = solver.solve(p.problem(), settings, r, stats);
    EXPECT_TRUE(is_usable(status));
    EXPECT_EQ(status == SolveStatus::converged, stats.error.natural_map <= settings.finish_tolerance);
    EXPECT_LE(stats.error.natural_map, stats.staggered_error.natural_map);
    EXPECT_LT(stats.error.natural_map, 1e-4);
    for (const Vec3& impulse : r) EXPECT_TRUE(impulse.allFinite());
}

// A node between two planes that come together: no impulses satisfy both. And a rod that jams (Painleve): W_NN + mu W_NT . e
// is negative for a sliding direction. A status and finite numbers are all that can be asked for.
TEST(StaggeredProjections, CasesWithoutAnAnswerGiveAStatus)
{
    ContactProblem squeezed = on_slope(0.0, 0.5, 1.0, 1.0);
    squeezed.jacobian.node = {0, 0};
    squeezed.jacobian.block = {Mat3::Identity(), Mat3::Identity()};
    squeezed.jacobian.begin = {0, 1, 2};
    squeezed.frame = {contact_frame(Vec3::UnitZ()), contact_frame(-Vec3::UnitZ())};
    squeezed.mu = {0.5, 0.5};
    squeezed.q = {Vec3(1.0, 0.0, -1.0), Vec3(1.0, 0.0, 1.0)};
    ContactProblem jammed = on_slope(0.0, 3.0, 1.0, 1.0);
    jammed.jacobian.block = {(Mat3() << 1.0, 0.0, 0.9, 0.0, 1.0, 0.0, 0.9, 0.0, 1.0).finished()};
    jammed.q = {Vec3(-1.0, 0.0, -1.0)};
    ContactProblem held = on_slope(0.1, 0.5, 1.0, 1.0);
    held.inverse_mass = {0.0};
    for (const ContactProblem* p : {&squeezed, &jammed, &held}) {
        for (const bool finish : {false, true}) {
            StaggeredSettings settings;
            settings.finish = finish;
            settings.finish_sweeps = 200;
            std::vector<Vec3> r(p->q.size(), Vec3::Zero());
            StaggeredStats stats;
            StaggeredProjections solver;
            const SolveStatus status = solver.solve(p->problem(), settings, r, stats);
            EXPECT_NE(status, SolveStatus::interrupted);
            for (const Vec3& impulse : r) EXPECT_TRUE(impulse.allFinite());
            EXPECT_TRUE(std::isfinite(stats.error.natural_map));
            if (p == &squeezed) {
                EXPECT_NE(status, SolveStatus::converged);
                EXPECT_GT(stats.failed_projections, 0);
            }
        }
    }
}

}  // namespace
}  // namespace stiction
