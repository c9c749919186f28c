#include "solver_core/math/bicgstab.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

struct Dense {
    Eigen::MatrixXd a;
    explicit Dense(Index nodes) : a(3 * nodes, 3 * nodes)
    {
        std::mt19937 random(4);
        std::normal_distribution<double> normal;
        for (double& value : a.reshaped()) value = normal(random);
        a += 3.0 * std::sqrt(3.0 * nodes) * Eigen::MatrixXd::Identity(3 * nodes, 3 * nodes);
    }
    void multiply(Span<const Vec3> x, Span<Vec3> y) const
    {
        const auto n = a.rows();
        Eigen::Map<Eigen::VectorXd>(y.data()->data(), n) =
            a * Eigen::Map<const Eigen::VectorXd>(x.data()->data(), n);
    }
};

TEST(Bicgstab, AgreesWithADirectSolve)
{
    const Dense dense(30);
    Vec3Array b;
    for (int i = 0; i < 30; ++i) b.emplace_back(Vec3(i, 1.0, -i * 0.5));
    const Eigen::VectorXd exact = dense.a.lu().solve(Eigen::Map<const Eigen::VectorXd>(b[0].data(), 90));
    const auto product = [&](Span<const Vec3> x, Span<Vec3> y) { dense.multiply(x, y); };
    const auto nothing = [](Span<const Vec3> x, Span<Vec3> y) { std::copy(x.begin(), x.end(), y.begin()); };
    BicgstabWorkspace work;
    const BicgstabResult found = bicgstab(product, nothing, b, {1e-12, 500}, work);
    EXPECT_TRUE(found.converged);
    EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(work.x[0].data(), 90) - exact).norm(), 1e-10 * exact.norm());
    // The reported residual is the true one.
    Vec3Array y(30);
    dense.multiply(work.x, y);
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < 30; ++i) {
        error += (b[i] - y[i]).squaredNorm();
        size += b[i].squaredNorm();
    }
    EXPECT_NEAR(std::sqrt(error / size), found.residual, 1e-13);
}

TEST(Bicgstab, AGoodPreconditionerNeedsOneIteration)
{
    const Dense dense(20);
    const Eigen::MatrixXd inverse = dense.a.inverse();
    const Vec3Array b(20, Vec3(1.0, -2.0, 0.5));
    const auto product = [&](Span<const Vec3> x, Span<Vec3> y) { dense.multiply(x, y); };
    const auto exact = [&](Span<const Vec3> x, Span<Vec3> y) {
        Eigen::Map<Eigen::VectorXd>(y.data()->data(), 60) =
            inverse * Eigen::Map<const Eigen::VectorXd>(x.data()->data(), 60);
    };
    BicgstabWorkspace work;
    const BicgstabResult found = bicgstab(product, exact, b, {1e-10, 100}, work);
    EXPECT_TRUE(found.converged);
    EXPECT_LE(found.iterations, 2);
}

TEST(Bicgstab, SaysWhenItHasNotConverged)
{
    const Dense dense(20);
    const Vec3Array b(20, Vec3(1.0, -2.0, 0.5));
    const auto product = [&](Span<const Vec3> x, Span<Vec3> y) { dense.multiply(x, y); };
    const auto nothing = [](Span<const Vec3> x, Span<Vec3> y) { std::copy(x.begin(), x.end(), y.begin()); };
    BicgstabWorkspace work;
    EXPECT_FALSE(bicgstab(product, nothing, b, {1e-14, 2}, work).converged);
    EXPECT_TRUE(bicgstab(product, nothing, Vec3Array(20, Vec3::Zero()), {1e-14, 2}, work).converged);
}

// Eigenvalues of both signs over twelve decades: they are found one after the other, and the residual of all stays for long.
TEST(Bicgstab, GivesUpWhatStandsStill)
{
    const Vec3Array b(20, Vec3(1.0, -2.0, 0.5));
    const auto product = [&](Span<const Vec3> x, Span<Vec3> y) {
        for (int k = 0; k < 60; ++k)
            y[k / 3][k % 3] = (k % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, 0.2 * k - 6.0) * x[k / 3][k % 3];
    };
    const auto nothing = [](Span<const Vec3> x, Span<Vec3> y) { std::copy(x.begin(), x.end(), y.begin()); };
    BicgstabWorkspace work;
    BicgstabLimits limits{1e-12, 300};
    const BicgstabResult endless = bicgstab(product, nothing, b, limits, work);
    EXPECT_FALSE(endless.stagnated);
    limits.patience = 3;
    const BicgstabResult found = bicgstab(product, nothing, b, limits, work);
    EXPECT_TRUE(found.stagnated);
    EXPECT_FALSE(found.converged);
    EXPECT_LT(found.iterations, endless.iterations);
}

TEST(Bicgstab, GoesOnFromWhereItEnded)
{
    const Dense dense(30);
    const Vec3Array b(30, Vec3(1.0, -2.0, 0.5));
    const Eigen::VectorXd exact = dense.a.lu().solve(Eigen::Map<const Eigen::VectorXd>(b[0].data(), 90));
    const auto product = [&](Span<const Vec3> x, Span<Vec3> y) { dense.multiply(x, y); };
    const auto nothing = [](Span<const Vec3> x, Span<Vec3> y) { std::copy(x.begin(), x.end(), y.begin()); };
    BicgstabWorkspace work;
    const BicgstabResult first = bicgstab(product, nothing, b, {1e-11, 3}, work);
    ASSERT_FALSE(first.converged);
    BicgstabLimits limits{1e-11, 500};
    limits.go_on = true;
    const BicgstabResult second = bicgstab(product, nothing, b, limits, work);
    EXPECT_TRUE(second.converged);
    EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(work.x[0].data(), 90) - exact).norm(), 1e-9 * exact.norm());
    // What was done is not done again.
    limits.iterations = 0;
    EXPECT_NEAR(bicgstab(product, nothing, b, limits, work).residual, second.residual, 1e-15);
}

}  // namespace
}  // namespace stiction
