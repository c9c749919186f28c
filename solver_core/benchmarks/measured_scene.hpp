#pragma once

// A scene in the middle of its run: model, state and warm buffers, ready for steps to be timed.

#include "solver_core/sim/model.hpp"
#include "solver_core/sim/step.hpp"
#include "solver_core/sim/workspace.hpp"

#include <cstdint>
#include <vector>

namespace stiction::bench {

class MeasuredScene {
public:
    explicit MeasuredScene(const Scene& scene);

    // Throws std::runtime_error when a step fails: the time of a step that gave nothing means nothing.
    StepStats advance();
    void advance(Index steps);
    // One step, whatever comes of it.
    StepReport try_step();

    // Calls of operator new in a step whose buffers have seen the same step before. The state stays where it is.
    std::int64_t allocations_in_step();

    const Model& model() const { return model_; }
    const State& state() const { return state_; }
    // A state of the same meshes, from another solver, say.
    void set_state(const State& state) { state_ = state; }

private:
    Model model_;
    State state_;
    Workspace work_;
};

// Medians of each stage and of the total, one by one.
StageTimes median_times(const std::vector<StageTimes>& samples);

}  // namespace stiction::bench
