#pragma once

// How far a run is: a bar with an estimate on a terminal, one plain line a frame elsewhere.

#include "solver_core/sim/run.hpp"

#include <chrono>
#include <string>

namespace stiction {

// Sums over the steps of the frame under way.
struct FrameDigest {
    Index contacts_external = 0;  // of the last step
    Index contacts_self = 0;
    double friction_residual = 0.0;  // worst
    double penetration_max = 0.0;    // worst, m
    double seconds = 0.0;
};

// "1:02:03", "2:03", "0:07"; "?" when not known (negative).
std::string format_duration(double seconds);
// "frame 12/48  1.3 s  contacts 812+34  residual 3.2e-07  penetration 1.2e-05 m  left 0:32"
std::string format_frame_line(Index frame, Index last_frame, const FrameDigest& digest, double seconds_left);
// "[#####-----] ..." cut to `columns`.
std::string format_bar(double fraction, const std::string& text, int columns);

class Progress : public RunObserver {
public:
    void on_plan(const RunPlan& plan) override;
    void on_step(const StepReport& report) override;
    void on_frame(Index frame) override;
    void on_note(const std::string& text) override;

private:
    using Clock = std::chrono::steady_clock;
    double seconds_left() const;  // negative while unknown
    void draw_bar();

    RunPlan plan_;
    Clock::time_point start_;
    Clock::time_point frame_start_;
    Clock::time_point last_drawn_;
    std::int64_t step_ = 0;
    FrameDigest digest_;
};

}  // namespace stiction
