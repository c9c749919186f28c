#include "solver_core/math/fill_ordering.hpp"
#include "solver_core/math/solve_tasks.hpp"
#include "solver_core/math/supernodes.hpp"
#include "solver_core/tests/support/grid_system.hpp"
#include "solver_core/tests/support/random_spd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace stiction {
namespace {

using testing::grid_matrix;
using testing::random_spd;

std::vector<SparseMatrix> systems()
{
    return {grid_matrix({25, 17}), random_spd(300, 400, 1, 31), random_spd(300, 300, 4, 32),
            random_spd(50, 0, 1, 33), random_spd(120, 2000, 1, 34)};
}

void expect_permutation(std::vector<Index> order, Index n)
{
    std::vector<Index> identity(static_cast<std::size_t>(n));
    std::iota(identity.begin(), identity.end(), 0);
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, identity);
}

// Rows below the diagonal of every column of L, by eliminating node after node.
std::vector<std::set<Index>> brute_force_columns(const SparseMatrix& p, const std::vector<Index>& order)
{
    const std::vector<Index> position = inverse_order(order);
    std::vector<std::set<Index>> columns(order.size());
    for (Index j = 0; j < p.cols(); ++j) {
        for (SparseMatrix::InnerIterator entry(p, j); entry; ++entry) {
            if (position[entry.row()] > position[j]) columns[position[j]].insert(position[entry.row()]);
        }
    }
    for (std::set<Index>& column : columns) {
        if (column.empty()) continue;
        const Index parent = *column.begin();
        columns[parent].insert(std::next(column.begin()), column.end());
    }
    return columns;
}

TEST(FillOrdering, IsPermutation)
{
    for (const SparseMatrix& p : systems()) {
        for (const FillOrdering method : {FillOrdering::nested_dissection, FillOrdering::minimum_degree}) {
            expect_permutation(fill_reducing_order(p, method), static_cast<Index>(p.cols()));
        }
    }
    EXPECT_TRUE(fill_reducing_order(SparseMatrix(0, 0), FillOrdering::nested_dissection).empty());
}

TEST(FillOrdering, RepeatsItself)
{
    const SparseMatrix p = grid_matrix({60, 60});
    const std::vector<Index> first = fill_reducing_order(p, FillOrdering::nested_dissection);
    std::srand(12345);
    EXPECT_EQ(fill_reducing_order(p, FillOrdering::nested_dissection), first);
}

TEST(EliminationTree, MatchesBruteForce)
{
    for (const SparseMatrix& p : systems()) {
        const EliminationTree tree =
            elimination_tree(p, fill_reducing_order(p, FillOrdering::nested_dissection));
        expect_permutation(tree.order, static_cast<Index>(p.cols()));
        const std::vector<std::set<Index>> columns = brute_force_columns(p, tree.order);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            EXPECT_EQ(tree.below[k], static_cast<Index>(columns[k].size()));
            EXPECT_EQ(tree.parent[k], columns[k].empty() ? -1 : *columns[k].begin());
        }
    }
}

TEST(EliminationTree, PostorderVisitsChildrenFirst)
{
    // 0 and 3 are roots; 3 has children 1 and 5, 5 has 2 and 4.
    EXPECT_EQ(postorder({-1, 3, 5, -1, 5, 3}), (std::vector<Index>{0, 1, 2, 4, 5, 3}));
}

TEST(Supernodes, PanelsCoverFactor)
{
    for (const SparseMatrix& p : systems()) {
        const Supernodes supernodes =
            find_supernodes(p, elimination_tree(p, fill_reducing_order(p, FillOrdering::nested_dissection)));
        expect_permutation(supernodes.order, static_cast<Index>(p.cols()));
        const std::vector<std::set<Index>> columns = brute_force_columns(p, supernodes.order);
        for (Index s = 0; s < supernodes.count(); ++s) {
            const Index end = supernodes.first[s + 1];
            const std::set<Index> rows(supernodes.rows(s), supernodes.rows(s) + supernodes.below(s));
            EXPECT_TRUE(rows.empty() || *rows.begin() >= end);
            std::set<Index> needed;
            for (Index k = supernodes.first[s]; k < end; ++k) {
                std::copy_if(columns[k].begin(), columns[k].end(), std::inserter(needed, needed.end()),
                             [&](Index row) { return row >= end; });
            }
            EXPECT_EQ(rows, needed);
            if (rows.empty()) {
                EXPECT_EQ(supernodes.parent[s], -1);
                continue;
            }
            const Index parent = supernodes.parent[s];
            ASSERT_GT(parent, s);
            EXPECT_GE(*rows.begin(), supernodes.first[parent]);
            EXPECT_LT(*rows.begin(), supernodes.first[parent + 1]);
        }
    }
}

