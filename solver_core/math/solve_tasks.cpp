#include "solver_core/math/solve_tasks.hpp"

#include <algorithm>
#include <numeric>

namespace stiction {
namespace {

// A task holds at most this part of all work, so that many threads find something to do, but not less than
// kSmallestTask entries: starting a task costs about as much as a few hundred entries.
constexpr std::int64_t kParts = 48;
constexpr std::int64_t kSmallestTask = 12000;

std::int64_t work_of(const Supernodes& supernodes, Index s)
{
    constexpr std::int64_t kPanelStart = 60;
    return kPanelStart + panel_entries(supernodes.width(s), supernodes.below(s));
}

// A piece of the tree that still grows towards the root; `top` is its last supernode.
struct OpenPiece {
    std::int64_t work;
    Index top;
};

class TreeCutter {
public:
    explicit TreeCutter(const Supernodes& supernodes)
        : supernodes_(supernodes), task_(supernodes.parent.size(), -1), open_(supernodes.parent.size() + 1)
    {
        for (Index s = 0; s < supernodes.count(); ++s) total_ += work_of(supernodes, s);
        limit_ = std::max(kSmallestTask, total_ / kParts);
    }

    // Task of every supernode, in no particular numbering.
    std::vector<Index> cut()
    {
        const Index count = supernodes_.count();
        for (Index s = 0; s < count; ++s) {
            const std::int64_t work = close_surplus(s, work_of(supernodes_, s));
            const Index parent = supernodes_.parent[s] == -1 ? count : supernodes_.parent[s];
            open_[parent].push_back({work, s});
        }
        close_surplus(count, 0);
        close(open_[count]);

        // An open supernode belongs to the piece of its parent.
        for (Index s = count - 1; s >= 0; --s) {
            if (task_[s] == -1) task_[s] = task_[supernodes_.parent[s]];
        }
        return std::move(task_);
    }

private:
    // The pieces below s, smallest last, are bundled into tasks until the rest fits into one task together
    // with s.
    std::int64_t close_surplus(Index s, std::int64_t work)
    {
        std::vector<OpenPiece>& pieces = open_[s];
        std::int64_t rest = 0;
        for (const OpenPiece& piece : pieces) rest += piece.work;
        std::stable_sort(pieces.begin(), pieces.end(),
                         [](const OpenPiece& a, const OpenPiece& b) { return a.work > b.work; });
        std::vector<OpenPiece> bundle;
        std::int64_t bundled = 0;
        std::size_t taken = 0;
        while (taken < pieces.size() && (work + rest > limit_ || (bundled > 0 && bundled < limit_ / 4))) {
            const OpenPiece piece = pieces[taken];
            if (bundled > 0 && bundled + piece.work > limit_) {
                close(bundle);
                bundled = 0;
                continue;
            }
            bundle.push_back(piece);
            bundled += piece.work;
            rest -= piece.work;
            ++taken;
        }
        close(bundle);
        pieces.erase(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(taken));
        return work + rest;
    }

    void close(std::vector<OpenPiece>& bundle)
    {
        if (bundle.empty()) return;
        for (const OpenPiece& piece : bundle) task_[piece.top] = tasks_;
        ++tasks_;
        bundle.clear();
    }

    const Supernodes& supernodes_;
    std::vector<Index> task_;
    std::vector<std::vector<OpenPiece>> open_;  // pieces below a supernode; the last: below no supernode
    std::int64_t total_ = 0;
    std::int64_t limit_ = 0;
    Index tasks_ = 0;
};

// Numbers tasks by falling work on the way to the root.
std::vector<Index> critical_first(const Supernodes& supernodes, const std::vector<Index>& task, Index count)
{
    std::vector<std::int64_t> work(static_cast<std::size_t>(count), 0);
    std::vector<Index> parent(static_cast<std::size_t>(count), -1);
    std::vector<std::int64_t> to_root(static_cast<std::size_t>(count), -1);
    for (Index s = 0; s < supernodes.count(); ++s) work[task[s]] += work_of(supernodes, s);
    for (Index s = supernodes.count() - 1; s >= 0; --s) {
        // The supernodes of a task above s were met before, so the parent's way is known.
        const Index up = supernodes.parent[s];
        if (up != -1 && task[up] != task[s]) parent[task[s]] = task[up];
        if (to_root[task[s]] == -1) {
            to_root[task[s]] = work[task[s]] + (parent[task[s]] == -1 ? 0 : to_root[parent[task[s]]]);
        }
    }
    std::vector<Index> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return to_root[a] > to_root[b]; });
    return inverse_order(order);
}

}  // namespace

SolveTasks cut_into_tasks(const Supernodes& supernodes)
{
    std::vector<Index> task = TreeCutter(supernodes).cut();
    const Index count = task.empty() ? 0 : *std::max_element(task.begin(), task.end()) + 1;
    const std::vector<Index> number = critical_first(supernodes, task, count);

    SolveTasks tasks;
    tasks.parent.assign(static_cast<std::size_t>(count), -1);
    tasks.children.resize(static_cast<std::size_t>(count));
    tasks.supernodes.resize(static_cast<std::size_t>(count));
    for (Index s = 0; s < supernodes.count(); ++s) {
        tasks.of_supernode.push_back(number[task[s]]);
        tasks.supernodes[tasks.of_supernode[s]].push_back(s);
    }
    for (Index s = 0; s < supernodes.count(); ++s) {
        const Index up = supernodes.parent[s];
        if (up == -1 || tasks.of_supernode[up] == tasks.of_supernode[s]) continue;
        tasks.parent[tasks.of_supernode[s]] = tasks.of_supernode[up];
    }
    for (Index t = 0; t < count; ++t) {
        if (tasks.parent[t] != -1) tasks.children[tasks.parent[t]].push_back(t);
    }
    return tasks;
}

}  // namespace stiction
