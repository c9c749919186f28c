#pragma once

// Says so when a run is silent for long, and where it is: nobody should have to guess whether it is stuck.

#include "solver_core/sim/run.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace stiction {

// Passes everything on to another observer and watches the time between steps on a thread of its own.
class StallWatch : public RunObserver {
public:
    using Clock = std::chrono::steady_clock;
    StallWatch(RunObserver& next, std::chrono::milliseconds limit,
               std::function<void(const std::string&)> report);
    ~StallWatch() override;

    void on_phase(RunPhase phase, std::int64_t number) override;
    void on_plan(const RunPlan& plan) override;
    void on_step(const StepReport& report) override;
    void on_frame(Index frame) override;
    void on_note(const std::string& text) override;

private:
    void watch();
    std::string describe(double silent_seconds) const;

    RunObserver& next_;
    const std::chrono::milliseconds limit_;
    const std::function<void(const std::string&)> report_;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable wake_;
    bool ended_ = false;
    RunPhase phase_ = RunPhase::build;
    std::int64_t number_ = 0;
    Clock::time_point last_progress_;
    StepReport last_step_;
    std::thread thread_;
};

}  // namespace stiction
