#include "hdk_plugins/adapter/frame_cache.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <iterator>

namespace stiction {

std::size_t FrameCache::Frame::bytes() const
{
    std::size_t sum = state->bytes() + contacts.positions.size() * sizeof(Vec3);
    for (const auto& [name, attribute] : contacts.point_attributes)
        sum += attribute.values.size() * sizeof(double);
    return sum;
}

void FrameCache::begin(int frame, const HostScene& scene)
{
    auto solver = std::make_unique<HostSolver>(scene);
    solver_ = std::move(solver);
    first_ = frame;
    frames_.clear();
    frames_[frame].state = solver_->start();
}

bool FrameCache::has(int frame) const { return frames_.count(frame) > 0; }

void FrameCache::require_reachable(int frame) const
{
    if (has(frame) || has(frame - 1)) return;
    throw InputError(
        "frame",
        fmt::format("frame {} cannot be made before frame {}; the first frame is {}; play from there", frame,
                    frame - 1, first_));
}

HostStep FrameCache::make(int frame, const GivenMotion& motion, const GivenLoads& loads,
                          const InterruptFlag* interrupt)
{
    require_reachable(frame);
    HostStep step = solver_->advance(*frames_.at(frame - 1).state, motion, interrupt, loads);
    if (!step.state) return step;
    // What came after it was made from another past.
    frames_.erase(frames_.lower_bound(frame), frames_.end());
    frames_[frame] = {step.state, step.report, step.contacts};
    return step;
}

std::size_t FrameCache::bytes() const
{
    std::size_t sum = 0;
    for (const auto& [number, frame] : frames_) sum += frame.bytes();
    return sum;
}

void FrameCache::trim(std::size_t limit)
{
    std::size_t sum = bytes();
    for (auto at = frames_.begin(); sum > limit && at != frames_.end();) {
        const bool keep = at->first == first_ || std::next(at) == frames_.end();
        if (keep) {
            ++at;
            continue;
        }
        sum -= at->second.bytes();
        at = frames_.erase(at);
    }
}

}  // namespace stiction
