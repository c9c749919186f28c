#include "solver_core/apps/command.hpp"
#include "solver_core/apps/observed_run.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/stop_signals.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/exam.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace stiction {
namespace {

struct VerifyArguments {
    std::vector<std::string> scenes;
    std::string out;
    std::vector<std::string> overrides;
    int threads = 0;
    bool keep_frames = false;
    bool json = false;
};

std::vector<Scene> load_all(const VerifyArguments& arguments)
{
    // All are read before the first is run: a mistake in the last one should not cost the time of the others.
    std::vector<Scene> scenes;
    std::map<std::string, std::string> file_of;  // folder below --out -> scene that uses it
    for (const std::string& file : arguments.scenes) {
        scenes.push_back(load_scene(file, arguments.overrides));
        const auto [taken, is_new] = file_of.emplace(folder_name(scenes.back().name), file);
        if (!is_new && !arguments.out.empty())
            throw InputError(file, fmt::format("name: \"{}\" is that of {} too; with --out each scene needs "
                                               "its own, as its folder is called by it; rename one",
                                               scenes.back().name, taken->second));
        require_expectations(scenes.back());
    }
    return scenes;
}

void print_exam(const Exam& exam)
{
    const auto held =
        std::count_if(exam.verdicts.begin(), exam.verdicts.end(), [](const Verdict& v) { return v.passed; });
    print_out(fmt::format("{}: {} of {} expectations hold\n", exam.file, held, exam.verdicts.size()));
    std::size_t wide[3] = {8, 8, 8};
    for (const Verdict& v : exam.verdicts) {
        wide[0] = std::max(wide[0], v.quantity.size());
        wide[1] = std::max(wide[1], v.measured.size());
        wide[2] = std::max(wide[2], v.expected.size());
    }
    print_out(fmt::format("        {:<{}}  {:<{}}  {:<{}}\n", "quantity", wide[0], "measured", wide[1],
                          "expected", wide[2]));
    for (const Verdict& v : exam.verdicts) {
        print_out(fmt::format("  {:<4}  {:<{}}  {:<{}}  {:<{}}", v.passed ? "ok" : "FAIL", v.quantity,
                              wide[0], v.measured, wide[1], v.expected, wide[2]));
        if (!v.passed) print_out(fmt::format("  {}", v.reason));
        if (!v.why.empty()) print_out(fmt::format("  ({})", v.why));
        print_out("\n");
    }
}

int exit_code_of(const std::vector<Exam>& exams)
{
    bool failed = false;
    bool held = true;
    for (const Exam& exam : exams) {
        if (exam.result.status == RunStatus::stopped) return stop_exit_code();
        failed = failed || exam.result.status == RunStatus::failed;
        held = held && all_passed(exam.verdicts);
    }
    if (failed) return kExitSolveFailed;
    return held ? kExitDone : kExitExpectationFailed;
}

int verify(const VerifyArguments& arguments)
{
    const std::vector<Scene> scenes = load_all(arguments);
    use_threads(arguments.threads);
    std::vector<Exam> exams;
    for (const Scene& scene : scenes) {
        print_warnings(scene);
        RunOptions options;
        if (!arguments.out.empty()) options.folder = arguments.out + "/" + folder_name(scene.name);
        options.write_frames = arguments.keep_frames;
        const Exam& exam = exams.emplace_back(judge(scene, run_observed(scene, options, true)));
        if (exam.result.status == RunStatus::stopped) break;
        if (exam.result.status == RunStatus::failed)
            print_error(fmt::format("{}: the solve failed: {}", exam.file, exam.result.message));
        if (!arguments.json) print_exam(exam);
    }
    if (arguments.json) {
        nlohmann::ordered_json json;
        json["scenes"] = nlohmann::ordered_json::array();
        for (const Exam& exam : exams) json["scenes"].push_back(to_json(exam));
        print_out(json.dump(2) + "\n");
    }
    return exit_code_of(exams);
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<VerifyArguments>();
    CLI::App* command = app.add_subcommand("verify", "Run scenes and check their \"expect\" blocks");
    command->add_option("scenes", arguments->scenes, "Scene files (JSON)")
        ->required()
        ->type_name("SCENE ...");
    command
        ->add_option("--out", arguments->out, "Keep statistics, checkpoints and summary in DIR/<scene name>")
        ->type_name("DIR");
    command->add_flag("--keep-frames", arguments->keep_frames, "With --out: write frames too");
    add_set_option(*command, arguments->overrides);
    add_threads_option(*command, arguments->threads);
    command->add_flag("--json", arguments->json, "Print verdicts and summaries as JSON on standard output");
    command->callback([arguments, &exit_code] { exit_code = guarded([&] { return verify(*arguments); }); });
}

}  // namespace stiction
