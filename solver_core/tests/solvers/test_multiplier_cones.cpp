// The contacts' part of the augmented Lagrangian: derivatives, and the projection on the cone by what defines it.

#include "solver_core/friction/contact_jacobian.hpp"
#include "solver_core/solvers/multiplier_cones.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace stiction {
namespace {

// Contacts of two nodes each with random blocks, impulses and velocities, so that all modes occur.
struct RandomContacts {
    LinearConstraints constraints;
    std::vector<Mat3> blocks, frames;
    std::vector<Vec3> offsets, impulse;
    std::vector<double> mu, response, multiplier, mass;
    Vec3Array v;
    StepFriction friction;
    StepProblem problem;

    RandomContacts(Index count, unsigned seed)
    {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> uniform(-1.0, 1.0);
        const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
        for (Index a = 0; a < count + 1; ++a) v.push_back(vector());
        for (Index i = 0; i < count; ++i) {
            const Vec3 n = vector().normalized();
            frames.push_back(contact_frame(n));
            for (const Index node : {i, i + 1}) {
                Mat3 block = Mat3::Identity() * (node == i ? 1.0 : -0.6);
                block += 0.1 * vector() * vector().transpose();
                constraints.row.node.push_back(node);
                blocks.push_back(block);
                constraints.gradient.push_back(block.transpose() * n);
            }
            constraints.row.begin.push_back(static_cast<Index>(constraints.row.node.size()));
            constraints.offset.push_back(uniform(random));
            offsets.push_back(vector());
            mu.push_back(i % 7 == 0 ? 0.0 : 0.2 + 0.4 * (1.0 + uniform(random)));
            response.push_back(1.0);
            multiplier.push_back(60.0 * (1.0 + uniform(random)));
            impulse.push_back(multiplier.back() * n + 40.0 * vector());
            mass.push_back(0.5 + 0.2 * uniform(random));
        }
        friction = {blocks, frames, offsets, mu, &impulse};
        problem.constraints = &constraints;
        problem.friction = &friction;
        problem.response = response;
    }
};

struct Weighed {
    MultiplierCones cones;
    MultiplierCones::Touch touch, trial;

    explicit Weighed(const RandomContacts& contacts)
    {
        cones.begin(contacts.problem, contacts.multiplier, touch, trial);
        cones.set_masses(contacts.mass);
        cones.evaluate(contacts.v, touch);
        cones.follow(touch);
        cones.weigh(touch);
    }
    double value(Span<const Vec3> v)
    {
        cones.evaluate(v, trial);
        return cones.weigh(trial);
    }
    Vec3Array gradient(const Vec3Array& v)
    {
        value(v);
        Vec3Array sum(v.size(), Vec3::Zero());
        cones.for_each_pull(trial, [&](Index node, const Vec3& pull) { sum[node] += pull; });
        return sum;
    }
};

TEST(MultiplierCones, GradientAndHessianAreThoseOfTheValue)
{
    std::set<MultiplierCones::Mode> seen;
    for (const unsigned seed : {1U, 2U, 3U}) {
        const RandomContacts contacts(40, seed);
        Weighed weighed(contacts);
        seen.insert(weighed.touch.mode.begin(), weighed.touch.mode.end());
        tests::check_gradient([&](const Vec3Array& v) { return weighed.value(v); },
                              weighed.gradient(contacts.v), contacts.v, 1e-6, 1e-6);
        const StepTerms terms = weighed.cones.respond(weighed.touch);
        const auto size = static_cast<Index>(3 * contacts.v.size());
        Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(size, size);
        const ConstraintRows& rows = contacts.constraints.row;
        for (Index i = 0; i < rows.count(); ++i)
            for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e)
                for (Index f = rows.begin[i]; f < rows.begin[i + 1]; ++f)
                    hessian.block<3, 3>(3 * rows.node[e], 3 * rows.node[f]) +=
                        terms.block[e].transpose() * terms.response[i] * terms.block[f];
        tests::check_hessian([&](const Vec3Array& v) { return weighed.gradient(v); }, hessian, contacts.v,
                             1e-6, 1e-6);
    }
    EXPECT_EQ(seen.size(), 4U) << "not every mode was met";
}

// p is the projection of y on K when p is in K, y - p is in the polar cone, and they are perpendicular.
TEST(MultiplierCones, TheNextImpulsesAreProjectionsOnTheCone)
{
    const RandomContacts contacts(200, 4);
    const Weighed weighed(contacts);
    const MultiplierCones::Touch& touch = weighed.touch;
    for (Index i = 0; i < static_cast<Index>(contacts.mu.size()); ++i) {
        const double mu = contacts.mu[i], rho = 10.0 * contacts.mass[i], s = mu * touch.slide[i].norm();
        const double y_n = weighed.cones.normal_impulse()[i] - rho * (touch.c[i] + s);
        const Vec3 y_t = weighed.cones.friction()[i] - rho * touch.slide[i];
        EXPECT_LE(touch.drag[i].norm(), mu * touch.pull[i] * (1.0 + 1e-12));
        EXPECT_GE(touch.pull[i], 0.0);
        if (mu == 0.0) {
            EXPECT_DOUBLE_EQ(touch.pull[i], std::max(0.0, y_n));
            continue;
        }
        const double left_n = y_n - touch.pull[i];
        const Vec3 left_t = y_t - touch.drag[i];
        const double size = std::abs(y_n) + y_t.norm();
        EXPECT_LE(left_n + mu * left_t.norm(), 1e-12 * size);
        EXPECT_NEAR(left_n * touch.pull[i] + left_t.dot(touch.drag[i]), 0.0, 1e-12 * size * size);
    }
}

}  // namespace
}  // namespace stiction
