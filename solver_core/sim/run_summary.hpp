#pragma once

// summary.json: what a run came to.

#include "solver_core/scene/scene.hpp"
#include "solver_core/sim/model.hpp"
#include "solver_core/sim/run_track.hpp"
#include "solver_core/sim/state.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

struct SummaryInput {
    const Scene& scene;
    const Model& model;
    const State& state;
    const RunTrack& track;
    std::string status;         // "done", "stopped", "failed"
    double milliseconds = 0.0;  // of all steps together
};

// Everything but threads and times is the same for any number of threads and any resume point. What an object has no
// value for (the volume of an open sheet, the stopping time of a moving body) is null.
nlohmann::ordered_json run_summary(const SummaryInput& input);

}  // namespace stiction
