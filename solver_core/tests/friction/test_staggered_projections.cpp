// Staggered projections: closed forms, the projections against a slow twin and against Ipopt, the forms of W, the coupled
// law to rounding, hard cases without a solution.

#include "solver_core/friction/coulomb_law.hpp"
#include "solver_core/friction/ipopt_projection.hpp"
#include "solver_core/friction/staggered_projections.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"
#include "solver_core/tests/support/contact_problem.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace stiction {
namespace {

using testing::ContactProblem;
using testing::random_contacts;

// A node of mass m on a slope, pulled by gravity for one step.
ContactProblem on_slope(double angle, double mu, double mass, double fall)
{
    ContactProblem p;
    p.jacobian.nodes = 1;
    p.jacobian.node = {0};
    p.jacobian.block = {Mat3::Identity()};
    p.jacobian.begin = {0, 1};
    p.frame = {contact_frame(Vec3(-std::sin(angle), 0.0, std::cos(angle)))};
    p.mu = {mu};
    p.q = {Vec3(0.0, 0.0, -fall)};
    p.inverse_mass = {1.0 / mass};
    return p;
}

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

TEST(Delassus, AllFormsAreTheDenseOne)
{
    for (const Index contacts : {1, 20, 60}) {
        const ContactProblem p = random_contacts(contacts, 40, 4, 0.5, 5);
        Delassus sparse, dense, none, called;
        sparse.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::sparse);
        dense.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::dense);
        none.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::none);
        const InverseMass lumped = [&](Span<Vec3> b) {
            for (std::size_t a = 0; a < b.size(); ++a) b[a] *= p.inverse_mass[a];
        };
        called.build(p.jacobian, p.frame, lumped);
        const Eigen::MatrixXd whole = none.to_dense();
        std::srand(1);
        const Eigen::VectorXd r = Eigen::VectorXd::Random(3 * contacts),
                              part = Eigen::VectorXd::Random(2 * contacts);
        Eigen::VectorXd mixed = Eigen::VectorXd::Zero(3 * contacts), u;
        for (Index c = 0; c < contacts; ++c) mixed.segment<2>(3 * c + 1) = part.segment<2>(2 * c);
        const Eigen::VectorXd mixed_u = whole * mixed;
        EXPECT_LT((whole - whole.transpose()).norm(), 1e-14 * whole.norm());
        for (const Delassus* w : {&sparse, &dense, &none, &called}) {
            w->apply(r, u);
            EXPECT_LT((u - whole * r).norm(), 1e-13 * u.norm());
            w->apply_part(1, 2, part, u);
            for (Index c = 0; c < contacts; ++c) {
                EXPECT_LT((u.segment<2>(2 * c) - mixed_u.segment<2>(3 * c + 1)).norm(),
                          1e-13 * mixed_u.norm());
                EXPECT_LT((w->diagonal(c) - whole.block<3, 3>(3 * c, 3 * c)).norm(), 1e-13);
            }
            Delassus::Motion motion;
            w->start(r, motion);
            w->change(contacts / 2, Vec3(1.0, -2.0, 0.5), motion);
            Eigen::VectorXd changed = r;
            changed.segment<3>(3 * (contacts / 2)) += Vec3(1.0, -2.0, 0.5);
            const Eigen::VectorXd expected = whole * changed;
            for (Index c = 0; c < contacts; ++c)
                EXPECT_LT((w->velocity(c, motion) - expected.segment<3>(3 * c)).norm(),
                          1e-12 * expected.norm());
        }
    }
}

// Projected gradient on the dense matrix until nothing moves: slow, but with nothing to get wrong.
Eigen::VectorXd slow_projection(const Eigen::MatrixXd& w, const Eigen::VectorXd& b,
                                const std::vector<double>& radius)
{
    const Index size = radius.empty() ? 1 : 2;
    const double length = 1.0 / w.operatorNorm();
    Eigen::VectorXd y = Eigen::VectorXd::Zero(b.size()), ahead = y;
    double momentum = 1.0;
    for (Index k = 0; k < 200000; ++k) {
        Eigen::VectorXd next = ahead - length * (w * ahead + b);
        for (Index c = 0; c < b.size() / size; ++c) {
            if (size == 1) {
                next[c] = std::max(0.0, next[c]);
            } else if (next.segment<2>(2 * c).norm() > radius[c]) {
                next.segment<2>(2 * c) *= radius[c] / next.segment<2>(2 * c).norm();
            }
        }
        const double grown = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
        const bool uphill = (ahead - next).dot(next - y) > 0.0;
        ahead = next + (uphill ? 0.0 : (momentum - 1.0) / grown) * (next - y);
        momentum = uphill ? 1.0 : grown;
        const double moved = (next - y).norm();
        y = next;
        if (k > 100 && moved <= 1e-15 * y.norm()) break;
    }
    return y;
}

