// Staggered projections: closed forms, the coupled law to rounding, the alternation alone, a mass operator, no allocation.

#include "solver_core/friction/ipopt_projection.hpp"
#include "solver_core/friction/staggered_projections.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"
#include "solver_core/tests/support/contact_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace stiction {
namespace {

using testing::ContactProblem;
using testing::on_slope;
using testing::random_contacts;

TEST(StaggeredProjections, ASlopeHoldsUpToItsCoefficient)
{
    const double angle = 0.4, mass = 0.3, fall = 0.0981;
    for (const ProjectionKind kind : {ProjectionKind::own, ProjectionKind::ipopt}) {
        if (kind == ProjectionKind::ipopt && !has_ipopt_projection()) continue;
        for (const double share : {0.0, 0.5, 0.99, 1.01, 2.0}) {
            const double mu = share * std::tan(angle);
            SCOPED_TRACE("mu / tan(angle) " + std::to_string(share));
            const ContactProblem p = on_slope(angle, mu, mass, fall);
            std::vector<Vec3> r{Vec3::Zero()};
            StaggeredSettings settings;
            settings.projection = kind;
            StaggeredStats stats;
            StaggeredProjections solver;
            EXPECT_EQ(solver.solve(p.problem(), settings, r, stats), SolveStatus::converged);
            const double expected = std::max(0.0, fall * (std::sin(angle) - mu * std::cos(angle)));
            std::vector<Vec3> u(1);
            solver.velocities(u);
            EXPECT_NEAR(u[0].norm(), expected, 1e-8 * fall);
            EXPECT_NEAR(r[0].dot(p.frame[0].col(0)), mass * fall * std::cos(angle), 1e-8 * mass * fall);
            EXPECT_LT(stats.error.natural_map, 1e-7);
        }
    }
}

TEST(StaggeredProjections, NothingTouchesNothingHappens)
{
    ContactProblem p = on_slope(0.2, 0.5, 1.0, -1.0);
    std::vector<Vec3> r{Vec3::Zero()};
    StaggeredStats stats;
    StaggeredProjections solver;
    EXPECT_EQ(solver.solve(p.problem(), {}, r, stats), SolveStatus::converged);
    EXPECT_EQ(r[0], Vec3::Zero());
    EXPECT_TRUE(stats.eps_met);
    ContactProblem none;
    std::vector<Vec3> no_r;
    EXPECT_EQ(solver.solve(none.problem(), {}, no_r, stats), SolveStatus::converged);
}

TEST(StaggeredProjections, RandomContactsMeetTheLawWhenFinished)
{
    for (const Index contacts : {5, 20, 40}) {
        for (const double mu : {0.1, 0.4, 0.8}) {
            SCOPED_TRACE(std::to_string(contacts) + " contacts, mu " + std::to_string(mu));
            const ContactProblem p = random_contacts(contacts, 60, 4, mu, 17);
            StaggeredSettings settings;
            settings.finish = true;
            StaggeredStats stats;
            std::vector<Vec3> r(static_cast<std::size_t>(contacts), Vec3::Zero());
            StaggeredProjections solver;
            EXPECT_EQ(solver.solve(p.problem(), settings, r, stats), SolveStatus::converged);
            EXPECT_LE(stats.error.natural_map, 1e-9);
            EXPECT_EQ(stats.failed_projections, 0);
            for (Index c = 0; c < contacts; ++c) {
                const double r_n = r[c].dot(p.frame[c].col(0));
                EXPECT_LE((r[c] - r_n * p.frame[c].col(0)).norm(), mu * r_n + 1e-12);
            }
            // The other forms of W end at the same velocities.
            std::vector<Vec3> u(r.size()), v(r.size());
            solver.velocities(u);
            for (const DelassusStorage storage : {DelassusStorage::dense, DelassusStorage::none}) {
                settings.storage = storage;
                std::vector<Vec3> again(r.size(), Vec3::Zero());
                EXPECT_EQ(solver.solve(p.problem(), settings, again, stats), SolveStatus::converged);
                solver.velocities(v);
                for (Index c = 0; c < contacts; ++c) EXPECT_LT((u[c] - v[c]).norm(), 1e-6);
            }
        }
    }
}

TEST(StaggeredProjections, TheAlternationAloneComesCloseAndSaysHowClose)
{
    const ContactProblem p = random_contacts(60, 80, 4, 0.4, 3);
    StaggeredSettings settings;
    StaggeredStats loose, tight;
    std::vector<Vec3> r(60, Vec3::Zero());
    StaggeredProjections solver;
    EXPECT_EQ(solver.solve(p.problem(), settings, r, loose), SolveStatus::converged);
    EXPECT_TRUE(loose.eps_met);
    EXPECT_LT(loose.err, settings.eps);
    EXPECT_LT(loose.error.natural_map, 0.05);
    settings.eps = 1e-20;
    settings.k_max = 200;
    EXPECT_EQ(solver.solve(p.problem(), settings, r, tight), SolveStatus::converged);
    EXPECT_LT(tight.error.natural_map, 1e-7);
    settings.k_max = 1;
    settings.eps = 1e-30;
    std::fill(r.begin(), r.end(), Vec3::Zero());
    EXPECT_EQ(solver.solve(p.problem(), settings, r, loose), SolveStatus::reached_budget);
    EXPECT_FALSE(loose.eps_met);
}

TEST(StaggeredProjections, AMassOperatorIsTheLumpedMassWhereItEqualsIt)
{
    const ContactProblem p = random_contacts(30, 40, 3, 0.3, 9);
    const InverseMass lumped = [&](Span<Vec3> b) {
        for (std::size_t a = 0; a < b.size(); ++a) b[a] *= p.inverse_mass[a];
    };
    StaggeredSettings settings;
    settings.finish = true;
    StaggeredStats stats;
    std::vector<Vec3> r(30, Vec3::Zero()), s(30, Vec3::Zero()), u(30), v(30);
    StaggeredProjections solver;
    EXPECT_EQ(solver.solve(p.problem(), settings, r, stats), SolveStatus::converged);
    solver.velocities(u);
    StaggeredProblem with_operator = p.problem();
    with_operator.inverse_mass = {};
    with_operator.mass_operator = &lumped;
    EXPECT_EQ(solver.solve(with_operator, settings, s, stats), SolveStatus::converged);
    solver.velocities(v);
    for (std::size_t c = 0; c < 30; ++c) EXPECT_LT((u[c] - v[c]).norm(), 1e-6);
}

TEST(StaggeredProjections, NoAllocationOnceWarm)
{
    const ContactProblem p = random_contacts(50, 60, 4, 0.4, 3);
    StaggeredSettings settings;
    settings.finish = true;
    StaggeredStats stats;
    std::vector<Vec3> r(50, Vec3::Zero());
    StaggeredProjections solver;
    solver.solve(p.problem(), settings, r, stats);
    std::fill(r.begin(), r.end(), Vec3::Zero());
    const std::int64_t before = testing::allocation_count();
    solver.solve(p.problem(), settings, r, stats);
    EXPECT_EQ(testing::allocation_count(), before);
}

}  // namespace
}  // namespace stiction
