#include "solver_core/apps/command.hpp"
#include "solver_core/apps/report_page.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/stop_signals.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/apps/wedge_children.hpp"
#include "solver_core/apps/wedge_pictures.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/run_lock.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr int kMostJobs = 1024;
// When a wedge is killed its runs are told to stop and may still be writing their checkpoints.
constexpr auto kOrphansLast = std::chrono::seconds(60);

struct WedgeArguments {
    std::string scene, out;
    std::vector<std::string> vary, overrides, show;
    int jobs = 0, threads = 0;
    bool json = false, no_page = false, no_sheet = false;
    double max_megabytes = 25.0;
};

int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Wedge plan_wedge(const WedgeArguments& arguments)
{
    Wedge wedge;
    wedge.scene = fs::absolute(arguments.scene).lexically_normal().string();
    wedge.overrides = arguments.overrides;
    for (const std::string& text : arguments.vary) wedge.axes.push_back(parse_axis(text));
    for (WedgePoint& point : wedge_points(wedge.axes)) {
        WedgeRun run;
        run.point = std::move(point);
        wedge.runs.push_back(std::move(run));
    }
    return wedge;
}

std::vector<std::string> all_overrides(const Wedge& wedge, const WedgePoint& point)
{
    std::vector<std::string> all = wedge.overrides;
    for (std::string& text : overrides_of(wedge.axes, point)) all.push_back(std::move(text));
    return all;
}

// Every scene of the grid is read before the first is run: a mistake in the last one should not cost the time of the
// others. Returns the scene's name.
std::string check_scenes(const WedgeArguments& arguments, const Wedge& wedge)
{
    std::string name;
    for (const WedgeRun& run : wedge.runs)
        name = load_scene(arguments.scene, all_overrides(wedge, run.point)).name;
    return name;
}

ChildTask task_of(const Wedge& wedge, const WedgePoint& point, const std::string& folder, int threads)
{
    ChildTask task;
    task.arguments = {"simulate", wedge.scene};
    for (const std::string& text : all_overrides(wedge, point)) {
        task.arguments.emplace_back("--set");
        task.arguments.push_back(text);
    }
    for (const std::string& word : {std::string("--out"), folder + "/" + point.name, std::string("--threads"),
                                    std::to_string(threads), std::string("--resume")})
        task.arguments.push_back(word);
    task.log = folder + "/logs/" + point.name + ".log";
    return task;
}

std::string last_line(const std::string& file)
{
    std::string last;
    for (const std::string& line : read_lines(file))
        if (!line.empty()) last = line;
    return last;
}

std::string status_of(int exit_code)
{
    if (exit_code == kExitDone) return "done";
    // A child that a stop signal meets before it can listen ends by the signal.
    const bool by_signal = stop_flag().is_raised() && (exit_code == 128 + 15 || exit_code == 128 + 2);
    const bool stopped = exit_code == kExitStopped || exit_code == kExitInterrupted || by_signal;
    return stopped ? "stopped" : "failed";
}

void run_all(const WedgeArguments& arguments, const std::string& folder, const RunLock& lock, Wedge& wedge)
{
    const int jobs =
        std::min(arguments.jobs > 0 ? arguments.jobs : cores(), static_cast<int>(wedge.runs.size()));
    const int threads = arguments.threads > 0 ? arguments.threads : std::max(1, cores() / jobs);
    std::vector<ChildTask> tasks;
    for (const WedgeRun& run : wedge.runs) tasks.push_back(task_of(wedge, run.point, folder, threads));
    std::size_t ended = 0;
    ChildEvents events;
    events.started = [&](std::size_t i) {
        wedge.runs[i].status = "running";
        write_wedge(wedge, folder);
    };
    events.ended = [&](std::size_t i, const ChildResult& result) {
        WedgeRun& run = wedge.runs[i];
        run.status = status_of(result.exit_code);
        run.exit_code = result.exit_code;
        run.seconds = result.seconds;
        run.message = run.status == "failed" ? last_line(tasks[i].log) : "";
        write_wedge(wedge, folder);
        print_note(fmt::format("[{}/{}] {}: {}, {:.1f} s{}{}", ++ended, wedge.runs.size(), run.point.name,
                               run.status, run.seconds, run.message.empty() ? "" : "; ", run.message));
    };
    run_children(tasks, jobs, lock, events);
}

