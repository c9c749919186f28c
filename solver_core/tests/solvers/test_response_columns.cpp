#include "solver_core/solvers/response_columns.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace stiction {
namespace {

// A chain of springs with a mass at every node.
SparseMatrix chain(Index size, double stiffness)
{
    std::vector<Eigen::Triplet<double, Index>> entries;
    for (Index i = 0; i < size; ++i) {
        entries.emplace_back(i, i, 1.0 + (i > 0 ? stiffness : 0.0) + (i + 1 < size ? stiffness : 0.0));
        if (i == 0) continue;
        entries.emplace_back(i, i - 1, -stiffness);
        entries.emplace_back(i - 1, i, -stiffness);
    }
    SparseMatrix p(size, size);
    p.setFromTriplets(entries.begin(), entries.end());
    return p;
}

std::shared_ptr<const SpdSolver> factor_of(const SparseMatrix& p)
{
    return factorize(p, LinearSolverKind::automatic);
}

TEST(ResponseColumns, AreThoseOfTheInverse)
{
    for (const Index size : {1, 2, 3, 7, 50}) {
        const SparseMatrix p = chain(size, 30.0);
        const Eigen::MatrixXd inverse = Eigen::MatrixXd(p).inverse();
        ResponseColumns columns;
        SolveScratch scratch;
        std::vector<Index> all;
        for (Index j = size - 1; j >= 0; --j) all.push_back(j);
        columns.require(factor_of(p), all, scratch);
        for (Index j = 0; j < size; ++j)
            for (Index i = 0; i < size; ++i) EXPECT_NEAR(columns(i, j), inverse(i, j), 1e-14);
    }
}

TEST(ResponseColumns, DoNotDependOnWhatWasAskedBefore)
{
    const auto factor = factor_of(chain(40, 100.0));
    SolveScratch scratch;
    ResponseColumns one, other;
    one.require(factor, {17}, scratch);
    other.require(factor, {3, 16}, scratch);
    other.require(factor, {30, 18, 17}, scratch);
    for (Index i = 0; i < 40; ++i) EXPECT_EQ(one(i, 17), other(i, 17));
}

TEST(ResponseColumns, AnotherMatrixStartsAfresh)
{
    SolveScratch scratch;
    ResponseColumns columns;
    columns.require(factor_of(chain(10, 1.0)), {4}, scratch);
    const double before = columns(4, 4);
    columns.require(factor_of(chain(10, 50.0)), {4}, scratch);
    EXPECT_LT(columns(4, 4), 0.5 * before);
}

}  // namespace
}  // namespace stiction
