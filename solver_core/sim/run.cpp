#include "solver_core/sim/run.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/binary_archive.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/checkpoint.hpp"
#include "solver_core/sim/contact_writer.hpp"
#include "solver_core/sim/frame_writer.hpp"
#include "solver_core/sim/run_folder.hpp"
#include "solver_core/sim/stats_json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

constexpr std::size_t kCheckpointsKept =
    3;  // the newest may be torn, the one before may be the torn run's cause

FrameRange wanted_frames(const Scene& scene, const RunOptions& options)
{
    const Index frames = scene.time.frames;
    const FrameRange range = options.frames.value_or(FrameRange{0, frames});
    if (range.first < 0 || range.first > range.last || range.last > frames)
        throw InputError("--frames",
                         fmt::format("{}-{} found; allowed: A-B with 0 <= A <= B <= {}, the scene's last "
                                     "frame; change the range or time.frames",
                                     range.first, range.last, frames));
    return range;
}

void require_start(const Simulation& simulation, const std::string& folder)
{
    if (folder.empty() || simulation.state.step == 0) return;
    throw InputError(folder,
                     fmt::format("found a simulation after step {}; allowed: one at its start, because a "
                                 "folder holds a run from its beginning; run without a folder, or begin "
                                 "anew and resume from the folder's checkpoint",
                                 simulation.state.step));
}

class Run {
public:
    Run(Simulation& simulation, const RunOptions& options, RunObserver& observer)
        : simulation_(simulation),
          scene_(simulation.scene),
          model_(simulation.model),
          state_(simulation.state),
          options_(options),
          observer_(observer),
          wanted_(wanted_frames(scene_, options))
    {
        require_start(simulation, options.folder);
    }

    RunResult operator()()
    {
        if (!options_.folder.empty()) {
            open_folder();
            if (is_finished()) return finished_result();
            find_start();
        }
        observer_.on_plan({state_.step, last_step(), scene_.time.steps_per_frame});
        RunResult result;
        result.status = advance(result.message);
        finish(result);
        return result;
    }

private:
    // --- where to begin ---------------------------------------------------------------------------------------------
    void open_folder();
    void require_same_run_in_folder() const;
    bool is_finished() const;
    RunResult finished_result() const;
    void find_start();
    bool restore(std::int64_t step);
    std::int64_t first_missing_step() const;

    // --- the loop ---------------------------------------------------------------------------------------------------
    RunStatus advance(std::string& message);
    RunStatus fail(const StepReport& report, std::string& message);
    void reach_frame(Index frame);
    void write_frame(Index frame);
    void write_checkpoint();
    void prune_checkpoints();
    void finish(RunResult& result);

    std::int64_t last_step() const { return std::int64_t(wanted_.last) * scene_.time.steps_per_frame; }
    bool is_scheduled(std::int64_t step) const;
    bool is_interrupted() const { return options_.interrupt && options_.interrupt->is_raised(); }

    Simulation& simulation_;
    const Scene& scene_;
    const Model& model_;
    const State& state_;
    const RunOptions& options_;
    RunObserver& observer_;
    FrameRange wanted_;
    std::optional<FrameWriter> frames_;  // these three where there is a folder
    std::optional<RunFolder> folder_;
    std::optional<StatsFile> stats_;
};

void Run::open_folder()
{
    folder_.emplace(options_.folder);
    stats_.emplace(folder_->path_of("stats.jsonl"));
    frames_.emplace(model_, scene_.output.format);
    if (options_.resume) return require_same_run_in_folder();
    if (!folder_->holds_run()) return;
    observer_.on_note(fmt::format("{}: removing the files of the run it holds (--resume would continue it)",
                                  options_.folder));
    folder_->clear();
}

// Before anything is touched: the newest whole checkpoint must be of this scene and version.
void Run::require_same_run_in_folder() const
{
    std::vector<std::int64_t> steps = folder_->checkpoint_steps();
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const std::string file = folder_->path_of(checkpoint_name(*step));
        try {
            decode_checkpoint(read_file(file), simulation_.run, file);
            return;
        } catch (const ArchiveError& error) {
            if (error.kind() != ArchiveError::Kind::corrupt) throw;
        } catch (const InputError&) {
            continue;  // gone or unreadable; find_start says so
        }
    }
}

