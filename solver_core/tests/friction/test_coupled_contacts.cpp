#include "solver_core/friction/coupled_contacts.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

// Contacts of one node each with a plane through it; node velocities without contact impulses are `free`.
struct Problem {
    ContactSet contacts;
    LocalContacts local;
    CoupledContacts coupled;
    Vec3Array free;

    // G = a common motion of all + little of their own, as a stiff body has; `stiffness` is the ratio of the two.
    Problem(unsigned seed, Index count, double stiffness, double most_mu)
    {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> unit(-1.0, 1.0);
        for (Index c = 0; c < count; ++c) {
            contacts.key.push_back({ContactKind::vertex_obstacle, 0, c, 0});
            contacts.normal.push_back(Vec3(0.4 * unit(random), 1.0, 0.4 * unit(random)).normalized());
            contacts.obstacle_velocity.emplace_back(Vec3::Zero());
            contacts.gap.push_back(0.0);
            contacts.mu.push_back(most_mu * std::abs(unit(random)));
            contacts.node.push_back(c);
            contacts.weight.push_back(1.0);
            contacts.begin.push_back(c + 1);
            free.emplace_back(0.1 + 0.05 * unit(random), -0.2 + 0.1 * unit(random), 0.05 * unit(random));
        }
        Eigen::MatrixXd local_part(count, count);
        for (Index d = 0; d < count; ++d)
            for (Index c = 0; c < count; ++c) local_part(c, d) = unit(random);
        ContactResponse& response = coupled.begin_step();
        response.g = stiffness * Eigen::MatrixXd::Ones(count, count) +
                     local_part * local_part.transpose() / static_cast<double>(count) +
                     0.1 * Eigen::MatrixXd::Identity(count, count);
        response.set_no_turns();
        response.find_own();
        const std::vector<double> inverse_mass(static_cast<std::size_t>(count), 1.0);
        local.impulse.assign(static_cast<std::size_t>(count), Vec3::Zero());
        begin_step(contacts, inverse_mass, 0.01, 0.25, local);
    }

    Vec3 velocity(Index c) const
    {
        Vec3 u = free[c];
        for (Index d = 0; d < contacts.size(); ++d) u += coupled.response().g(c, d) * local.impulse[d];
        return u;
    }

    double error() const
    {
        std::vector<FrictionSample> samples;
        for (Index c = 0; c < contacts.size(); ++c)
            if (coupled.response().g(c, c) > 0.0)
                samples.push_back(
                    {velocity(c), local.impulse[c], free[c], contacts.normal[c], contacts.mu[c]});
        return friction_error(samples, coupled.response().g.diagonal().mean()).natural_map;
    }
};

TEST(CoupledContacts, MeetTheLawToRounding)
{
    for (const double stiffness : {0.0, 1.0, 100.0, 1e4})
        for (unsigned seed = 0; seed < 20; ++seed) {
            Problem problem(seed, 30, stiffness, 0.8);
            problem.coupled.solve(problem.contacts, problem.free, 0.0, problem.local);
            EXPECT_LT(problem.error(), 1e-10) << "seed " << seed << ", stiffness " << stiffness;
        }
}

TEST(CoupledContacts, NeedNoFrictionToBeRight)
{
    Problem problem(3, 40, 50.0, 0.0);
    problem.coupled.solve(problem.contacts, problem.free, 0.0, problem.local);
    EXPECT_LT(problem.error(), 1e-12);
    for (Index c = 0; c < 40; ++c)
        EXPECT_LT(problem.local.impulse[c].cross(problem.contacts.normal[c]).norm(), 1e-15);
}

// The same answer as sweeps alone, which need thousands of them.
TEST(CoupledContacts, AgreeWithGaussSeidel)
{
    for (unsigned seed = 0; seed < 5; ++seed) {
        Problem problem(seed, 12, 10.0, 0.6);
        problem.coupled.solve(problem.contacts, problem.free, 0.0, problem.local);
        Problem slow(seed, 12, 10.0, 0.6);
        for (int sweep = 0; sweep < 20000; ++sweep)
            for (Index c = 0; c < 12; ++c) {
                const double w = slow.coupled.response().g(c, c);
                const Vec3 d = slow.velocity(c) - w * slow.local.impulse[c];
                slow.local.impulse[c] =
                    solve_coulomb(d, slow.contacts.normal[c], slow.contacts.mu[c], w).impulse;
            }
        for (Index c = 0; c < 12; ++c)
            EXPECT_LT((problem.velocity(c) - slow.velocity(c)).norm(), 1e-9)
                << "seed " << seed << ", contact " << c;
    }
}

TEST(CoupledContacts, StartFromImpulsesThatAreAlreadyRight)
{
    Problem problem(1, 30, 100.0, 0.5);
    problem.coupled.solve(problem.contacts, problem.free, 0.0, problem.local);
    const std::vector<Vec3> right = problem.local.impulse;
    Vec3Array v;
    for (Index c = 0; c < 30; ++c) v.push_back(problem.velocity(c));
    problem.coupled.solve(problem.contacts, v, 0.0, problem.local);
    for (Index c = 0; c < 30; ++c) EXPECT_LT((problem.local.impulse[c] - right[c]).norm(), 1e-11);
}

TEST(CoupledContacts, BearTwinsAndHeldContacts)
{
    Problem problem(2, 20, 5.0, 0.5);
    ContactResponse& response = problem.coupled.begin_step();
    Eigen::MatrixXd& g = response.g;
    g.row(7) = g.row(6);
    g.col(7) = g.col(6);
    g(7, 7) = g(6, 6);  // two contacts at one point: G is singular
    problem.free[7] = problem.free[6];
    problem.contacts.normal[7] = problem.contacts.normal[6];
    problem.contacts.mu[7] = problem.contacts.mu[6];
    g.row(11).setZero();
    g.col(11).setZero();
    response.find_own();
    problem.coupled.solve(problem.contacts, problem.free, 0.0, problem.local);
    EXPECT_LT(problem.error(), 1e-10);
    EXPECT_TRUE(problem.local.impulse[11].isZero(0.0));
}

TEST(CoupledContacts, AShareOfTheErrorIsEnoughWhenAsked)
{
    Problem problem(4, 60, 1000.0, 0.5);
    const double start = problem.error();
    problem.coupled.solve(problem.contacts, problem.free, 1e-3, problem.local);
    EXPECT_LT(problem.error(), 1.0001e-3 * start);
}

}  // namespace
}  // namespace stiction
