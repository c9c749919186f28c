// How the friction error falls with the iterations of a step, and how a sliding sheet follows its closed form: the data
// behind the plots of docs/reproduction.md, as CSV on standard output.
//
//   stiction_convergence iterations SCENE STEPS ITERATIONS [PATH=VALUE ...]
//       runs the scene as it is; at each step named in STEPS ("20,40,80") the same step is tried with ITERATIONS
//       iterations and the errors after each of them are printed; then the run goes on with the scene's own number.
//   stiction_convergence path SCENE [PATH=VALUE ...]
//       distance and speed of the first object's centre of mass after every step.

#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/run_track.hpp"
#include "solver_core/sim/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace stiction;

std::vector<std::int64_t> parse_steps(const std::string& text)
{
    std::vector<std::int64_t> steps;
    std::stringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');) steps.push_back(std::stoll(word));
    std::sort(steps.begin(), steps.end());
    return steps;
}

// The step after `state`, with more iterations, on a copy: the run itself is not disturbed.
void print_iterations(const Model& longer, const State& state)
{
    State copy = state;
    Workspace work;
    StepOptions options;
    options.record_iterations = true;
    const StepReport report = step(longer, options, copy, work);
    const std::vector<FrictionError>& record = report.stats.record;
    for (std::size_t k = 0; k < record.size(); ++k)
        fmt::print("{},{},{:.6e},{:.6e},{:.6e}\n", report.step, k + 1, record[k].alart_curnier_normal,
                   record[k].alart_curnier_tangential, record[k].natural_map);
}

int show_iterations(const Scene& scene, const std::vector<std::int64_t>& steps, Index iterations)
{
    const Model model = build_model(scene);
    Scene long_scene = scene;
    long_scene.solver.iterations = iterations;
    const Model longer = build_model(long_scene);
    State state = initial_state(model);
    Workspace work;
    fmt::print("step,iteration,alart_curnier_normal,alart_curnier_tangential,natural_map\n");
    for (const std::int64_t wanted : steps) {
        while (state.step + 1 < wanted) {
            if (!is_usable(step(model, {}, state, work).status)) return 3;
        }
        print_iterations(longer, state);
    }
    return 0;
}

int show_path(const Scene& scene)
{
    const Model model = build_model(scene);
    State state = initial_state(model);
    Workspace work;
    RunTrack track = begin_track(model, state);
    fmt::print("time,distance,speed,natural_map\n");
    const Index count = scene.time.frames * scene.time.steps_per_frame;
    for (Index i = 0; i < count; ++i) {
        const StepReport report = step(model, {}, state, work);
        if (!is_usable(report.status)) return 3;
        update_track(model, state, report, work.contact_forces, track);
        fmt::print("{:.6f},{:.9e},{:.9e},{:.3e}\n", report.time, track.objects[0].slid,
                   track.objects[0].speed, report.stats.friction_residual);
    }
    return 0;
}

int usage()
{
    std::fputs(
        "usage: stiction_convergence iterations SCENE STEPS ITERATIONS [PATH=VALUE ...]\n"
        "       stiction_convergence path SCENE [PATH=VALUE ...]\n",
        stderr);
    return 2;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        if (words.size() >= 4 && words[0] == "iterations")
            return show_iterations(load_scene(words[1], {words.begin() + 4, words.end()}),
                                   parse_steps(words[2]), std::stoi(words[3]));
        if (words.size() >= 2 && words[0] == "path")
            return show_path(load_scene(words[1], {words.begin() + 2, words.end()}));
        return usage();
    } catch (const InputError& error) {
        fmt::print(stderr, "stiction_convergence: {}\n", error.what());
        return 2;
    } catch (const std::logic_error&) {  // std::stoi: not a number, or too large
        return usage();
    }
}
