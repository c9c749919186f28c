#pragma once

// A simulation under way: what run_simulation, Python and the Houdini nodes advance step by step.

#include "solver_core/scene/scene.hpp"
#include "solver_core/sim/checkpoint.hpp"
#include "solver_core/sim/model.hpp"
#include "solver_core/sim/run_track.hpp"
#include "solver_core/sim/step.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace stiction {

// The buffers of state.x and state.v stay where they are from begin_simulation on, so that a host may look at them
// without copying: everything below writes into them and never replaces them.
struct Simulation {
    Scene scene;
    Model model;
    State state;
    RunTrack track;
    Workspace work;
    std::uint64_t run = 0;          // run_hash of scene and model
    double milliseconds = 0.0;      // of all steps so far
    bool work_is_of_state = false;  // the workspace is that of the step which led to the state
};

// Throws InputError when the scene cannot be simulated.
Simulation begin_simulation(Scene scene);

// One step, noted in the track when it is usable. The report of one that is not carries the number and time of the step
// that failed; the state is then still the last good one.
StepReport advance_step(Simulation& simulation, const StepOptions& options);
// "step 12 (t = 0.06 s) diverged: ...": what went wrong and what to try.
std::string failure_text(const Simulation& simulation, const StepReport& report);

// The bytes of a checkpoint file, and back. restore throws ArchiveError for other bytes, another scene or version, and
// changes nothing then.
std::string save(const Simulation& simulation);
void restore(Simulation& simulation, const std::string& bytes, const std::string& name_for_messages);
// The two halves of restore: refuse what does not fit, then take it.
void require_fit(const Simulation& simulation, const Checkpoint& checkpoint,
                 const std::string& name_for_messages);
void take(Simulation& simulation, const Checkpoint& checkpoint);

// Puts nodes first .. first + count - 1 elsewhere, or gives them other velocities. What the summary calls path and speed
// goes on from there: the jump is not counted as a path. Throws InputError for values that are not finite.
void set_positions(Simulation& simulation, Index first, Span<const Vec3> x);
void set_velocities(Simulation& simulation, Index first, Span<const Vec3> v);

// As summary.json.
nlohmann::ordered_json summarize(const Simulation& simulation, const std::string& status);

}  // namespace stiction
