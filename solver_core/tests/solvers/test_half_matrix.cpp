#include "solver_core/elasticity/node_blocks.hpp"
#include "solver_core/solvers/half_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace stiction {
namespace {

// Elements join 0-1, 1-2, 3-4; values count up.
SparseMatrix elements()
{
    NodeBlocks blocks(6);
    for (const auto& [row, column] : {std::pair<Index, Index>(1, 0), {2, 1}, {4, 3}})
        blocks.add(row, column, 0);
    blocks.finish();
    SparseMatrix lower = blocks.pattern();
    for (Index e = 0; e < lower.nonZeros(); ++e) lower.valuePtr()[e] = 1.0 + e;
    return lower;
}

Eigen::MatrixXd whole(const SparseMatrix& lower)
{
    return Eigen::MatrixXd(lower).selfadjointView<Eigen::Lower>();
}

// Against a dense matrix that everything is added to in both triangles.
TEST(HalfMatrix, AddsElementsAndContactsAsADenseMatrix)
{
    const SparseMatrix lower = elements();
    const std::vector<Index> begin = {0, 3, 5}, nodes = {5, 0, 3, 2, 1};
    HalfMatrix half;
    half.require(lower, begin, nodes);
    half.set({lower.valuePtr(), static_cast<std::size_t>(lower.nonZeros())});
    Eigen::MatrixXd dense = whole(lower);
    EXPECT_EQ(whole(half.matrix()), dense);
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (std::size_t g = 0; g + 1 < begin.size(); ++g) {
        Eigen::MatrixXd j(3, 18);
        j.setZero();
        for (Index a = begin[g]; a < begin[g + 1]; ++a)
            for (double& value : j.middleCols<3>(3 * nodes[a]).reshaped()) value = normal(random);
        const Eigen::MatrixXd product = j.transpose() * j;
        dense += product;
        for (Index a = begin[g]; a < begin[g + 1]; ++a)
            for (Index b = begin[g]; b < begin[g + 1]; ++b)
                half.add_block(nodes[a], nodes[b], product.block<3, 3>(3 * nodes[a], 3 * nodes[b]));
    }
    half.add_diagonal(4, 2.5);
    dense.diagonal().segment<3>(12).array() += 2.5;
    EXPECT_LT((whole(half.matrix()) - dense).norm(), 1e-13 * dense.norm());

    const std::vector<char> held = {0, 0, 1, 0, 0, 0};
    half.isolate(held);
    dense.middleRows<3>(6).setZero();
    dense.middleCols<3>(6).setZero();
    dense.block<3, 3>(6, 6).setIdentity();
    EXPECT_LT((whole(half.matrix()) - dense).norm(), 1e-13 * dense.norm());
}

// The order of elimination follows the pattern: it may not know what earlier time steps asked for.
TEST(HalfMatrix, PatternIsThatOfTheTimeStep)
{
    const SparseMatrix lower = elements();
    const std::vector<Index> begin = {0, 2}, first = {0, 5}, second = {2, 3}, elastic = {1, 0};
    HalfMatrix once, after;
    once.require(lower, begin, second);
    after.require(lower, begin, first);
    after.forget();
    after.require(lower, begin, second);
    const SparseMatrix &a = once.matrix(), &b = after.matrix();
    ASSERT_EQ(a.nonZeros(), b.nonZeros());
    EXPECT_TRUE(std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()));
    EXPECT_EQ(a.nonZeros(), lower.nonZeros() + 9);

    // Within one it only grows.
    const std::int64_t version = after.version();
    after.require(lower, begin, second);
    after.require(lower, {}, {});
    EXPECT_EQ(after.version(), version);
    after.require(lower, begin, first);
    EXPECT_NE(after.version(), version);
    EXPECT_EQ(after.matrix().nonZeros(), lower.nonZeros() + 18);

    after.forget();
    after.require(lower, begin, elastic);
    EXPECT_EQ(after.matrix().nonZeros(), lower.nonZeros());
}

}  // namespace
}  // namespace stiction
