#include "solver_core/math/interleaved_solve.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/math/interleaved_kernels.hpp"

#include <algorithm>
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

// Workers draw the forward halves of all tasks, children first, then the backward halves in opposite order. A
// worker waits only for halves drawn before its own, which are in work: there is always one that need not
// wait, however many workers there are and whenever they arrive.
template <class Real>
void work(const InterleavedFactor& factor, const Real* values, Vec3* b, PaddedVec3<Real>* x,
          std::vector<TaskProgress>& progress, std::atomic<Index>& next)
{
    const Index tasks = static_cast<Index>(factor.tasks.size());
    for (Index i = next++; i < 2 * tasks; i = next++) {
        const bool forward = i < tasks;
        const Index t = forward ? i : 2 * tasks - 1 - i;
        const InterleavedFactor::Task& task = factor.tasks[t];
        if (forward) {
            for (const Index child : task.children) wait_for(progress[child], kForwardDone);
            solve_forward(factor, values, task, b, x);
            progress[t].stage.store(kForwardDone, std::memory_order_release);
        } else {
            if (task.parent == -1)
                wait_for(progress[t], kForwardDone);
            else
                wait_for(progress[task.parent], kBackwardDone);
            solve_backward(factor, values, task, b, x);
            progress[t].stage.store(kBackwardDone, std::memory_order_release);
        }
    }
}

}  // namespace

template <class Real>
void solve_interleaved(const InterleavedFactor& factor, const Real* values, Span<Vec3> b,
                       std::vector<PaddedVec3<Real>>& nodes, std::vector<TaskProgress>& progress)
{
    const std::size_t tasks = factor.tasks.size();
    nodes.resize(static_cast<std::size_t>(factor.positions));
    progress.resize(std::max(tasks, progress.size()));
    for (std::size_t t = 0; t < tasks; ++t) progress[t].stage.store(0, std::memory_order_relaxed);

    std::atomic<Index> next{0};
    const bool serial = factor.entries < kSerialEntries;
    const Index workers = serial ? 1 : std::min(executor().threads(), static_cast<int>(tasks));
    parallel_for(workers, 1, [&](Index) { work(factor, values, b.data(), nodes.data(), progress, next); });
}

template void solve_interleaved<double>(const InterleavedFactor&, const double*, Span<Vec3>,
                                        std::vector<PaddedVec3<double>>&, std::vector<TaskProgress>&);
template void solve_interleaved<float>(const InterleavedFactor&, const float*, Span<Vec3>,
                                       std::vector<PaddedVec3<float>>&, std::vector<TaskProgress>&);

}  // namespace stiction
