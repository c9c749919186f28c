#pragma once

// A simulation for a host that asks for whatever frame it likes and shows its inputs at that frame alone.
//
// Frames after the start are made one by one, each from the one before it. A frame that was made is remembered, so going back
// costs nothing; going on from there gives the same bits. A frame that has no frame before it cannot be made: the inputs in
// between were never seen.

#include "hdk_plugins/adapter/host_solver.hpp"

#include <map>
#include <memory>
#include <string>

namespace stiction {

class FrameCache {
public:
    struct Frame {
        SharedState state;
        StepReport report;
        GeometryTable contacts;

        std::size_t bytes() const;
    };

    // Begins anew at `frame`: the scene is as it is now.
    void begin(int frame, const HostScene& scene);
    bool has_begun() const { return solver_ != nullptr; }
    int first() const { return first_; }
    // Whether `frame` is there, or can be made now. Throws InputError with the remedy when it cannot.
    bool has(int frame) const;
    void require_reachable(int frame) const;
    // Makes the frame after the last one before `frame`. Motion and loads are of this frame. The failure of HostStep, or empty.
    HostStep make(int frame, const GivenMotion& motion, const GivenLoads& loads,
                  const InterruptFlag* interrupt);

    const Frame& at(int frame) const { return frames_.at(frame); }
    const HostSolver& solver() const { return *solver_; }
    // Forgets frames, the oldest first, but for the start and the newest, until the rest fits.
    void trim(std::size_t bytes);
    std::size_t bytes() const;

private:
    std::unique_ptr<HostSolver> solver_;
    int first_ = 0;
    std::map<int, Frame> frames_;
};

}  // namespace stiction