TEST(Supernodes, MergingStoresFewZeros)
{
    const SparseMatrix p = grid_matrix({77, 77});
    const EliminationTree tree = elimination_tree(p, fill_reducing_order(p, FillOrdering::nested_dissection));
    const std::int64_t needed =
        std::accumulate(tree.below.begin(), tree.below.end(), static_cast<std::int64_t>(p.cols()));
    const Supernodes supernodes = find_supernodes(p, tree);
    std::int64_t stored = 0;
    for (Index s = 0; s < supernodes.count(); ++s) {
        stored += panel_entries(supernodes.width(s), supernodes.below(s));
    }
    EXPECT_GE(stored, needed);
    EXPECT_LT(static_cast<double>(stored), 1.2 * static_cast<double>(needed));
    EXPECT_LT(supernodes.count(), 77 * 77 / 4);
}

TEST(SolveTasks, AreConnectedAndOrdered)
{
    for (const Index side : {10, 40, 120}) {
        const SparseMatrix p = grid_matrix({side, side});
        const Supernodes supernodes =
            find_supernodes(p, elimination_tree(p, fill_reducing_order(p, FillOrdering::nested_dissection)));
        const SolveTasks tasks = cut_into_tasks(supernodes);
        std::size_t covered = 0;
        for (Index t = 0; t < tasks.count(); ++t) {
            EXPECT_TRUE(tasks.parent[t] == -1 || tasks.parent[t] > t);
            for (const Index child : tasks.children[t]) EXPECT_EQ(tasks.parent[child], t);
            covered += tasks.supernodes[t].size();
            for (const Index s : tasks.supernodes[t]) {
                EXPECT_EQ(tasks.of_supernode[s], t);
                const Index up = supernodes.parent[s];
                if (up == -1 || tasks.of_supernode[up] == t) continue;
                EXPECT_EQ(tasks.of_supernode[up], tasks.parent[t]);
            }
        }
        EXPECT_EQ(covered, static_cast<std::size_t>(supernodes.count()));
        EXPECT_TRUE(side < 120 || tasks.count() > 8);
        EXPECT_LT(tasks.count(), 80);
    }
}

TEST(SolveTasks, BundleSmallTrees)
{
    const SparseMatrix p = random_spd(20000, 0, 1, 35);
    const Supernodes supernodes =
        find_supernodes(p, elimination_tree(p, fill_reducing_order(p, FillOrdering::nested_dissection)));
    EXPECT_EQ(supernodes.count(), 20000);
    EXPECT_LT(cut_into_tasks(supernodes).count(), 80);
}

// p with a full block of `size` unknowns for every entry.
SparseMatrix with_blocks(const SparseMatrix& p, Index size)
{
    std::vector<Eigen::Triplet<double, Index>> entries;
    for (Index c = 0; c < p.cols(); ++c)
        for (SparseMatrix::InnerIterator e(p, c); e; ++e)
            for (Index i = 0; i < size; ++i)
                for (Index j = 0; j < size; ++j)
                    entries.emplace_back(size * static_cast<Index>(e.row()) + i, size * c + j, 1.0);
    SparseMatrix whole(size * p.rows(), size * p.cols());
    whole.setFromTriplets(entries.begin(), entries.end());
    return whole;
}

TEST(Supernodes, OfNodesAreThoseOfTheirUnknowns)
{
    for (const SparseMatrix& p : systems()) {
        const std::vector<Index> order = fill_reducing_order(p, FillOrdering::nested_dissection);
        std::vector<Index> all;
        for (const Index node : order)
            for (Index k = 0; k < 3; ++k) all.push_back(3 * node + k);
        const SparseMatrix whole = with_blocks(p, 3);
        const Supernodes slow = find_supernodes(whole, elimination_tree(whole, all));
        const Supernodes fast = find_supernodes(p, elimination_tree(p, order), 3);
        EXPECT_EQ(fast.order, slow.order);
        EXPECT_EQ(fast.first, slow.first);
        EXPECT_EQ(fast.parent, slow.parent);
        EXPECT_EQ(fast.row_start, slow.row_start);
        EXPECT_EQ(fast.row_index, slow.row_index);
    }
}

}  // namespace
}  // namespace stiction
