#pragma once

// What a multifrontal Cholesky factorisation does for one pattern, whatever the values and the kind of number: order, supernodes, where
// entries, panels and updates lie, and which supernodes one thread eliminates.

#include "solver_core/base/span.hpp"
#include "solver_core/math/supernodes.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stiction {

// Columns that are eliminated together, and stored together.
constexpr Index kPanelBlock = 48;

// The panel of a supernode, `width` columns over width + below rows, is kept in blocks of columns, each from its diagonal down.
struct PanelBlock {
    Index first = 0, columns = 0;  // of the supernode's columns
    Index rows = 0;                // from the diagonal of the first column down
    std::int64_t begin = 0;        // of its numbers in the panel's, column by column
};

template <class Visit>
void for_each_block(Index width, Index below, Visit&& visit)
{
    PanelBlock block;
    for (; block.first < width; block.first += kPanelBlock) {
        block.columns = std::min(kPanelBlock, width - block.first);
        block.rows = width + below - block.first;
        visit(block);
        block.begin += static_cast<std::int64_t>(block.rows) * block.columns;
    }
}

// The same from the last to the first.
template <class Visit>
void for_each_block_backwards(Index width, Index below, Visit&& visit)
{
    std::int64_t end = 0;
    for_each_block(width, below, [&](const PanelBlock& block) {
        end = block.begin + static_cast<std::int64_t>(block.rows) * block.columns;
    });
    for (Index first = (width - 1) / kPanelBlock * kPanelBlock; first >= 0; first -= kPanelBlock) {
        PanelBlock block;
        block.first = first;
        block.columns = std::min(kPanelBlock, width - first);
        block.rows = width + below - first;
        block.begin = end -= static_cast<std::int64_t>(block.rows) * block.columns;
        visit(block);
    }
}

// Numbers of the lower triangle of an update, kept column by column.
inline std::int64_t update_size(std::int64_t below) { return below * (below + 1) / 2; }

class FrontPlan {
public:
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
    };

    void analyse(const SparseMatrix& lower);

    Index size() const { return size_; }
    const Supernodes& supernodes() const { return supernodes_; }
    Span<const Index> children(Index s) const
    {
        return {child_.data() + child_begin_[s],
                static_cast<std::size_t>(child_begin_[s + 1] - child_begin_[s])};
    }
    std::size_t entry_count() const { return entries_.size(); }
    Span<const Entry> entries(Index s) const
    {
        return {entries_.data() + entry_begin_[s],
                static_cast<std::size_t>(entry_begin_[s + 1] - entry_begin_[s])};
    }
    std::int64_t panel_begin(Index s) const { return panel_begin_[s]; }
    std::int64_t panel_size() const { return panel_begin_.empty() ? 0 : panel_begin_.back(); }
    // Place of what s leaves, in its task's stack.
    std::int64_t update(Index s) const { return update_[s]; }
    // Subtrees of about equal work; -1: s is above them all, in `top`.
    Index task_of(Index s) const { return task_of_[s]; }
    const std::vector<Task>& tasks() const { return tasks_; }
    const Task& top() const { return top_; }
    std::int64_t factor_entries() const;

private:
    void list_children();
    void place_entries(const SparseMatrix& lower);
    void cut_tasks();
    void place_updates(Task& task, Index number);

    Index size_ = 0;
    Supernodes supernodes_;
    std::vector<Index> child_begin_, child_;  // children of supernode s, ascending
    std::vector<std::int64_t> entry_begin_;
    std::vector<Entry> entries_;
    std::vector<std::int64_t> panel_begin_;
    std::vector<std::int64_t> update_;
    std::vector<Index> task_of_;
    std::vector<Task> tasks_;
    Task top_;
};

}  // namespace stiction
