#pragma once

// A run: the loop around a simulation's steps with its folder, frames, checkpoints and summary.
//
// A folder holds one run. A fresh run into a folder that holds an earlier one removes that run's files first; a
// resumed run continues from the newest checkpoint that is whole and not behind a missing frame. A killed run and its
// resumption leave the same bytes in frames/ and checkpoints/ as one that was never disturbed, and the same stats.jsonl
// and summary.json but for the times in them.

#include "solver_core/base/interrupt.hpp"
#include "solver_core/scene/scene.hpp"
#include "solver_core/sim/simulation.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace stiction {

// Frame 0 is the state at the start; frame f is the state after f * steps_per_frame steps. Both ends belong to it.
struct FrameRange {
    Index first = 0;
    Index last = 0;
};

struct RunOptions {
    std::string folder;                // empty: nothing is written
    bool resume = false;               // continue what the folder holds; an empty one starts fresh
    std::optional<FrameRange> frames;  // write only these, stop after the last; absent: all
    bool write_frames = true;
    const InterruptFlag* interrupt = nullptr;  // raised: checkpoint and stop
};

enum class RunStatus {
    done,
    stopped,  // by the interrupt flag; a checkpoint is written
    failed,   // a step was not usable; the last good state is in a checkpoint
};
const char* to_string(RunStatus status);

struct RunResult {
    RunStatus status = RunStatus::done;
    bool was_done = false;           // resumed a run that had nothing left to do
    std::string message;             // of a failed run: step, time, what went wrong, what to try
    nlohmann::ordered_json summary;  // as in summary.json
};

enum class RunPhase { build, step, frame, checkpoint, summary };
const char* to_string(RunPhase phase);

struct RunPlan {
    std::int64_t first_step = 0;  // steps done before this process began
    std::int64_t last_step = 0;
    Index steps_per_frame = 1;
};

// Told what happens, on the thread that runs.
class RunObserver {
public:
    virtual ~RunObserver() = default;
    // Work of this kind begins; `number` is the step's or the frame's.
    virtual void on_phase(RunPhase /*phase*/, std::int64_t /*number*/) {}
    virtual void on_plan(const RunPlan& /*plan*/) {}
    virtual void on_step(const StepReport& /*report*/) {}
    virtual void on_failed_step(const StepReport& /*report*/) {}  // was not usable and ends the run
    virtual void on_frame(Index /*frame*/) {}                     // reached, and written if wanted
    virtual void on_note(const std::string& /*text*/) {}          // worth a line on stderr
};

// Throws InputError for a scene, a range or a checkpoint that cannot be used, WriteError when files cannot be written.
RunResult run_simulation(const Scene& scene, const RunOptions& options, RunObserver& observer);
// The same with a simulation that is there already and stays: it goes on from where it is. A folder holds a run from its
// beginning, so with one the simulation must be at its start.
RunResult run_simulation(Simulation& simulation, const RunOptions& options, RunObserver& observer);

}  // namespace stiction