// The first step whose state is needed for a wanted frame that is not done; beyond the end when all are.
std::int64_t Run::first_missing_step() const
{
    if (!options_.write_frames) return last_step() + 1;
    for (Index frame = wanted_.first; frame <= wanted_.last; ++frame) {
        const std::int64_t step = std::int64_t(frame) * scene_.time.steps_per_frame;
        // Contacts are those of the step that leads to the frame, so that step has to be made again.
        if (scene_.output.contacts && !folder_->holds(contact_file_name(frame, scene_.output.format)))
            return std::max<std::int64_t>(0, step - 1);
        for (std::size_t object = 0; object < frames_->object_count(); ++object)
            if (!folder_->holds(frames_->file_name(object, frame))) return step;
    }
    return last_step() + 1;
}

bool Run::is_finished() const
{
    if (!options_.resume || !folder_->holds("summary.json") || !folder_->holds("stats.jsonl")) return false;
    const auto summary =
        nlohmann::ordered_json::parse(read_file(folder_->path_of("summary.json")), nullptr, false);
    if (!summary.is_object() || summary.value("status", "") != to_string(RunStatus::done)) return false;
    if (summary.value("steps", std::int64_t(0)) < last_step() || first_missing_step() <= last_step())
        return false;
    return true;
}

RunResult Run::finished_result() const
{
    RunResult result;
    result.was_done = true;
    result.summary = nlohmann::ordered_json::parse(read_file(folder_->path_of("summary.json")));
    return result;
}

// Takes the state of a checkpoint if it is whole and stats.jsonl holds the steps before it.
bool Run::restore(std::int64_t step)
{
    const std::string file = folder_->path_of(checkpoint_name(step));
    Checkpoint checkpoint;
    try {
        checkpoint = decode_checkpoint(read_file(file), simulation_.run, file);
        if (checkpoint.state.step != step)
            throw InputError(file, fmt::format("holds step {}", checkpoint.state.step));
        require_fit(simulation_, checkpoint, file);
    } catch (const InputError& error) {
        observer_.on_note(fmt::format("{} (falling back)", error.what()));
        return false;
    }
    const std::optional<double> milliseconds = stats_->open_after(step);
    if (!milliseconds) {
        observer_.on_note(
            fmt::format("{}: stats.jsonl does not hold its {} steps (falling back)", file, step));
        return false;
    }
    take(simulation_, checkpoint);
    simulation_.milliseconds = *milliseconds;
    return true;
}

void Run::find_start()
{
    const std::int64_t missing = first_missing_step();
    const std::int64_t limit = std::min(missing, last_step());
    std::vector<std::string> behind;  // checkpoints that will be made again
    bool found = false;
    std::vector<std::int64_t> steps = folder_->checkpoint_steps();
    std::reverse(steps.begin(), steps.end());
    for (const std::int64_t step : steps) {
        if (!found && step <= limit) found = restore(step);
        if (!found) behind.push_back(checkpoint_name(step));
    }
    if (found)
        observer_.on_note(fmt::format("{}: resuming after step {}", options_.folder, state_.step));
    else if (folder_->holds_run())
        observer_.on_note(
            fmt::format("{}: no usable checkpoint, starting at the beginning", options_.folder));
    if (!found) stats_->open_after(0);
    // What was true of an earlier end is no longer.
    behind.push_back("summary.json");
    folder_->remove(behind);
    folder_->write("scene.json", to_json(with_absolute_paths(scene_)).dump(2) + "\n", "scene");
}

bool Run::is_scheduled(std::int64_t step) const
{
    if (step % scene_.time.steps_per_frame != 0) return false;
    return step == last_step() || (step / scene_.time.steps_per_frame) % scene_.output.checkpoint_every == 0;
}

