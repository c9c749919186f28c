#pragma once

#include <chrono>

namespace stiction {

// Adds the milliseconds of its lifetime to a counter.
class ScopedTimer {
public:
    explicit ScopedTimer(double& milliseconds)
        : milliseconds_(milliseconds), start_(std::chrono::steady_clock::now())
    {
    }
    ~ScopedTimer()
    {
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start_;
        milliseconds_ += elapsed.count();
    }
    ScopedTimer(const ScopedTimer&) = delete;
    ScopedTimer& operator=(const ScopedTimer&) = delete;

private:
    double& milliseconds_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace stiction
