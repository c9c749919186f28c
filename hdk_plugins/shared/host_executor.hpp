#pragma once

// Parallel loops on Houdini's own threads, and its interrupt.

#include "solver_core/base/interrupt.hpp"
#include "solver_core/base/parallel.hpp"

#include <UT/UT_Interrupt.h>
#include <UT/UT_ParallelUtil.h>
#include <UT/UT_Thread.h>

namespace stiction {

// Counts of tasks are the solver's, so who runs them does not change a bit of the result.
class HoudiniExecutor final : public Executor {
public:
    int threads() const override { return UT_Thread::getNumProcessors(); }
    void run(Index count, TaskRef task) override
    {
        UTparallelForEachNumber(count, [&](const UT_BlockedRange<Index>& range) {
            for (Index i = range.begin(); i < range.end(); ++i) task(i);
        });
    }
};

// Polled on the thread that cooks. Once raised it stays so: a step must not go on after it was told to stop.
class HoudiniInterrupt final : public InterruptFlag {
public:
    explicit HoudiniInterrupt(const char* what) : boss_(what) {}
    bool is_raised() const override
    {
        was_raised_ = was_raised_ || boss_.wasInterrupted();
        return was_raised_;
    }

private:
    mutable UT_AutoInterrupt boss_;
    mutable bool was_raised_ = false;
};

}  // namespace stiction
