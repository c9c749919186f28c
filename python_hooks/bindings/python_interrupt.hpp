#pragma once

// Ctrl-C, callbacks that say stop and callbacks that raise: all end a computation the same way, after the step under way.

#include "solver_core/base/interrupt.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <optional>

namespace stiction::python {

class PythonInterrupt final : public InterruptFlag {
public:
    // Asked between iterations on the thread that computes, without the interpreter's lock. Now and then it takes the lock
    // to let Python's signal handlers run; on the main thread one of them raises KeyboardInterrupt.
    bool is_raised() const override;

    // Keeps the Python error that is being handled and asks the computation to stop. Call with the lock held.
    void keep(const pybind11::error_already_set& error) const;
    // Raises what was kept. Call with the lock held.
    void rethrow() const;

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kPatience{
        50};  // Ctrl-C feels prompt, and the lock is seldom asked for

    mutable Clock::time_point asked_ = Clock::now();
    mutable std::optional<pybind11::error_already_set> error_;
};

}  // namespace stiction::python
