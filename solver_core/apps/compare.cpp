#include "solver_core/apps/command.hpp"
#include "solver_core/apps/compare_side.hpp"
#include "solver_core/apps/report_write.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/terminal.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace stiction {
namespace {

constexpr double kUsualRate = 24.0;  // frames a second
constexpr double kRestShare = 0.75;  // of the time: what follows should have come to rest
constexpr Index kFewestRestFrames = 3;

using Json = nlohmann::ordered_json;

struct CompareArguments {
    SideOptions a, b;
    double fps = 0.0;
    std::string frames, frames_b;
    std::string scene, collider;
    double collider_unit = 1.0;
    double rest_from = -1.0;
    double rest_speed = 0.05;
    double contact_distance = 0.005;
    double seconds_a = -1.0, seconds_b = -1.0;
    std::string page;
    double max_megabytes = 25.0;
    bool json = false;
    int threads = 0;
};

SideOptions side_options(const CompareArguments& arguments, bool is_b, double fps)
{
    SideOptions side = is_b ? arguments.b : arguments.a;
    side.object = arguments.a.object;
    side.fps = fps;
    const std::string& range = is_b && !arguments.frames_b.empty() ? arguments.frames_b : arguments.frames;
    if (!range.empty()) side.frames = parse_frame_range(range);
    const double seconds = is_b ? arguments.seconds_b : arguments.seconds_a;
    if (seconds >= 0.0) side.seconds = seconds;
    return side;
}

// That of --fps, else of the run on either side, else the usual one.
double foreign_rate(const CompareArguments& arguments)
{
    if (arguments.fps > 0.0) return arguments.fps;
    for (const SideOptions* side : {&arguments.a, &arguments.b})
        if (const std::optional<double> rate = frame_rate_of_run(side->where)) return *rate;
    return kUsualRate;
}

// Given ones for both sides, else each side's own, else those of the other.
void choose_colliders(const CompareArguments& arguments, double fps, ComparedSide& a, ComparedSide& b)
{
    if (!arguments.collider.empty()) {
        CacheReading reading;
        reading.unit = arguments.collider_unit;
        reading.fps = fps;
        a.colliders = {collider_of_cache(read_cache(arguments.collider, reading))};
        b.colliders = a.colliders;
    } else if (!arguments.scene.empty()) {
        a.colliders = colliders_of(load_scene(arguments.scene));
        b.colliders = a.colliders;
        if (a.colliders.empty())
            throw InputError(arguments.scene,
                             "no object of type \"collider\" found; --scene gives the colliders; name a "
                             "scene that has one");
    } else if (!a.scene) {
        a.colliders = b.colliders;
    } else if (!b.scene) {
        b.colliders = a.colliders;
    }
}

RestWindow rest_window(const CompareArguments& arguments, const Cache& a, const Cache& b)
{
    RestWindow window;
    window.speed = arguments.rest_speed;
    const double first = std::max(a.times.front(), b.times.front());
    const double last = std::min(a.times.back(), b.times.back());
    const double least = (kFewestRestFrames - 1) * std::max(a.frame_seconds(), b.frame_seconds());
    window.from = arguments.rest_from >= 0.0
                      ? arguments.rest_from
                      : std::max(first, std::min(first + kRestShare * (last - first), last - least));
    return window;
}

void write_page(const CompareArguments& arguments, const ComparedSide& a, const ComparedSide& b,
                const Json& numbers)
{
    PageOptions options;
    options.comparison = numbers;
    options.most_bytes = static_cast<std::size_t>(arguments.max_megabytes * 1e6);
    std::vector<ReportRun> runs;
    for (const ComparedSide* side : {&a, &b})
        runs.push_back(load_report_run(drawn_side(*side), most_numbers_of_run(options, 2)));
    options.title = fmt::format("{} against {}", side_label(a.options.where), side_label(b.options.where));
    write_report_page(runs, options, arguments.page);
}

int compare(const CompareArguments& arguments)
{
    if (!arguments.page.empty()) require_page_template();
    use_threads(arguments.threads);
    const double fps = foreign_rate(arguments);
    ComparedSide a = load_side(side_options(arguments, false, fps));
    ComparedSide b = load_side(side_options(arguments, true, fps));
    keep_common_times(a, b);
    choose_colliders(arguments, fps, a, b);
    Comparison comparison;
    comparison.rest = rest_window(arguments, a.cache, b.cache);
    comparison.contact_distance = arguments.contact_distance;
    comparison.a = measure_side(a, comparison.rest, arguments.contact_distance);
    comparison.b = measure_side(b, comparison.rest, arguments.contact_distance);
    comparison.difference = measure_difference(a.cache, b.cache);
    const Json numbers = to_json(comparison);
    if (!arguments.page.empty()) write_page(arguments, a, b, numbers);
    print_out(arguments.json ? numbers.dump(2) + "\n" : comparison_table(comparison));
    return kExitDone;
}

void add_input_options(CLI::App& command, CompareArguments& arguments)
{
    const char* what = "Run folder, folder of frames, or pattern such as cache/cloth.$F4.bgeo";
    command.add_option("a", arguments.a.where, what)->required()->type_name("A");
    command.add_option("b", arguments.b.where, what)->required()->type_name("B");
    command
        .add_option("--fps", arguments.fps,
                    "Frames a second of other programs' files (default: as the run, else 24)")
        ->check(CLI::Range(0.01, 1e6))
        ->type_name("N");
    command.add_option("--unit-a", arguments.a.unit, "Metres a unit of A's files (default: 1)")
        ->check(CLI::Range(1e-9, 1e9))
        ->type_name("M");
    command.add_option("--unit-b", arguments.b.unit, "Metres a unit of B's files (default: 1)")
        ->check(CLI::Range(1e-9, 1e9))
        ->type_name("M");
    command.add_option("--frames", arguments.frames, "Frames to compare, by the numbers of the files")
        ->type_name("A-B");
    command.add_option("--frames-b", arguments.frames_b, "The same of B, where its numbers differ")
        ->type_name("A-B");
    command.add_option("--object", arguments.a.object, "Object of a run (default: all that deform, as one)")
        ->type_name("NAME");
    command.add_option("--rest-a", arguments.a.rest, "Rest shape of A (default: its first frame)")
        ->type_name("FILE");
    command.add_option("--rest-b", arguments.b.rest, "Rest shape of B (default: its first frame)")
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
        command.add_option("--scene", arguments.scene, "Scene whose colliders both are measured against")
            ->type_name("SCENE");
    command
        .add_option("--collider", arguments.collider,
                    "Closed mesh, or sequence of it, that both are measured against")
        ->type_name("FILES")
        ->excludes(scene);
    command
        .add_option("--collider-unit", arguments.collider_unit, "Metres a unit of --collider (default: 1)")
        ->check(CLI::Range(1e-9, 1e9))
        ->type_name("M");
    command
        .add_option("--contact-distance", arguments.contact_distance,
                    "A point this near to a collider touches it, m (default: 0.005)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("M");
    command
        .add_option("--rest-from", arguments.rest_from,
                    "Look for resting parts from this time on, s (default: the last quarter)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("S");
    command
        .add_option("--rest-speed", arguments.rest_speed,
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
