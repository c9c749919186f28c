#pragma once

#include <atomic>

namespace stiction {

// Set by a host (a signal handler, Houdini's interrupt) and polled by long work.
class InterruptFlag {
public:
    void raise() { raised_.store(true, std::memory_order_relaxed); }
    void clear() { raised_.store(false, std::memory_order_relaxed); }
    bool is_raised() const { return raised_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> raised_{false};
};

}  // namespace stiction
