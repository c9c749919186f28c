#include "solver_core/math/sparse_lu.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stiction {
namespace {

// A random matrix with a symmetric pattern and no symmetric values, strong enough on its diagonal to be regular.
SparseMatrix random_matrix(Index size, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<Eigen::Triplet<double, Index>> entries;
    for (Index i = 0; i < size; ++i) {
        entries.emplace_back(i, i, 4.0 + normal(random));
        for (const Index step : {1, 7, 19})
            if (i + step < size) {
                entries.emplace_back(i, i + step, normal(random));
                entries.emplace_back(i + step, i, normal(random));
            }
    }
    SparseMatrix matrix(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
    matrix.makeCompressed();
    return matrix;
}

class SparseLuKinds : public ::testing::TestWithParam<SparseLuKind> {};

TEST_P(SparseLuKinds, SolvesUnsymmetricSystemsAgainAndAgain)
{
    if (!is_available(GetParam())) GTEST_SKIP() << "not in this build";
    const auto factor = make_sparse_lu(GetParam());
    SparseMatrix pattern = random_matrix(60, 1);
    factor->analyse(pattern);
    for (const unsigned seed : {1U, 2U, 3U}) {
        const SparseMatrix matrix = random_matrix(60, seed);
        ASSERT_TRUE(factor->factorize(
            Span<const double>(matrix.valuePtr(), static_cast<std::size_t>(matrix.nonZeros()))));
        const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(60, -1.0, 2.0);
        Eigen::VectorXd b = matrix * x;
        factor->solve(Span<double>(b.data(), 60));
        EXPECT_LT((b - x).cwiseAbs().maxCoeff(), 1e-12) << factor->name();
        EXPECT_GT(factor->factor_entries(), 60);
    }
}

TEST_P(SparseLuKinds, TakesAnEmptySystem)
{
    if (!is_available(GetParam())) GTEST_SKIP() << "not in this build";
    const auto factor = make_sparse_lu(GetParam());
    SparseMatrix nothing(0, 0);
    nothing.makeCompressed();
    factor->analyse(nothing);
    EXPECT_TRUE(factor->factorize({}));
    factor->solve({});
}

INSTANTIATE_TEST_SUITE_P(SparseLu, SparseLuKinds,
                         ::testing::Values(SparseLuKind::automatic, SparseLuKind::eigen,
                                           SparseLuKind::pardiso));

TEST(SparseLu, EigenSaysWhenAMatrixIsSingular)
{
    const auto factor = make_sparse_lu(SparseLuKind::eigen);
    const SparseMatrix matrix = random_matrix(40, 5);
    factor->analyse(matrix);
    const std::vector<double> zero(static_cast<std::size_t>(matrix.nonZeros()), 0.0);
    EXPECT_FALSE(factor->factorize(zero));
}

}  // namespace
}  // namespace stiction
