#pragma once

#include <atomic>

namespace stiction {

// Set by a host (a signal handler, another thread) and polled by long work, on the thread that called it. A host that
// must be asked instead (Houdini's interrupt, Python's signals) derives from it.
class InterruptFlag {
public:
    InterruptFlag() = default;
    virtual ~InterruptFlag() = default;
    InterruptFlag(const InterruptFlag&) = delete;
    InterruptFlag& operator=(const InterruptFlag&) = delete;

    void raise() { raised_.store(true, std::memory_order_relaxed); }
    void clear() { raised_.store(false, std::memory_order_relaxed); }
    virtual bool is_raised() const { return raised_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> raised_{false};
};

}  // namespace stiction
