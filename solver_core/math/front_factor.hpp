#pragma once

#include "solver_core/math/sparse_factor.hpp"
#include "solver_core/math/supernodes.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace stiction {

// Multifrontal Cholesky K = L L^T that keeps its symbolic work, and its storage, between factorisations.
//
// For each supernode, children first, the dense matrix of its columns and rows (its front) is gathered from K and from
// what its children left; its columns are eliminated; the rest is left to its parent on a stack, which a postorder keeps
// short. Subtrees of about equal work are tasks, each with a stack while it runs; above them the updates of one front are cut
// into column blocks. Both cuts depend on the pattern alone, so that any number of threads gives the same bits.
//
// Where the pattern is made of full 3x3 blocks all symbolic work but the placing of entries is done on the graph of nodes.
//
// All numbers lie in storage that begins on a 32-byte border: where Eigen cuts a loop into vectors depends on the address,
// and a product it rounds once in a vector it rounds twice outside.
class FrontFactor final : public SparseFactor {
public:
    const char* name() const override { return "fronts"; }
    void analyse(const SparseMatrix& lower) override;
    bool factorize(Span<const double> values) override;
    void solve(Span<double> b, Index columns) override;
    std::int64_t factor_entries() const override;

private:
    using Aligned = std::vector<double, Eigen::aligned_allocator<double>>;
    // Where an entry of K goes: values[from] to place `to` of the front, column by column.
    struct Entry {
        Index from;
        Index to;
    };
    // Supernodes first ... last, eliminated in this order by one thread.
    struct Task {
        Index first = 0;
        Index last = 0;
        std::int64_t stack_size = 0, front_size = 0;
        Index width_most = 0;
        Aligned left;  // what the last supernode leaves to those above
        bool failed = false;
    };
    // What a task works in. There are no more of them than tasks under way: together those of all tasks would take more memory
    // than the factor.
    struct Desk {
        Aligned stack, front, diagonal;
        std::vector<Index> local;  // row of the current front of a column of L
    };

    void place_entries(const SparseMatrix& lower);
    void cut_tasks();
    void place_updates(Task& task);
    void fit(Desk& desk, const Task& task) const;
    bool eliminate(Index s, Span<const double> values, Desk& desk, bool cut) const;
    void gather(Index s, Span<const double> values, Desk& desk) const;
    void run(Task& task, Span<const double> values, Desk& desk, bool cut) const;
    void run_subtrees(Span<const double> values) const;
    void solve_one(Span<double> b);

    Index size_ = 0;
    Supernodes supernodes_;
    std::vector<Index> child_begin_, child_;  // children of supernode s, ascending
    std::vector<std::int64_t> entry_begin_;
    std::vector<Entry> entries_;
    std::vector<std::int64_t> panel_begin_;  // of the panel of s in panels_
    mutable Aligned panels_;                 // (width + below) x width each, column by column
    std::vector<std::int64_t> update_;       // place of what s leaves, in its task's stack
    std::vector<Index> task_of_;             // -1: above all subtrees
    mutable std::vector<Task> tasks_;        // subtrees
    mutable Task top_;
    mutable std::vector<std::unique_ptr<Desk>> desks_;  // free ones
    mutable Desk top_desk_;
    mutable std::mutex mutex_;  // of desks_
    Aligned permuted_, rows_;   // of a solve
};

// What a factorisation of this pattern will take, without making room for it.
struct FactorEstimate {
    double entries = 0.0;          // of the triangular factor
    double multiplications = 0.0;  // to make it
};
FactorEstimate estimate_factor(const SparseMatrix& lower);

}  // namespace stiction
