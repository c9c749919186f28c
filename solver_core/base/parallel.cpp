#include "solver_core/base/parallel.hpp"

#ifdef STICTION_HAS_TBB
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace stiction {
namespace {

class SerialExecutor final : public Executor {
public:
    int threads() const override { return 1; }
    void run(Index count, TaskRef task) override
    {
        for (Index i = 0; i < count; ++i) task(i);
    }
};

#if defined(__SANITIZE_THREAD__) || !defined(STICTION_HAS_TBB)
// Plain threads, started and joined by each loop: for a build without oneTBB, and for the thread sanitizer, which cannot
// see the synchronisation inside oneTBB (it comes uninstrumented from the distribution) and would report every loop. Tasks
// are dealt out in turn with no lock between them, so that two tasks which touch the same data are reported however they happen to run.
class PooledExecutor final : public Executor {
public:
    explicit PooledExecutor(int threads) : threads_(threads) {}
    int threads() const override { return threads_; }
    void run(Index count, TaskRef task) override
    {
        std::exception_ptr error;
        std::mutex error_mutex;
        const auto work = [&](int thread) {
            try {
                for (Index i = thread; i < count; i += threads_) task(i);
            } catch (...) {
                const std::lock_guard<std::mutex> lock(error_mutex);
                error = std::current_exception();
            }
        };
        std::vector<std::thread> helpers;
        for (int t = 1; t < threads_; ++t) helpers.emplace_back(work, t);
        work(0);
        for (std::thread& helper : helpers) helper.join();
        if (error) std::rethrow_exception(error);
    }

private:
    int threads_;
};
#else
class PooledExecutor final : public Executor {
public:
    explicit PooledExecutor(int threads) : threads_(threads), arena_(threads)
    {
        // More threads than cores only when asked for, as the tests do to prove that bits do not depend on them. Of
        // several allowances the smallest holds for all, so there is none where it is not needed.
        if (threads > oneapi::tbb::info::default_concurrency())
            allowance_.emplace(oneapi::tbb::global_control::max_allowed_parallelism,
                               static_cast<std::size_t>(threads));
    }
    int threads() const override { return threads_; }
    void run(Index count, TaskRef task) override
    {
        arena_.execute([&] {
            oneapi::tbb::parallel_for(
                Index(0), count, [&](Index i) { task(i); }, oneapi::tbb::simple_partitioner());
        });
    }

private:
    int threads_;
    std::optional<oneapi::tbb::global_control> allowance_;
    oneapi::tbb::task_arena arena_;
};
#endif

std::unique_ptr<Executor>& built_in()
{
    static std::unique_ptr<Executor> instance =
        make_executor(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    return instance;
}

Executor* g_host = nullptr;
thread_local Executor* t_mine = nullptr;

}  // namespace

Executor& executor()
{
    if (t_mine) return *t_mine;
    return g_host ? *g_host : *built_in();
}

std::unique_ptr<Executor> make_executor(int threads)
{
    if (threads <= 1) return std::make_unique<SerialExecutor>();
    return std::make_unique<PooledExecutor>(threads);
}

ExecutorScope::ExecutorScope(Executor* mine) : before_(t_mine)
{
    if (mine) t_mine = mine;
}

ExecutorScope::~ExecutorScope() { t_mine = before_; }

void set_executor(Executor* host) { g_host = host; }

void set_threads(int threads) { built_in() = make_executor(threads); }

}  // namespace stiction
