// Minimal residuals against a dense factorisation, on systems that are not symmetric.

#include "solver_core/math/gmres.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction {
namespace {

Eigen::MatrixXd random_matrix(Index size, double spread, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-spread, spread);
    Eigen::MatrixXd a = Eigen::MatrixXd::Identity(size, size);
    for (Index i = 0; i < size; ++i)
        for (Index j = 0; j < size; ++j) a(i, j) += uniform(random);
    return a;
}

double solve(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, Index most, Gmres& gmres, Eigen::VectorXd& x)
{
    return gmres.solve(
        b, 1e-12, most, [&](const Eigen::VectorXd& in, Eigen::VectorXd& out) { out = a * in; }, x);
}

TEST(Gmres, SolvesWhatADenseFactorSolves)
{
    Gmres gmres;  // one for all sizes: buffers of a larger system must not leak into a smaller one
    for (const Index size : {30, 1, 7, 40})
        for (const unsigned seed : {1U, 2U, 3U}) {
            const Eigen::MatrixXd a = random_matrix(size, 0.5, seed);
            const Eigen::VectorXd b = random_matrix(size, 1.0, seed + 9).col(0);
            Eigen::VectorXd x;
            EXPECT_LE(solve(a, b, 100, gmres, x), 1e-11);
            const Eigen::VectorXd exact = a.partialPivLu().solve(b);
            EXPECT_LT((x - exact).norm(), 1e-8 * exact.norm()) << size << " unknowns, seed " << seed;
            EXPECT_LE(gmres.products(), size);
        }
}

TEST(Gmres, FewDifferentEigenvaluesNeedFewProducts)
{
    Eigen::VectorXd diagonal = Eigen::VectorXd::Ones(50);
    diagonal[3] = -4.0;
    diagonal[17] = 0.1;
    Gmres gmres;
    Eigen::VectorXd x;
    EXPECT_LE(solve(diagonal.asDiagonal(), Eigen::VectorXd::Ones(50), 50, gmres, x), 1e-11);
    EXPECT_EQ(gmres.products(), 3);
    EXPECT_LT((x - diagonal.cwiseInverse()).norm(), 1e-10);
}

TEST(Gmres, SaysWhatIsLeftOfASystemWithoutSolution)
{
    Eigen::VectorXd diagonal = Eigen::VectorXd::Ones(5);
    diagonal[2] = 0.0;
    Gmres gmres;
    Eigen::VectorXd x;
    EXPECT_NEAR(solve(diagonal.asDiagonal(), Eigen::VectorXd::Ones(5), 5, gmres, x), std::sqrt(0.2), 1e-9);
    EXPECT_TRUE(x.allFinite());
    EXPECT_EQ(solve(Eigen::MatrixXd::Identity(5, 5), Eigen::VectorXd::Zero(5), 5, gmres, x), 0.0);
    EXPECT_TRUE(x.isZero(0.0));
}

TEST(Gmres, ABudgetIsKept)
{
    const Eigen::MatrixXd a = random_matrix(30, 0.5, 5);
    Gmres gmres;
    Eigen::VectorXd x;
    const double few = solve(a, a.col(0) + a.col(1), 4, gmres, x);
    EXPECT_EQ(gmres.products(), 4);
    EXPECT_GT(few, 1e-6);
    EXPECT_NEAR((a * x - a.col(0) - a.col(1)).norm(), few * (a.col(0) + a.col(1)).norm(), 1e-10);
}

}  // namespace
}  // namespace stiction