RunStatus Run::advance(std::string& message)
{
    StepOptions step_options;
    step_options.interrupt = options_.interrupt;
    const Index steps_per_frame = scene_.time.steps_per_frame;
    for (;;) {
        if (state_.step % steps_per_frame == 0)
            reach_frame(static_cast<Index>(state_.step / steps_per_frame));
        if (state_.step >= last_step()) return RunStatus::done;
        if (is_interrupted()) break;
        observer_.on_phase(RunPhase::step, state_.step + 1);
        const StepReport report = advance_step(simulation_, step_options);
        if (report.status == SolveStatus::interrupted) break;
        if (!is_usable(report.status)) return fail(report, message);
        if (stats_) stats_->append(report);
        observer_.on_step(report);
    }
    write_checkpoint();
    return RunStatus::stopped;
}

void Run::reach_frame(Index frame)
{
    if (folder_) {
        if (options_.write_frames && frame >= wanted_.first && frame <= wanted_.last) {
            observer_.on_phase(RunPhase::frame, frame);
            write_frame(frame);
        }
        if (is_scheduled(state_.step)) {
            write_checkpoint();
            prune_checkpoints();
        }
    }
    observer_.on_frame(frame);
}

void Run::write_frame(Index frame)
{
    for (std::size_t object = 0; object < frames_->object_count(); ++object)
        folder_->write(frames_->file_name(object, frame), frames_->encode(object, state_), "frame", frame);
    // A run that resumes at a frame has no contacts of its own yet; find_start made sure that they are there.
    if (!scene_.output.contacts || (state_.step > 0 && !simulation_.work_is_of_state)) return;
    const FrameFormat format = scene_.output.format;
    folder_->write(contact_file_name(frame, format),
                   encode_geometry(contact_table(simulation_), contact_extension(format)), "contacts", frame);
}

void Run::write_checkpoint()
{
    if (!folder_) return;
    observer_.on_phase(RunPhase::checkpoint, state_.step);
    stats_->sync();
    folder_->write(checkpoint_name(state_.step), save(simulation_), "checkpoint");
}

// Keeps the newest scheduled ones. One written because of a signal goes once a scheduled one is newer: a disturbed run
// ends with the same files as an undisturbed one.
void Run::prune_checkpoints()
{
    std::vector<std::string> old;
    std::size_t kept = 0;
    std::vector<std::int64_t> steps = folder_->checkpoint_steps();
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const bool keep = *step >= state_.step || (is_scheduled(*step) && kept < kCheckpointsKept);
        if (keep)
            ++kept;
        else
            old.push_back(checkpoint_name(*step));
    }
    if (!old.empty()) folder_->remove(old);
}

RunStatus Run::fail(const StepReport& report, std::string& message)
{
    message = failure_text(simulation_, report);
    write_checkpoint();
    if (stats_) stats_->append(report);
    observer_.on_failed_step(report);
    return RunStatus::failed;
}

void Run::finish(RunResult& result)
{
    result.summary = summarize(simulation_, to_string(result.status));
    if (!folder_ || result.status == RunStatus::stopped) return;
    observer_.on_phase(RunPhase::summary, 0);
    stats_->sync();
    folder_->list("stats.jsonl", "stats");
    folder_->write("summary.json", result.summary.dump(2) + "\n", "summary");
}

}  // namespace

const char* to_string(RunStatus status)
{
    switch (status) {
        case RunStatus::done: return "done";
        case RunStatus::stopped: return "stopped";
        case RunStatus::failed: return "failed";
    }
    return "unknown";
}

const char* to_string(RunPhase phase)
{
    switch (phase) {
        case RunPhase::build: return "building the model";
        case RunPhase::step: return "step";
        case RunPhase::frame: return "writing frame";
        case RunPhase::checkpoint: return "writing the checkpoint of step";
        case RunPhase::summary: return "writing the summary";
    }
    return "unknown";
}

RunResult run_simulation(const Scene& scene, const RunOptions& options, RunObserver& observer)
{
    (void)wanted_frames(scene, options);  // a bad range is refused before the model is built
    observer.on_phase(RunPhase::build, 0);
    Simulation simulation = begin_simulation(scene);
    return run_simulation(simulation, options, observer);
}

RunResult run_simulation(Simulation& simulation, const RunOptions& options, RunObserver& observer)
{
    return Run(simulation, options, observer)();
}

}  // namespace stiction