Eigen::MatrixXd part_of(const Eigen::MatrixXd& whole, Index first, Index size)
{
    const Index n = static_cast<Index>(whole.cols()) / 3;
    Eigen::MatrixXd part(size * n, size * n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j)
            part.block(size * i, size * j, size, size) =
                whole.block(3 * i + first, 3 * j + first, size, size);
    }
    return part;
}

TEST(ImpulseProjection, OwnSlowAndIpoptAgreeInVelocities)
{
    for (const Index contacts : {3, 25, 70}) {
        for (std::uint32_t seed = 1; seed <= 4; ++seed) {
            SCOPED_TRACE(std::to_string(contacts) + " contacts, seed " + std::to_string(seed));
            // Seventy contacts on forty nodes: W is singular.
            const ContactProblem p = random_contacts(contacts, 40, 3, 0.5, seed);
            Delassus w;
            w.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::automatic);
            const Eigen::MatrixXd whole = w.to_dense();
            Eigen::VectorXd b_n(contacts), b_t(2 * contacts);
            for (Index c = 0; c < contacts; ++c) {
                const Vec3 q = p.frame[c].transpose() * p.q[c];
                b_n[c] = q[0];
                b_t.segment<2>(2 * c) = q.tail<2>();
            }
            ImpulseProjection projection;
            Eigen::VectorXd y = Eigen::VectorXd::Zero(contacts);
            const Eigen::MatrixXd w_n = part_of(whole, 0, 1), w_t = part_of(whole, 1, 2);
            EXPECT_TRUE(projection.normal(w, b_n, 1e-10, 1.0, y).converged);
            EXPECT_GE(y.minCoeff(), 0.0);
            EXPECT_LT((w_n * (y - slow_projection(w_n, b_n, {}))).norm(), 1e-7);
            std::vector<double> radius;
            for (Index c = 0; c < contacts; ++c) radius.push_back(c % 5 == 0 ? 0.0 : 0.3 * y[c]);
            Eigen::VectorXd z = Eigen::VectorXd::Zero(2 * contacts);
            EXPECT_TRUE(projection.tangential(w, b_t, radius, 1e-10, 1.0, z).converged);
            for (Index c = 0; c < contacts; ++c)
                EXPECT_LE(z.segment<2>(2 * c).norm(), radius[c] * (1.0 + 1e-14));
            EXPECT_LT((w_t * (z - slow_projection(w_t, b_t, radius))).norm(), 1e-7);
            if (!has_ipopt_projection()) continue;
            Eigen::VectorXd other = y;
            ipopt_normal(w, b_n, 1e-10, 1.0, other);
            EXPECT_LT((w_n * (y - other)).norm(), 1e-4);
            other = z;
            ipopt_tangential(w, b_t, radius, 1e-10, 1.0, other);
            EXPECT_LT((w_t * (z - other)).norm(), 1e-4);
        }
    }
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

TEST(CoupledSweeps, OneContactWithAFullBlockMeetsTheLaw)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    Index solved = 0, slips = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        Mat3 a;
        for (Index k = 0; k < 9; ++k) a.data()[k] = value(random);
        const Mat3 w = a * a.transpose() + 0.3 * Mat3::Identity();
        const Vec3 d(value(random), 2.0 * value(random), 2.0 * value(random));
        const double mu = 0.25 + 0.25 * value(random);
        Vec3 r = Vec3::Zero();
        if (!solve_coulomb_block(w, d, mu, r)) continue;
        ++solved;
        const Vec3 u = d + w * r;
        slips += r[0] > 0.0 && u.norm() > 1e-9;
        const FrictionSample sample{u, r, d, Vec3::UnitX(), mu};
        const FrictionError error = friction_error({&sample, 1}, w.trace() / 3.0);
        EXPECT_LT(error.natural_map, 1e-10) << "trial " << trial;
    }
    EXPECT_GT(solved, 1990);
    EXPECT_GT(slips, 500);
}

TEST(ContactJacobian, FramesAreRightHandedAndWeightsBecomeBlocks)
{
    for (const Vec3& n : {Vec3(0.0, 0.0, 1.0), Vec3(1.0, 2.0, -3.0), Vec3(-1.0, 0.0, 0.0)}) {
        const Mat3 frame = contact_frame(n.normalized());
        EXPECT_LT((frame.transpose() * frame - Mat3::Identity()).norm(), 1e-14);
        EXPECT_GT(frame.determinant(), 0.0);
        EXPECT_LT((frame.col(0) - n.normalized()).norm(), 1e-15);
    }
    ContactSet set;
    set.begin = {0, 2};
    set.node = {1, 3};
    set.weight = {0.25, -0.75};
    ContactJacobian jacobian;
    fill_jacobian(set, 4, jacobian);
    const Vec3Array v{Vec3::Zero(), Vec3(4.0, 0.0, 0.0), Vec3::Zero(), Vec3(0.0, 4.0, 0.0)};
    EXPECT_EQ(jacobian.velocity(0, v), Vec3(1.0, -3.0, 0.0));
}

}  // namespace
}  // namespace stiction
