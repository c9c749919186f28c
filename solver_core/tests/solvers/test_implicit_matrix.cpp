#include "solver_core/solvers/implicit_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stiction {
namespace {

// Blocks of the diagonal and of (1, 0), lower triangle.
SparseMatrix elastic_pattern()
{
    std::vector<Eigen::Triplet<double>> entries;
    for (int block = 0; block < 4; ++block)
        for (int c = 0; c < 3; ++c)
            for (int r = c; r < 3; ++r) entries.emplace_back(3 * block + r, 3 * block + c, 1.0);
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) entries.emplace_back(3 + r, c, 1.0);
    SparseMatrix lower(12, 12);
    lower.setFromTriplets(entries.begin(), entries.end());
    return lower;
}

// The order of elimination follows the pattern: it may not know what earlier steps asked for.
TEST(ImplicitMatrix, PatternIsThatOfTheLastRequest)
{
    const SparseMatrix lower = elastic_pattern();
    const std::vector<Index> begin = {0, 2}, first = {0, 2}, second = {1, 3}, coupled = {0, 1};
    ImplicitMatrix once, after;
    once.begin(lower);
    once.require(begin, second);
    after.begin(lower);
    after.require(begin, first);
    after.require(begin, second);
    const SparseMatrix &a = once.matrix(), &b = after.matrix();
    ASSERT_EQ(a.nonZeros(), b.nonZeros());
    EXPECT_TRUE(std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr()));
    EXPECT_EQ(a.nonZeros(), 9 * (4 + 2 + 2));

    const std::int64_t version = after.version();
    after.require(begin, second);
    EXPECT_EQ(after.version(), version);
    after.require(begin, coupled);  // by an element already
    EXPECT_EQ(after.matrix().nonZeros(), 9 * (4 + 2));
}

}  // namespace
}  // namespace stiction
