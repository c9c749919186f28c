#include "solver_core/apps/command.hpp"
#include "solver_core/apps/observed_run.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/stop_signals.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <memory>

namespace stiction {
namespace {

struct SimulateArguments {
    std::string scene;
    std::string out;
    std::string frames;
    std::string format;
    std::vector<std::string> overrides;
    std::vector<std::string> more_overrides;  // "--set a=1 b=2": what follows the scene and is no option
    int threads = 0;
    bool resume = false;
    bool json = false;
};

int exit_code_of(const RunResult& result)
{
    switch (result.status) {
        case RunStatus::done: return kExitDone;
        case RunStatus::failed: return kExitSolveFailed;
        case RunStatus::stopped: return stop_exit_code();
    }
    return kExitSolveFailed;
}

void report_end(const RunResult& result, const std::string& folder)
{
    if (result.was_done)
        print_note(fmt::format("{}: done before; every frame is listed", folder));
    else if (result.status == RunStatus::done)
        print_note(fmt::format("{}: done, {} steps, {:.3g} s a step, state {}", folder,
                               result.summary.at("steps").get<std::int64_t>(),
                               result.summary.at("seconds_per_step").get<double>(),
                               result.summary.at("state_hash").get<std::string>()));
    else if (result.status == RunStatus::stopped)
        print_note(fmt::format("{}: stopped, checkpoint written; run again with --resume", folder));
    else
        print_error(fmt::format("the solve failed: {}", result.message));
}

void require_overrides(const std::vector<std::string>& words)
{
    for (const std::string& word : words)
        if (word.find('=') == std::string::npos)
            throw InputError(word,
                             "found after the scene; allowed: one scene, then PATH=VALUE for --set; run "
                             "several scenes one by one, each with its own --out");
}

int simulate(SimulateArguments arguments)
{
    require_overrides(arguments.more_overrides);
    std::vector<std::string> overrides = std::move(arguments.overrides);
    overrides.insert(overrides.end(), arguments.more_overrides.begin(), arguments.more_overrides.end());
    if (!arguments.format.empty()) overrides.push_back("output.format=" + arguments.format);
    RunOptions options;
    if (!arguments.frames.empty()) options.frames = parse_frame_range(arguments.frames);
    const Scene scene = load_scene(arguments.scene, overrides);
    print_warnings(scene);
    use_threads(arguments.threads);
    options.folder = arguments.out.empty() ? "out/" + folder_name(scene.name) : arguments.out;
    options.resume = arguments.resume;
    const RunResult result = run_observed(scene, options, false);
    report_end(result, options.folder);
    if (arguments.json) print_out(result.summary.dump(2) + "\n");
    return exit_code_of(result);
}

std::vector<std::string> format_names()
{
    std::vector<std::string> names;
    for (const Choice<FrameFormat>& choice : choices_of(FrameFormat())) names.push_back(choice.name);
    return names;
}

}  // namespace

void add_simulate_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<SimulateArguments>();
    CLI::App* command = app.add_subcommand("simulate", "Simulate a scene and write its frames");
    command->add_option("scene", arguments->scene, "Scene file (JSON)")->required()->type_name("SCENE");
    command->add_option("overrides", arguments->more_overrides, "More PATH=VALUE, as for --set")
        ->type_name("PATH=VALUE");
    command->add_option("--out", arguments->out, "Folder of the run (default: out/<scene name>)")
        ->type_name("DIR");
    command->add_option("--frames", arguments->frames, "Write only these frames and stop after the last")
        ->type_name("A-B");
    add_set_option(*command, arguments->overrides);
    add_threads_option(*command, arguments->threads);
    command->add_flag("--resume", arguments->resume,
                      "Continue the run in the folder from its newest checkpoint");
    command->add_option("--format", arguments->format, "Frame format, instead of the scene's output.format")
        ->check(CLI::IsMember(format_names()))
        ->type_name("F");
    command->add_flag("--json", arguments->json, "Print the summary as JSON on standard output");
    command->callback([arguments, &exit_code] { exit_code = guarded([&] { return simulate(*arguments); }); });
}

}  // namespace stiction
