#include "solver_core/base/parallel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace stiction {
namespace {

TEST(Parallel, SumsDoNotDependOnThreads)
{
    std::vector<double> values(100003);
    std::vector<double> partial;
    double first = 0.0;
    for (const int threads : {1, 2, 3, 8}) {
        set_threads(threads);
        parallel_for(static_cast<Index>(values.size()), 64,
                     [&](Index i) { values[static_cast<std::size_t>(i)] = std::sin(0.1 * i); });
        const double sum =
            ordered_sum(static_cast<Index>(values.size()), 128, 0.0, partial, [&](Index begin, Index end) {
                double s = 0.0;
                for (Index i = begin; i < end; ++i) s += values[static_cast<std::size_t>(i)];
                return s;
            });
        if (threads == 1) first = sum;
        EXPECT_EQ(sum, first);
    }
}

TEST(ExecutorScope, HoldsForItsThreadWhileItLasts)
{
    set_threads(2);
    const auto one = make_executor(1), three = make_executor(3);
    {
        const ExecutorScope outer(three.get());
        EXPECT_EQ(executor().threads(), 3);
        {
            const ExecutorScope inner(one.get());
            EXPECT_EQ(executor().threads(), 1);
            const ExecutorScope nothing(nullptr);
            EXPECT_EQ(executor().threads(), 1);
        }
        EXPECT_EQ(executor().threads(), 3);
        std::thread([] { EXPECT_EQ(executor().threads(), 2); }).join();
    }
    EXPECT_EQ(executor().threads(), 2);
}

// Each loop on its own executor, all at once: nothing is lost and nobody waits for ever.
TEST(ExecutorScope, LoopsOfSeveralThreadsRunBesideEachOther)
{
    std::vector<std::int64_t> sums(4);
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([caller, &sums] {
            const auto mine = make_executor(caller + 1);
            const ExecutorScope scope(mine.get());
            std::vector<std::int64_t> partial;
            for (int round = 0; round < 50; ++round)
                sums[static_cast<std::size_t>(caller)] += ordered_sum(
                    10000, 16, std::int64_t(0), partial,
                    [](Index begin, Index end) { return std::int64_t(end - begin) * (begin + end - 1) / 2; });
        });
    for (std::thread& caller : callers) caller.join();
    for (const std::int64_t sum : sums) EXPECT_EQ(sum, 50LL * 10000 * 9999 / 2);
}

}  // namespace
}  // namespace stiction
