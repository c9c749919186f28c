#include "solver_core/sim/run.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/binary_archive.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/checkpoint.hpp"
#include "solver_core/sim/contact_writer.hpp"
#include "solver_core/sim/frame_writer.hpp"
#include "solver_core/sim/run_folder.hpp"
#include "solver_core/sim/run_summary.hpp"
#include "solver_core/sim/stats_json.hpp"
#include "solver_core/sim/step.hpp"

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

class Run {
public:
    Run(const Scene& scene, const RunOptions& options, RunObserver& observer)
        : scene_(scene), options_(options), observer_(observer), wanted_(wanted_frames(scene, options))
    {
        observer_.on_phase(RunPhase::build, 0);
        model_ = build_model(scene);
        state_ = initial_state(model_);
        track_ = begin_track(model_, state_);
        hash_ = run_hash(scene, model_);
        frames_.emplace(model_, scene.output.format);
        if (scene.output.contacts) contacts_.emplace(scene, scene.output.format);
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
    std::string failure_text(const StepReport& report) const;

    const Scene& scene_;
    const RunOptions& options_;
    RunObserver& observer_;
    FrameRange wanted_;
    Model model_;
    State state_;
    RunTrack track_;
    Workspace work_;
    std::uint64_t hash_ = 0;
    double milliseconds_ = 0.0;  // of all steps so far, earlier processes' included
    std::optional<FrameWriter> frames_;
    std::optional<ContactWriter> contacts_;
    bool has_stepped_ = false;  // in this process: work_ holds the contacts of the last step
    std::optional<RunFolder> folder_;
    std::optional<StatsFile> stats_;
};

void Run::open_folder()
{
    folder_.emplace(options_.folder);
    stats_.emplace(folder_->path_of("stats.jsonl"));
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
            decode_checkpoint(read_file(file), hash_, file);
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
        if (contacts_ && !folder_->holds(contacts_->file_name(frame)))
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
        checkpoint = decode_checkpoint(read_file(file), hash_, file);
    } catch (const InputError& error) {
        observer_.on_note(fmt::format("{} (falling back)", error.what()));
        return false;
    }
    if (checkpoint.state.step != step || checkpoint.state.x.size() != model_.x0.size() ||
        checkpoint.track.objects.size() != model_.objects.size()) {
        observer_.on_note(fmt::format("{}: does not fit the model (falling back)", file));
        return false;
    }
    const std::optional<double> milliseconds = stats_->open_after(step);
    if (!milliseconds) {
        observer_.on_note(
            fmt::format("{}: stats.jsonl does not hold its {} steps (falling back)", file, step));
        return false;
    }
    milliseconds_ = *milliseconds;
    state_ = std::move(checkpoint.state);
    track_ = std::move(checkpoint.track);
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
        const StepReport report = step(model_, step_options, state_, work_);
        if (report.status == SolveStatus::interrupted) break;
        if (!is_usable(report.status)) return fail(report, message);
        has_stepped_ = true;
        update_track(model_, state_, report, track_);
        milliseconds_ += report.stats.ms.total;
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
    if (!contacts_) return;
    // A run that resumes at a frame has no contacts of its own yet; find_start made sure that they are there.
    if (has_stepped_)
        folder_->write(contacts_->file_name(frame), contacts_->encode(model_, work_), "contacts", frame);
    else if (state_.step == 0)
        folder_->write(contacts_->file_name(frame), contacts_->encode_none(), "contacts", frame);
}

void Run::write_checkpoint()
{
    if (!folder_) return;
    observer_.on_phase(RunPhase::checkpoint, state_.step);
    stats_->sync();
    folder_->write(checkpoint_name(state_.step), encode_checkpoint({state_, track_}, hash_), "checkpoint");
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
    StepReport failed = report;
    failed.step = state_.step + 1;
    failed.time = static_cast<double>(failed.step) * model_.step;
    message = failure_text(failed);
    write_checkpoint();
    if (stats_) stats_->append(failed);
    return RunStatus::failed;
}

std::string Run::failure_text(const StepReport& report) const
{
    std::size_t fastest = 0;
    for (std::size_t i = 1; i < state_.v.size(); ++i)
        if (state_.v[i].squaredNorm() > state_.v[fastest].squaredNorm()) fastest = i;
    std::string where = "no point";
    for (const ObjectRange& object : model_.objects) {
        const Index point = static_cast<Index>(fastest) - object.first_node;
        if (point >= 0 && point < object.node_count)
            where = fmt::format("point {} of '{}'", point, object.name);
    }
    const StepStats& stats = report.stats;
    return fmt::format(
        "step {} (t = {:.6g} s) {}: friction residual {:.3g}, penetration {:.3g} m, kinetic energy {:.3g} J, "
        "{} contacts; "
        "fastest before it was {} at {:.3g} m/s; the last good state is step {}; try a smaller time.step, "
        "more "
        "solver.iterations, or a start without overlaps",
        report.step, report.time, to_string(report.status), stats.friction_residual, stats.penetration_max,
        stats.energy.kinetic, stats.contacts_external + stats.contacts_self, where,
        state_.v.empty() ? 0.0 : state_.v[fastest].norm(), state_.step);
}

void Run::finish(RunResult& result)
{
    result.summary = run_summary({scene_, model_, state_, track_, to_string(result.status), milliseconds_});
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
    return Run(scene, options, observer)();
}

}  // namespace stiction
