#include "solver_core/math/front_plan.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/math/factor_pattern.hpp"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kTaskShare = 0.08;  // of the work: subtrees above it are cut further
constexpr double kTaskWork = 2.0e6;  // multiplications below which a task of its own does not pay

}  // namespace

void FrontPlan::analyse(const SparseMatrix& lower)
{
    STICTION_ASSERT(lower.rows() == lower.cols() && lower.isCompressed());
    size_ = static_cast<Index>(lower.cols());
    if (size_ == 0) return;
    supernodes_ = factor_supernodes(lower);
    list_children();
    const Index count = supernodes_.count();
    panel_begin_.assign(static_cast<std::size_t>(count) + 1, 0);
    for (Index s = 0; s < count; ++s) {
        panel_begin_[s + 1] = panel_begin_[s];
        for_each_block(supernodes_.width(s), supernodes_.below(s), [&](const PanelBlock& block) {
            panel_begin_[s + 1] += static_cast<std::int64_t>(block.rows) * block.columns;
        });
    }
    place_entries(lower);
    cut_tasks();
}

void FrontPlan::list_children()
{
    const Index count = supernodes_.count();
    child_begin_.assign(static_cast<std::size_t>(count) + 1, 0);
    for (Index s = 0; s < count; ++s) {
        if (supernodes_.parent[s] != -1) ++child_begin_[supernodes_.parent[s] + 1];
    }
    for (Index s = 0; s < count; ++s) child_begin_[s + 1] += child_begin_[s];
    child_.resize(static_cast<std::size_t>(child_begin_[count]));
    std::vector<Index> next(child_begin_.begin(), child_begin_.end() - 1);
    for (Index s = 0; s < count; ++s) {
        if (supernodes_.parent[s] != -1) child_[next[supernodes_.parent[s]]++] = s;
    }
}

// Entries are dealt out to supernodes first; then each supernode, which knows the place of every row in its front, reads its own.
void FrontPlan::place_entries(const SparseMatrix& lower)
{
    struct Dealt {
        Index from, row, column;
    };
    const std::vector<Index> position = inverse_order(supernodes_.order);
    const Index count = supernodes_.count();
    std::vector<Index> owner(static_cast<std::size_t>(size_));
    for (Index s = 0; s < count; ++s) {
        for (Index k = supernodes_.first[s]; k < supernodes_.first[s + 1]; ++k) owner[k] = s;
    }
    entry_begin_.assign(static_cast<std::size_t>(count) + 1, 0);
    for (Index c = 0; c < size_; ++c) {
        for (SparseMatrix::InnerIterator e(lower, c); e; ++e)
            ++entry_begin_[owner[std::min(position[e.row()], position[c])] + 1];
    }
    for (Index s = 0; s < count; ++s) entry_begin_[s + 1] += entry_begin_[s];
    std::vector<Dealt> dealt(static_cast<std::size_t>(lower.nonZeros()));
    std::vector<std::int64_t> next(entry_begin_.begin(), entry_begin_.end() - 1);
    Index from = 0;
    for (Index c = 0; c < size_; ++c) {
        for (SparseMatrix::InnerIterator e(lower, c); e; ++e, ++from) {
            const auto [column, row] = std::minmax(position[e.row()], position[c]);
            dealt[next[owner[column]]++] = {from, row, column};
        }
    }
    entries_.resize(dealt.size());
    std::vector<Index> local(static_cast<std::size_t>(size_), 0);
    for (Index s = 0; s < count; ++s) {
        const Index first = supernodes_.first[s], width = supernodes_.width(s), below = supernodes_.below(s);
        for (Index k = 0; k < width; ++k) local[first + k] = k;
        for (Index r = 0; r < below; ++r) local[supernodes_.rows(s)[r]] = width + r;
        for (std::int64_t e = entry_begin_[s]; e < entry_begin_[s + 1]; ++e)
            entries_[e] = {dealt[e].from, local[dealt[e].row] + (dealt[e].column - first) * (width + below)};
    }
}

// Subtrees of at most a share of the work each become tasks; what lies above them is eliminated after them.
void FrontPlan::cut_tasks()
{
    const Index count = supernodes_.count();
    std::vector<double> work(static_cast<std::size_t>(count), 0.0);
    std::vector<Index> lowest(static_cast<std::size_t>(count));
    double total = 0.0;
    for (Index s = 0; s < count; ++s) {
        const double size = supernodes_.width(s) + supernodes_.below(s);
        const double own = supernodes_.width(s) * size * size;
        total += own;
        work[s] += own;
        lowest[s] = child_begin_[s] == child_begin_[s + 1] ? s : lowest[child_[child_begin_[s]]];
        if (supernodes_.parent[s] != -1) work[supernodes_.parent[s]] += work[s];
    }
    const double most = std::max(kTaskShare * total, kTaskWork);
    tasks_.clear();
    task_of_.assign(static_cast<std::size_t>(count), -1);
    update_.assign(static_cast<std::size_t>(count), 0);
    for (Index s = 0; s < count; ++s) {
        const Index parent = supernodes_.parent[s];
        if (work[s] > most || (parent != -1 && work[parent] <= most)) continue;
        Task task;
        task.first = lowest[s];
        task.last = s;
        for (Index t = lowest[s]; t <= s; ++t) task_of_[t] = static_cast<Index>(tasks_.size());
        tasks_.push_back(task);
    }
    top_ = Task{};
    top_.last = count - 1;
    for (std::size_t t = 0; t < tasks_.size(); ++t) place_updates(tasks_[t], static_cast<Index>(t));
    place_updates(top_, -1);
}

// A postorder makes the updates of all children of s the topmost ones: what s leaves takes the place of the first.
void FrontPlan::place_updates(Task& task, Index number)
{
    std::int64_t top = 0;
    for (Index s = task.first; s <= task.last; ++s) {
        if (task_of_[s] != number) continue;
        for (const Index child : children(s)) {
            if (task_of_[child] != number) continue;
            top = update_[child];
            break;
        }
        update_[s] = top;
        const std::int64_t size = supernodes_.below(s) + supernodes_.width(s);
        top += update_size(supernodes_.below(s));
        task.stack_size = std::max(task.stack_size, top);
        task.front_size = std::max(task.front_size, size * size);
        task.width_most = std::max(task.width_most, supernodes_.width(s));
    }
}

std::int64_t FrontPlan::factor_entries() const
{
    std::int64_t sum = 0;
    for (Index s = 0; s < supernodes_.count(); ++s)
        sum += panel_entries(supernodes_.width(s), supernodes_.below(s));
    return sum;
}

}  // namespace stiction