void write_pictures(const WedgeArguments& arguments, const Wedge& wedge, const WedgeOutcomes& outcomes,
                    const std::vector<std::string>& shown, const std::string& folder)
{
    if (std::none_of(outcomes.begin(), outcomes.end(),
                     [](const WedgeOutcome& outcome) { return outcome.has_frames; }))
        return;
    if (!arguments.no_sheet) write_wedge_sheet(wedge, outcomes, folder, folder + "/wedge.png");
    if (arguments.no_page) return;
    if (page_template().empty())
        print_note(fmt::format("{}/wedge.html is not written: this build has no page in it", folder));
    else
        write_wedge_page(wedge, outcomes, shown, folder, arguments.max_megabytes, folder + "/wedge.html");
}

// The gravest trouble of a run: a full disk before a failed solve before a refused scene.
int exit_code_of(const Wedge& wedge)
{
    if (stop_flag().is_raised()) return stop_exit_code();
    int code = kExitDone;
    for (const WedgeRun& run : wedge.runs) {
        if (run.status == "done") continue;
        const int its = run.exit_code.value_or(kExitSolveFailed);
        const bool is_known = its == kExitBadInput || its == kExitSolveFailed || its == kExitCannotWrite;
        code = std::max(code, is_known ? its : int(kExitSolveFailed));
    }
    return code;
}

void make_folders(const std::string& folder)
{
    std::error_code error;
    fs::create_directories(folder + "/logs", error);
    if (error) throw WriteError(fmt::format("{}: {}", folder, error.message()));
}

int run_wedge(const WedgeArguments& arguments)
{
    Wedge wedge = plan_wedge(arguments);
    const std::string name = check_scenes(arguments, wedge);
    const std::string folder = arguments.out.empty() ? "out/wedge_" + folder_name(name) : arguments.out;
    require_same_wedge(wedge, folder);
    make_folders(folder);
    const RunLock lock(folder, kOrphansLast);
    install_stop_signals();
    write_wedge(wedge, folder);
    run_all(arguments, folder, lock, wedge);
    for (WedgeRun& run : wedge.runs)
        if (run.status == "waiting") run.status = "stopped";
    write_wedge(wedge, folder);
    const WedgeOutcomes outcomes = read_outcomes(wedge, folder);
    require_quantities(arguments.show, outcomes);
    const std::vector<std::string> shown =
        arguments.show.empty() ? usual_quantities(outcomes) : arguments.show;
    if (!stop_flag().is_raised()) write_pictures(arguments, wedge, outcomes, shown, folder);
    print_out(arguments.json ? wedge_json(wedge, outcomes).dump(2) + "\n"
                             : wedge_table(wedge, outcomes, shown));
    return exit_code_of(wedge);
}

}  // namespace

void add_wedge_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<WedgeArguments>();
    CLI::App* command =
        app.add_subcommand("wedge", "Simulate a scene with every combination of some values, resumable");
    command->add_option("scene", arguments->scene, "Scene file (JSON)")->required()->type_name("SCENE");
    command
        ->add_option("--vary", arguments->vary,
                     "Values to run through, as in --vary contact.friction=0.1,0.3; once for each path")
        ->required()
        ->type_name("PATH=V,V,...")
        ->allow_extra_args(false);
    add_set_option(*command, arguments->overrides);
    command->add_option("--out", arguments->out, "Folder of the wedge (default: out/wedge_<scene name>)")
        ->type_name("DIR");
    command->add_option("--jobs", arguments->jobs, "Runs at a time (default: one a core)")
        ->check(CLI::Range(1, kMostJobs))
        ->type_name("N");
    command->add_option("--threads", arguments->threads, "Threads of each run (default: cores / jobs)")
        ->check(CLI::Range(1, kMostJobs))
        ->type_name("N");
    command
        ->add_option("--show", arguments->show,
                     "Quantity of summary.json to show in the table, as in --show objects.sheet.slid")
        ->type_name("PATH")
        ->allow_extra_args(false);
    command->add_flag("--json", arguments->json, "Print the runs with their summaries as JSON");
    command->add_flag("--no-page", arguments->no_page, "Write no wedge.html");
    command->add_flag("--no-sheet", arguments->no_sheet, "Write no wedge.png");
    command->add_option("--max-size", arguments->max_megabytes, "Largest size of the page (default: 25)")
        ->check(CLI::Range(0.1, 2000.0))
        ->type_name("MB");
    command->callback(
        [arguments, &exit_code] { exit_code = guarded([&] { return run_wedge(*arguments); }); });
}

}  // namespace stiction
