// One interface, four factorisations, one answer; the own ones the same bits on any number of threads.

#include "solver_core/base/parallel.hpp"
#include "solver_core/math/sparse_factor.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"
#include "solver_core/tests/support/random_spd.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <string>

namespace stiction {
namespace {

std::vector<SparseFactorKind> kinds()
{
    std::vector<SparseFactorKind> all{SparseFactorKind::eigen, SparseFactorKind::fronts,
                                      SparseFactorKind::single_fronts};
    if (is_available(SparseFactorKind::pardiso)) all.push_back(SparseFactorKind::pardiso);
    return all;
}

// Of an answer, relative: `digits` where numbers are double.
double error_of(SparseFactorKind kind, double digits)
{
    return kind == SparseFactorKind::single_fronts ? 1e-4 : digits;
}

SparseMatrix lower_of(const SparseMatrix& whole)
{
    SparseMatrix lower = whole.triangularView<Eigen::Lower>();
    lower.makeCompressed();
    return lower;
}

Span<const double> values_of(const SparseMatrix& matrix)
{
    return {matrix.valuePtr(), static_cast<std::size_t>(matrix.nonZeros())};
}

Eigen::MatrixXd random_columns(Index rows, Index columns)
{
    std::srand(3);
    return Eigen::MatrixXd::Random(rows, columns);
}

// A lattice of side^3 nodes with three unknowns each and 3x3 couplings, as elastic solids have.
SparseMatrix block_lattice(Index side, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    std::vector<Eigen::Triplet<double, Index>> entries;
    const Index nodes = side * side * side;
    for (Index a = 0; a < 3 * nodes; ++a) entries.emplace_back(a, a, 0.1);
    const auto link = [&](Index a, Index b) {
        const Vec3 d(value(random), value(random), value(random));
        const Mat3 k = d * d.transpose() + 0.1 * Mat3::Identity();
        for (Index i = 0; i < 3; ++i) {
            for (Index j = 0; j < 3; ++j) {
                entries.emplace_back(3 * a + i, 3 * a + j, k(i, j));
                entries.emplace_back(3 * b + i, 3 * b + j, k(i, j));
                entries.emplace_back(3 * a + i, 3 * b + j, -k(i, j));
                entries.emplace_back(3 * b + i, 3 * a + j, -k(i, j));
            }
        }
    };
    for (Index z = 0; z < side; ++z) {
        for (Index y = 0; y < side; ++y) {
            for (Index x = 0; x < side; ++x) {
                const Index a = x + side * (y + side * z);
                if (x + 1 < side) link(a, a + 1);
                if (y + 1 < side) link(a, a + side);
                if (z + 1 < side) link(a, a + side * side);
            }
        }
    }
    SparseMatrix p(3 * nodes, 3 * nodes);
    p.setFromTriplets(entries.begin(), entries.end());
    return p;
}

TEST(SparseFactor, AllKindsSolveAsTheDenseCholesky)
{
    for (const Index n : {1, 2, 3, 30, 97, 300}) {
        SCOPED_TRACE("unknowns " + std::to_string(n));
        const SparseMatrix whole = testing::random_spd(n, 4 * n, n > 50 ? 3 : 1, 11);
        const SparseMatrix lower = lower_of(whole);
        const Eigen::MatrixXd b = random_columns(n, 4);
        const Eigen::MatrixXd expected = Eigen::MatrixXd(whole).llt().solve(b);
        for (const SparseFactorKind kind : kinds()) {
            const auto factor = make_sparse_factor(kind);
            SCOPED_TRACE(factor->name());
            factor->analyse(lower);
            ASSERT_TRUE(factor->factorize(values_of(lower)));
            Eigen::MatrixXd x = b;
            factor->solve({x.data(), static_cast<std::size_t>(x.size())}, 4);
            EXPECT_LT((x - expected).norm(), error_of(kind, 1e-10) * expected.norm());
            Eigen::VectorXd one = b.col(2);
            factor->solve({one.data(), static_cast<std::size_t>(one.size())}, 1);
            EXPECT_LT((one - expected.col(2)).norm(), error_of(kind, 1e-10) * expected.norm());
        }
    }
}

TEST(SparseFactor, NewValuesOnTheSamePattern)
{
    const SparseMatrix first = lower_of(block_lattice(7, 1));
    const SparseMatrix second = lower_of(block_lattice(7, 2));
    ASSERT_EQ(first.nonZeros(), second.nonZeros());
    const Index n = static_cast<Index>(first.cols());
    const Eigen::VectorXd b = random_columns(n, 1);
    for (const SparseFactorKind kind : kinds()) {
        const auto factor = make_sparse_factor(kind);
        SCOPED_TRACE(factor->name());
        factor->analyse(first);
        for (const SparseMatrix* values : {&first, &second, &first}) {
            ASSERT_TRUE(factor->factorize(values_of(*values)));
            Eigen::VectorXd x = b;
            factor->solve({x.data(), static_cast<std::size_t>(n)}, 1);
            const Eigen::VectorXd back = values->selfadjointView<Eigen::Lower>() * x;
            EXPECT_LT((back - b).norm(), error_of(kind, 1e-9) * b.norm());
        }
    }
}

TEST(SparseFactor, AnIndefiniteMatrixIsToldAndForgotten)
{
    SparseMatrix lower = lower_of(block_lattice(5, 1));
    SparseMatrix bad = lower;
    bad.coeffRef(200, 200) = -1.0;
    for (const SparseFactorKind kind : kinds()) {
        const auto factor = make_sparse_factor(kind);
        SCOPED_TRACE(factor->name());
        factor->analyse(lower);
        EXPECT_FALSE(factor->factorize(values_of(bad)));
        EXPECT_TRUE(factor->factorize(values_of(lower)));
    }
}

TEST(SparseFactor, NothingToSolve)
{
    for (const SparseFactorKind kind : kinds()) {
        const auto factor = make_sparse_factor(kind);
        factor->analyse(SparseMatrix(0, 0));
        EXPECT_TRUE(factor->factorize({}));
        factor->solve({}, 1);
    }
}

TEST(SparseFactor, SameBitsOnAnyNumberOfThreads)
{
    const SparseMatrix lower = lower_of(block_lattice(14, 5));
    const Index n = static_cast<Index>(lower.cols());
    const Eigen::VectorXd b = random_columns(n, 1);
    for (const SparseFactorKind kind : kinds()) {
        Eigen::VectorXd reference;
        for (const int threads : {1, 2, 5}) {
            const auto pool = make_executor(threads);
            const ExecutorScope scope(pool.get());
            const auto factor = make_sparse_factor(kind);
            SCOPED_TRACE(factor->name() + std::string(" on ") + std::to_string(threads));
            factor->analyse(lower);
            ASSERT_TRUE(factor->factorize(values_of(lower)));
            Eigen::VectorXd x = b;
            factor->solve({x.data(), static_cast<std::size_t>(n)}, 1);
            if (threads == 1) reference = x;
            EXPECT_TRUE((x.array() == reference.array()).all());
        }
    }
}

TEST(SparseFactor, TheOwnOneDoesNotAllocateOnceWarm)
{
    const SparseMatrix lower = lower_of(block_lattice(8, 5));
    const Index n = static_cast<Index>(lower.cols());
    const auto pool = make_executor(1);
    const ExecutorScope scope(pool.get());
    const auto factor = make_sparse_factor(SparseFactorKind::fronts);
    Eigen::VectorXd x = random_columns(n, 1);
    factor->analyse(lower);
    std::int64_t before = 0;
    for (int run = 0; run < 3; ++run) {
        if (run == 1) before = testing::allocation_count();
        ASSERT_TRUE(factor->factorize(values_of(lower)));
        factor->solve({x.data(), static_cast<std::size_t>(n)}, 1);
    }
    EXPECT_EQ(testing::allocation_count(), before);
}

}  // namespace
}  // namespace stiction
