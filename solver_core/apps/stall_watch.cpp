#include "solver_core/apps/stall_watch.hpp"

#include <fmt/format.h>

#include <utility>

namespace stiction {

StallWatch::StallWatch(RunObserver& next, std::chrono::milliseconds limit,
                       std::function<void(const std::string&)> report)
    : next_(next), limit_(limit), report_(std::move(report)), last_progress_(Clock::now()), thread_([this] {
          watch();
      })
{
}

StallWatch::~StallWatch()
{
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ended_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void StallWatch::on_phase(RunPhase phase, std::int64_t number)
{
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        phase_ = phase;
        number_ = number;
    }
    next_.on_phase(phase, number);
}

void StallWatch::on_plan(const RunPlan& plan) { next_.on_plan(plan); }

void StallWatch::on_step(const StepReport& report)
{
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        last_step_ = report;
        last_progress_ = Clock::now();
    }
    next_.on_step(report);
}

void StallWatch::on_frame(Index frame)
{
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        last_progress_ = Clock::now();
    }
    next_.on_frame(frame);
}

void StallWatch::on_note(const std::string& text) { next_.on_note(text); }

std::string StallWatch::describe(double silent_seconds) const
{
    std::string text =
        fmt::format("no step finished for {:.3g} s; now in: {}", silent_seconds, to_string(phase_));
    if (phase_ != RunPhase::build && phase_ != RunPhase::summary) text += fmt::format(" {}", number_);
    if (last_step_.step > 0) {
        const StepStats& stats = last_step_.stats;
        text += fmt::format(" (step {} took {:.3g} s: {}+{} contacts, residual {:.2g}, penetration {:.2g} m)",
                            last_step_.step, stats.ms.total / 1000.0, stats.contacts_external,
                            stats.contacts_self, stats.friction_residual, stats.penetration_max);
    }
    return text;
}

void StallWatch::watch()
{
    std::unique_lock<std::mutex> lock(mutex_);
    Clock::time_point reported = last_progress_;  // silence is counted from here for the next report
    while (!ended_) {
        const Clock::time_point since = std::max(reported, last_progress_);
        if (wake_.wait_until(lock, since + limit_, [&] { return ended_; })) return;
        const Clock::time_point now = Clock::now();
        if (now < std::max(reported, last_progress_) + limit_) continue;
        reported = now;
        const std::string text = describe(std::chrono::duration<double>(now - last_progress_).count());
        lock.unlock();  // the report may be slow to print; the run must not wait for it
        report_(text);
        lock.lock();
    }
}

}  // namespace stiction
