#include "solver_core/math/interleaved_cholesky.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/math/fill_ordering.hpp"
#include "solver_core/math/interleaved_kernels.hpp"
#include "solver_core/math/multifrontal.hpp"

#include <algorithm>
#include <cassert>
#include <thread>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace stiction {
namespace {

// Stages of a task's progress.
constexpr Index kForwardDone = 1;
constexpr Index kBackwardDone = 2;

// Below this a solve takes less time than waking a second thread.
constexpr std::int64_t kSerialEntries = 60000;

// Waits last a few microseconds as a rule, less than a thread takes to fall asleep and wake; when the awaited
// thread has lost its core, the waiting one gives up its own.
void wait_for(const TaskProgress& progress, Index stage)
{
    constexpr int kSpins = 500;
    for (int i = 0; progress.stage.load(std::memory_order_acquire) < stage; ++i) {
        if (i > kSpins) std::this_thread::yield();
#ifdef __SSE2__
        _mm_pause();
#endif
    }
}

}  // namespace

InterleavedCholesky::InterleavedCholesky(const SparseMatrix& p) : size_(static_cast<Index>(p.cols()))
{
    const std::vector<Index> order = fill_reducing_order(p, FillOrdering::nested_dissection);
    const Supernodes supernodes = find_supernodes(p, elimination_tree(p, order));
    InterleavedLayout layout = lay_out(supernodes, cut_into_tasks(supernodes));
    factorize_fronts(p, supernodes, [&](Index s, const Eigen::Ref<const Eigen::MatrixXd>& panel) {
        store_panel(layout.factor, layout.first_strip[s], panel);
    });
    factor_ = std::move(layout.factor);
}

void InterleavedCholesky::solve(Span<Vec3> b, SolveScratch& scratch) const
{
    assert(b.size() == static_cast<std::size_t>(size_));
    const std::size_t tasks = factor_.tasks.size();
    scratch.nodes.resize(static_cast<std::size_t>(factor_.positions));
    scratch.progress.resize(std::max(tasks, scratch.progress.size()));
    for (std::size_t t = 0; t < tasks; ++t) scratch.progress[t].stage.store(0, std::memory_order_relaxed);

    std::atomic<Index> next{0};
    const bool serial = factor_.entries < kSerialEntries;
    const Index workers = serial ? 1 : std::min(executor().threads(), static_cast<int>(tasks));
    parallel_for(workers, 1, [&](Index) { work(b.data(), scratch, next); });
}

// Workers draw the forward halves of all tasks, children first, then the backward halves in opposite order. A
// worker waits only for halves drawn before its own, which are in work: there is always one that need not
// wait, however many workers there are and whenever they arrive.
void InterleavedCholesky::work(Vec3* b, SolveScratch& scratch, std::atomic<Index>& next) const
{
    const Index tasks = static_cast<Index>(factor_.tasks.size());
    PaddedVec3* const x = scratch.nodes.data();
    std::vector<TaskProgress>& progress = scratch.progress;
    for (Index i = next++; i < 2 * tasks; i = next++) {
        const bool forward = i < tasks;
        const Index t = forward ? i : 2 * tasks - 1 - i;
        const InterleavedFactor::Task& task = factor_.tasks[t];
        if (forward) {
            for (const Index child : task.children) wait_for(progress[child], kForwardDone);
            solve_forward(factor_, task, b, x);
            progress[t].stage.store(kForwardDone, std::memory_order_release);
        } else {
            if (task.parent == -1)
                wait_for(progress[t], kForwardDone);
            else
                wait_for(progress[task.parent], kBackwardDone);
            solve_backward(factor_, task, b, x);
            progress[t].stage.store(kBackwardDone, std::memory_order_release);
        }
    }
}

}  // namespace stiction
