#include "solver_core/base/parallel.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace stiction
