#include "solver_core/base/parallel.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>
#include <thread>

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

class TbbExecutor final : public Executor {
public:
    explicit TbbExecutor(int threads) : threads_(threads), arena_(threads) {}
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
    oneapi::tbb::task_arena arena_;
};

std::unique_ptr<Executor> make_executor(int threads)
{
    if (threads <= 1) return std::make_unique<SerialExecutor>();
    return std::make_unique<TbbExecutor>(threads);
}

std::unique_ptr<Executor>& built_in()
{
    static std::unique_ptr<Executor> instance =
        make_executor(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    return instance;
}

Executor* g_host = nullptr;

}  // namespace

Executor& executor() { return g_host ? *g_host : *built_in(); }

void set_executor(Executor* host) { g_host = host; }

void set_threads(int threads) { built_in() = make_executor(threads); }

}  // namespace stiction
