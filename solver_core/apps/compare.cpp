#include "solver_core/apps/command.hpp"
#include "solver_core/apps/compare_caches.hpp"
#include "solver_core/apps/report_write.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/terminal.hpp"

#include <fmt/format.h>

#include <memory>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

struct CompareArguments {
    CompareOptions options;
    double fps = 0.0, rest_from = -1.0, seconds_a = -1.0, seconds_b = -1.0;  // as they are: not given
    std::string frames, frames_b;
    std::string page;
    double max_megabytes = 25.0;
    bool json = false;
    int threads = 0;
};

CompareOptions options_of(const CompareArguments& arguments)
{
    const auto given = [](double value) {
        return value >= 0.0 ? std::optional<double>(value) : std::nullopt;
    };
    CompareOptions options = arguments.options;
    if (arguments.fps > 0.0) options.fps = arguments.fps;
    options.rest_from = given(arguments.rest_from);
    options.a.seconds = given(arguments.seconds_a);
    options.b.seconds = given(arguments.seconds_b);
    options.b.object = options.a.object;
    if (!arguments.frames.empty()) options.a.frames = options.b.frames = parse_frame_range(arguments.frames);
    if (!arguments.frames_b.empty()) options.b.frames = parse_frame_range(arguments.frames_b);
    return options;
}

void write_page(const CompareArguments& arguments, const ComparedCaches& caches, const Json& numbers)
{
    PageOptions options;
    options.comparison = numbers;
    options.most_bytes = static_cast<std::size_t>(arguments.max_megabytes * 1e6);
    options.title =
        fmt::format("{} against {}", side_label(caches.a.options.where), side_label(caches.b.options.where));
    std::vector<ReportRun> runs;
    for (const ComparedSide* side : {&caches.a, &caches.b})
        runs.push_back(load_report_run(drawn_side(*side), most_numbers_of_run(options, 2)));
    write_report_page(runs, options, arguments.page);
}

int compare(const CompareArguments& arguments)
{
    if (!arguments.page.empty()) require_page_template();
    use_threads(arguments.threads);
    const ComparedCaches caches = compare_caches(options_of(arguments));
    const Json numbers = to_json(caches.comparison);
    if (!arguments.page.empty()) write_page(arguments, caches, numbers);
    print_out(arguments.json ? numbers.dump(2) + "\n" : comparison_table(caches.comparison));
    return kExitDone;
}

void add_input_options(CLI::App& command, CompareArguments& arguments)
{
    const char* what = "Run folder, folder of frames, or pattern such as cache/cloth.$F4.bgeo";
    command.add_option("a", arguments.options.a.where, what)->required()->type_name("A");
    command.add_option("b", arguments.options.b.where, what)->required()->type_name("B");
    command
        .add_option("--fps", arguments.fps,
                    "Frames a second of other programs' files (default: as the run, else 24)")
        ->check(CLI::Range(0.01, 1e6))
        ->type_name("N");
    command.add_option("--unit-a", arguments.options.a.unit, "Metres a unit of A's files (default: 1)")
        ->check(CLI::Range(1e-9, 1e9))
        ->type_name("M");
    command.add_option("--unit-b", arguments.options.b.unit, "Metres a unit of B's files (default: 1)")
        ->check(CLI::Range(1e-9, 1e9))
        ->type_name("M");
    command.add_option("--frames", arguments.frames, "Frames to compare, by the numbers of the files")
        ->type_name("A-B");
    command.add_option("--frames-b", arguments.frames_b, "The same of B, where its numbers differ")
        ->type_name("A-B");
    command
        .add_option("--object", arguments.options.a.object,
                    "Object of a run (default: all that deform, as one)")
        ->type_name("NAME");
    command.add_option("--rest-a", arguments.options.a.rest, "Rest shape of A (default: its first frame)")
        ->type_name("FILE");
    command.add_option("--rest-b", arguments.options.b.rest, "Rest shape of B (default: its first frame)")
        ->type_name("FILE");
    command.add_option("--seconds-a", arguments.seconds_a, "Computing time a frame of A, where not known")
        ->check(CLI::NonNegativeNumber)
        ->type_name("S");
    command.add_option("--seconds-b", arguments.seconds_b, "Computing time a frame of B, where not known")
        ->check(CLI::NonNegativeNumber)
        ->type_name("S");
}

void add_measure_options(CLI::App& command, CompareArguments& arguments)
{
    CLI::Option* scene =
        command
            .add_option("--scene", arguments.options.scene, "Scene whose colliders both are measured against")
            ->type_name("SCENE");
    command
        .add_option("--collider", arguments.options.collider,
                    "Closed mesh, or sequence of it, that both are measured against")
        ->type_name("FILES")
        ->excludes(scene);
    command
        .add_option("--collider-unit", arguments.options.collider_unit,
                    "Metres a unit of --collider (default: 1)")
        ->check(CLI::Range(1e-9, 1e9))
        ->type_name("M");
    command
        .add_option("--contact-distance", arguments.options.contact_distance,
                    "A point this near to a collider touches it, m (default: 0.005)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("M");
    command
        .add_option("--rest-from", arguments.rest_from,
                    "Look for resting parts from this time on, s (default: the last quarter)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("S");
    command
        .add_option("--rest-speed", arguments.options.rest_speed,
                    "What moves more slowly over that time rests, m/s (default: 0.05)")
        ->check(CLI::PositiveNumber)
        ->type_name("V");
    command.add_flag("--json", arguments.json, "Print the comparison as JSON on standard output");
    command.add_option("--page", arguments.page, "Write a page with both playing")->type_name("PAGE.html");
    command.add_option("--max-size", arguments.max_megabytes, "Largest size of the page (default: 25)")
        ->check(CLI::Range(0.1, 2000.0))
        ->type_name("MB");
    add_threads_option(command, arguments.threads);
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<CompareArguments>();
    CLI::App* command = app.add_subcommand(
        "compare", "Measure two caches, of runs or of other programs, and say which is better at what");
    add_input_options(*command, *arguments);
    add_measure_options(*command, *arguments);
    command->callback([arguments, &exit_code] { exit_code = guarded([&] { return compare(*arguments); }); });
}

}  // namespace stiction
