#include "solver_core/apps/progress.hpp"

#include "solver_core/apps/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kRedrawSeconds = 0.1;  // more often only flickers
constexpr int kBarColumns = 24;

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to)
{
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

std::string format_duration(double seconds)
{
    if (!(seconds >= 0.0)) return "?";
    const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 1e9)));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string format_frame_line(Index frame, Index last_frame, const FrameDigest& digest, double seconds_left)
{
    // The estimate stands before what a narrow terminal may cut off.
    return fmt::format(
        "frame {}/{}  {:.3g} s  left {}  contacts {}+{}  residual {:.2g}  penetration {:.2g} m", frame,
        last_frame, digest.seconds, format_duration(seconds_left), digest.contacts_external,
        digest.contacts_self, digest.friction_residual, digest.penetration_max);
}

std::string format_bar(double fraction, const std::string& text, int columns)
{
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * kBarColumns);
    const std::string bar =
        fmt::format("[{}{}] {}", std::string(static_cast<std::size_t>(filled), '#'),
                    std::string(static_cast<std::size_t>(kBarColumns - filled), '-'), text);
    return bar.substr(0, static_cast<std::size_t>(std::max(1, columns - 1)));
}

void Progress::on_plan(const RunPlan& plan)
{
    plan_ = plan;
    step_ = plan.first_step;
    start_ = frame_start_ = Clock::now();
    digest_ = {};
}

double Progress::seconds_left() const
{
    const std::int64_t done = step_ - plan_.first_step;
    if (done <= 0) return -1.0;
    const double each = seconds_between(start_, Clock::now()) / static_cast<double>(done);
    return each * static_cast<double>(plan_.last_step - step_);
}

void Progress::on_step(const StepReport& report)
{
    step_ = report.step;
    digest_.contacts_external = report.stats.contacts_external;
    digest_.contacts_self = report.stats.contacts_self;
    digest_.friction_residual = std::max(digest_.friction_residual, report.stats.friction_residual);
    digest_.penetration_max = std::max(digest_.penetration_max, report.stats.penetration_max);
    if (terminal().can_redraw() && seconds_between(last_drawn_, Clock::now()) > kRedrawSeconds) draw_bar();
}

void Progress::draw_bar()
{
    const Index frame = static_cast<Index>(step_ / plan_.steps_per_frame);
    const Index last = static_cast<Index>(plan_.last_step / plan_.steps_per_frame);
    FrameDigest now = digest_;
    now.seconds = seconds_between(frame_start_, Clock::now());
    const double fraction =
        plan_.last_step > 0 ? static_cast<double>(step_) / static_cast<double>(plan_.last_step) : 1.0;
    terminal().bar(
        format_bar(fraction, format_frame_line(frame, last, now, seconds_left()), terminal().columns()));
    last_drawn_ = Clock::now();
}

void Progress::on_frame(Index frame)
{
    digest_.seconds = seconds_between(frame_start_, Clock::now());
    const Index last = static_cast<Index>(plan_.last_step / plan_.steps_per_frame);
    if (terminal().can_redraw()) {
        draw_bar();
        if (frame >= last) terminal().end_bar();
    } else {
        terminal().line(format_frame_line(frame, last, digest_, seconds_left()));
    }
    digest_ = {};
    frame_start_ = Clock::now();
}

void Progress::on_note(const std::string& text) { print_note(text); }

}  // namespace stiction
