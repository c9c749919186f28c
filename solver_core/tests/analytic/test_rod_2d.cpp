#include "solver_core/tests/support/rod_2d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace stiction {
namespace {

using test::Rod2d;
using test::Rod2dRun;
using Vec2 = Eigen::Vector2d;

const Vec2 kUpright(0.0, -1.0), kStill = Vec2::Zero();

std::vector<std::complex<double>> eigenvalues(const Rod2d& rod, const Vec2& q)
{
    const Eigen::Vector4cd found = rod.flow(q, kStill).eigenvalues();
    return {found.data(), found.data() + 4};
}

void expect_among(std::complex<double> wanted, const std::vector<std::complex<double>>& found)
{
    double nearest = 1e300;
    for (const auto& value : found) nearest = std::min(nearest, std::abs(value - wanted));
    EXPECT_LT(nearest, 1e-9 * (1.0 + std::abs(wanted))) << wanted.real() << " + i " << wanted.imag();
}

TEST(Rod2d, DerivativesMatchDifferences)
{
    Rod2d rod;
    rod.v_s = -0.03;
    const Vec2 q(-0.3, -0.85), v(0.02, 0.1);
    constexpr double kH = 1e-6;
    for (int k = 0; k < 2; ++k) {
        const Vec2 step = kH * Vec2::Unit(k);
        const Vec2 by_q = (rod.force(q + step, v) - rod.force(q - step, v)) / (2.0 * kH);
        const Vec2 by_v = (rod.force(q, v + step) - rod.force(q, v - step)) / (2.0 * kH);
        EXPECT_LT((by_q - rod.by_position(q, v).col(k)).norm(), 1e-5 * (1.0 + by_q.norm()));
        EXPECT_LT((by_v - rod.by_velocity(q, v).col(k)).norm(), 1e-5 * (1.0 + by_v.norm()));
    }
}

// J_xx, J_xy, J_yy of the contact, as the thesis prints them, and that friction alone makes J unsymmetric.
TEST(Rod2d, ContactPartOfTheJacobianIsThePublishedOne)
{
    Rod2d rod;
    rod.v_s = 0.3;
    const double h = 0.01, y = -0.8;
    const Vec2 q(0.2, y);
    Rod2d free = rod;
    free.kappa = 0.0;
    const Eigen::Matrix2d contact = rod.jacobian(q, kStill, h) - free.jacobian(q, kStill, h);
    const double j_yy = -6.0 * h * h * rod.kappa / (rod.m * rod.delta) * (y - rod.delta + 1.0);
    EXPECT_NEAR(contact(1, 1), j_yy, 1e-12);
    EXPECT_NEAR(contact(0, 0),
                -j_yy * rod.mu * rod.eps * (y - rod.delta + 1.0) / (2.0 * h * std::pow(rod.eps + rod.v_s, 2)),
                1e-12);
    // A belt that moves to the right pulls to the right, less so as the end comes up: the printed sign is that of the
    // thesis's own friction term, mu b' eta(v - v_s), whose b' is negative.
    EXPECT_NEAR(std::abs(contact(0, 1)), j_yy * rod.mu * rod.v_s / (rod.eps + rod.v_s), 1e-12);
    EXPECT_EQ(contact(1, 0), 0.0);
    rod.mu = 0.0;
    const Eigen::Matrix2d smooth = rod.jacobian(q, kStill, h);
    EXPECT_NEAR(smooth(0, 1), smooth(1, 0), 1e-15);
}

// (4.18): what is left of the condition number when the contact is stiff beyond everything.
TEST(Rod2d, ConditionOfAStiffContactHasItsLimit)
{
    for (const double delta : {0.4, 0.01})
        for (const double eps : {0.01, 1e-4})
            for (const double h : {0.04, 1e-3}) {
                Rod2d rod;
                rod.delta = delta;
                rod.eps = eps;
                rod.kappa = 1e14;
                const double ratio = 2.0 * h * eps / (delta * rod.mu);
                EXPECT_NEAR(test::condition(rod.jacobian(kUpright, kStill, h)) / std::max(ratio, 1.0 / ratio),
                            1.0, 1e-4)
                    << delta << ", " << eps << ", " << h;
            }
}

// (4.19), (4.20): the condition number grows like kappa until 1 / delta, and like 1 / eps.
TEST(Rod2d, ConditionGrowsAsTheoremsSay)
{
    const double h = 0.01;
    const auto condition = [&](double delta, double kappa, double eps) {
        Rod2d rod;
        rod.delta = delta;
        rod.kappa = kappa;
        rod.eps = eps;
        return test::condition(rod.jacobian(kUpright, kStill, h));
    };
    double worst = 0.0;
    for (double delta = 1e-3; delta > 1e-9; delta *= 0.1)
        for (double kappa = 1e4; kappa < 1e13; kappa *= 10.0)
            worst = std::max(worst, condition(delta, kappa, 0.01) / std::min(1.0 / delta, kappa));
    // One constant for all: 2 h eps / mu = 1e-3 of the one arm, 6 h^2 / m = 6e-4 of the other, and 1 + h^2 (k + 6 kappa) / m.
    EXPECT_LT(worst, 2e-3);
    // Both arms are met: at kappa delta << 1 it is kappa's, beyond it is delta's.
    EXPECT_NEAR(condition(1e-12, 1e8, 0.01) / condition(1e-12, 1e7, 0.01), 10.0, 0.1);
    EXPECT_NEAR(condition(1e-5, 1e13, 0.01) / condition(1e-6, 1e13, 0.01), 0.1, 1e-3);
    EXPECT_NEAR(condition(1e-5, 1e13, 0.01) / condition(1e-5, 1e12, 0.01), 1.0, 0.01);
    EXPECT_NEAR(condition(0.4, 100.0, 1e-8) / condition(0.4, 100.0, 1e-7), 10.0, 1e-3);
}

// (4.21): upright and compressed, on a belt that stands still.
TEST(Rod2d, EigenvaluesOfTheUprightRod)
{
    for (const double eps : {0.1, 0.01, 1e-3}) {
        Rod2d rod;
        rod.eps = eps;
        rod.m = 1.3;
        const auto found = eigenvalues(rod, kUpright);
        const double c = 3.0 * rod.delta * rod.kappa * rod.mu;
        const double root = std::sqrt((4.0 * std::sqrt(2.0) - 4.0) * rod.k * rod.m * eps * eps + c * c);
        expect_among((-c + root) / (2.0 * rod.m * eps), found);
        expect_among((-c - root) / (2.0 * rod.m * eps), found);
        const double swing = std::sqrt((rod.k + 6.0 * rod.kappa) / rod.m);
        expect_among({0.0, swing}, found);
        expect_among({0.0, -swing}, found);
        EXPECT_GT(root, c) << "one of them is positive: upright is not stable";
    }
}

// (4.22): to the left, at the outer side of the layer.
TEST(Rod2d, EigenvaluesWhereContactBegins)
{
    for (const double delta : {0.1, 0.4, 1.5}) {
        Rod2d rod;
        rod.delta = delta;
        const auto found = eigenvalues(rod, Vec2(-1.0, -1.0 + delta));
        const double fall =
            std::sqrt(rod.k / rod.m * (std::sqrt(2.0 / ((delta - 1.0) * (delta - 1.0) + 1.0)) - 1.0));
        EXPECT_GT(fall, 0.0);
        expect_among(fall, found);
        expect_among(-fall, found);
        expect_among({0.0, std::sqrt(rod.k / rod.m)}, found);
        expect_among({0.0, -std::sqrt(rod.k / rod.m)}, found);
    }
}

// Figure 4.5: the rod dragged by the belt. Ups and downs of the kinetic energy in the second half of 4 s.
double unrest(IntegratorKind kind, double h)
{
    Rod2d rod;
    rod.k = 15.0;
    rod.kappa = 1e3;
    rod.delta = 0.01;
    rod.v_s = -0.5;
    rod.gravity = 9.81;
    Rod2dRun run(rod, kind, h, Vec2(0.0, -1.0), Vec2::Zero());
    const int steps = static_cast<int>(std::lround(4.0 / h));
    double sum = 0.0, before = 0.0;
    for (int i = 0; i < steps; ++i) {
        run.step();
        if (2 * i >= steps) sum += std::abs(run.kinetic() - before);
        before = run.kinetic();
    }
    EXPECT_TRUE(run.converged()) << h;
    return sum;
}

TEST(Rod2d, FastOscillationsAppearAsTheStepShrinks)
{
    const double coarse = unrest(IntegratorKind::tr_bdf2, 0.04),
                 fine = unrest(IntegratorKind::tr_bdf2, 2.5e-4);
    EXPECT_GT(fine, 3.0 * coarse);
    EXPECT_GT(unrest(IntegratorKind::tr, 0.04), 2.0 * coarse) << "the trapezoidal rule rings at any step";
    EXPECT_LT(unrest(IntegratorKind::be, 0.005), fine / 3.0) << "backward Euler damps them";
}

}  // namespace
}  // namespace stiction
