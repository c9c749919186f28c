// The benchmark behind `./run bench`: ratios measured in one run, since machines differ. Prints tables; --json writes
// the ratios as one flat object.

#include "solver_core/base/error.hpp"
#include "solver_core/benchmarks/implicit_bench.hpp"
#include "solver_core/benchmarks/staggered_bench.hpp"
#include "solver_core/benchmarks/step_ratio.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/solvers/constrained_step.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace stiction::bench {
namespace {

const std::vector<ScenePlan> kScenes = {{"square1", 140, 41}, {"square3", 140, 21}, {"crinoline", 150, 11}};
const std::string kScaling = "scaling";
// Of the method staggered: touching, and in the middle of what the scene is about.
// On a level wheel some points of the belt touch without load, and Ipopt stalls at 1e-7 there: the belt's wheel has round edges.
const std::vector<DuelPlan> kDuels = {{"ball_spin", 12, 7, {}},
                                      {"belt_drive", 200, 7, {"objects.wheel.surface.edges=smooth"}},
                                      {"block_drag", 60, 7, {}}};
const std::string kStaggered = "staggered";
const std::string kImplicitScaling = "implicit_scaling";

struct Arguments {
    std::string json;
    std::string scenes = STICTION_SCENE_DIR;
    std::vector<std::string> names;
    std::string memory_of, state, solver;  // of a child process that measures its own memory

    bool wants(const std::string& name) const
    {
        return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
    }
};

std::vector<std::string> known_names()
{
    std::vector<std::string> names;
    for (const ScenePlan& plan : kScenes) names.push_back(plan.name);
    names.push_back(kScaling);
    for (const DuelPlan& plan : kDuels) names.push_back(plan.name);
    names.push_back(kStaggered);
    for (const ImplicitPlan& plan : implicit_plans()) names.push_back(plan.name);
    names.push_back(kImplicitScaling);
    return names;
}

double load_average()
{
    double load = 0.0;
    return getloadavg(&load, 1) == 1 ? load : -1.0;
}

template <class... Parts>
void say(fmt::format_string<Parts...> format, Parts&&... parts)
{
    fmt::print(format, std::forward<Parts>(parts)...);
    std::fflush(stdout);
}

void print_ratio(const std::string& name, const StepRatio& r)
{
    say("{:<10} {:>7} nodes {:>6} contacts {:>3} iterations\n", name, r.nodes, r.contacts, r.iterations);
    say("  step, {} threads    {:.2f} ms = detect {:.2f} + assemble {:.2f} + solve {:.2f} + guard {:.2f} + "
        "commit {:.2f}\n",
        kThreads, r.step.total, r.step.detect, r.step.assemble, r.step.solve, r.step.guard, r.step.commit);
    say("  back-solve         PARDISO {:.2f} ms, Eigen {:.2f} ms (1 thread); own {:.2f} ms ({} threads), "
        "{:.2f} x\n",
        r.pardiso_ms, r.eigen_ms, r.own_ms, kThreads, r.backsolve_speedup());
    say("  processor time     step {:.2f} ms, back-solve {:.2f} ms\n", r.step_cpu_ms, r.reference_cpu_ms);
    say("  step / (iterations x back-solve)   {:.2f}, in processor time {:.2f}\n", r.ratio(), r.cpu_ratio());
    say("  detection {:.0f} % of the step, allocations {}\n\n", 100.0 * r.detect_share(), r.allocations);
}

void measure_scenes(const Arguments& arguments, nlohmann::ordered_json& results)
{
    std::int64_t allocations = -1;
    for (const ScenePlan& plan : kScenes) {
        if (!arguments.wants(plan.name)) continue;
        const StepRatio r =
            measure_step_ratio(load_scene(arguments.scenes + "/" + plan.name + ".json"), plan);
        print_ratio(plan.name, r);
        results["pd_step_ratio." + plan.name] = r.ratio();
        results["pd_step_cpu_ratio." + plan.name] = r.cpu_ratio();
        results["pd_detect_share." + plan.name] = r.detect_share();
        results["pd_guard_share." + plan.name] = r.step.guard / r.step.total;
        results["pd_backsolve_speedup." + plan.name] = r.backsolve_speedup();
        allocations = std::max(allocations, r.allocations);
    }
    // The worst of the scenes measured.
    if (allocations >= 0) results["pd_allocations_per_step"] = allocations;
}

void print_growth(const std::string& name, const std::vector<GrowthPoint>& points)
{
    say("{:<10}  nodes  contacts   step ms   us a node\n", name);
    for (const GrowthPoint& point : points)
        say("{:>17} {:>9} {:>9.2f} {:>11.2f}\n", point.nodes, point.contacts, point.step_ms,
            1e3 * point.step_ms / point.nodes);
}

void measure_duels(const Arguments& arguments, nlohmann::ordered_json& results)
{
    for (const DuelPlan& plan : kDuels) {
        if (!arguments.wants(plan.name)) continue;
        const Scene scene = load_scene(arguments.scenes + "/" + plan.name + ".json", plan.overrides);
        const StageShares shares = measure_stages(scene, plan);
        const StageTimes& ms = shares.step;
        say("{:<10} {:>7} nodes {:>6} contacts\n", plan.name, shares.nodes, shares.contacts);
        say("  step, {} threads    {:.2f} ms = detect {:.2f} + assemble {:.2f} + solve {:.2f} + commit "
            "{:.2f}\n",
            kThreads, ms.total, ms.detect, ms.assemble, ms.solve, ms.commit);
        results["staggered_step_ms." + plan.name] = ms.total;
        results["staggered_detect_share." + plan.name] = ms.detect / ms.total;
        results["staggered_solve_share." + plan.name] = ms.solve / ms.total;
        if (!is_available(ConstrainedStepKind::ipopt)) {
            say("  Ipopt is not in this build\n\n");
            continue;
        }
        const SolverDuel duel = measure_solver_duel(scene, plan);
        say("  constrained step   own {:.2f} ms, Ipopt {:.2f} ms: {:.1f} x; velocities differ by {:.1e}\n",
            duel.own_ms, duel.ipopt_ms, duel.ratio(), duel.difference);
        say("  residuals          own {:.1e}, Ipopt {:.1e}\n", duel.own_error, duel.ipopt_error);
        say("  Newton steps       own {:.1f} with {:.1f} factors, Ipopt {:.1f}\n\n", duel.own_iterations,
            duel.own_factorizations, duel.ipopt_iterations);
        if (duel.failures > 0) say("  no usable step in {} of {} rounds\n", duel.failures, plan.rounds);
        results["staggered_own_vs_ipopt." + plan.name] = duel.ratio();
        results["staggered_own_vs_ipopt_difference." + plan.name] = duel.difference;
    }
}

void measure_staggered(nlohmann::ordered_json& results)
{
    const std::vector<GrowthPoint> nodes = measure_staggered_growth(), contacts = measure_contact_growth();
    print_growth("ball", nodes);
    say("  step ~ nodes^{:.2f}\n\n", growth_exponent(nodes));
    print_growth("block", contacts);
    say("  step ~ contacts^{:.2f} with as many nodes\n\n", contact_exponent(contacts));
    results["staggered_scaling_exponent"] = growth_exponent(nodes);
    results["staggered_contact_exponent"] = contact_exponent(contacts);
}

void measure_implicit(const Arguments& arguments, nlohmann::ordered_json& results)
{
    for (const ImplicitPlan& plan : implicit_plans()) {
        if (!arguments.wants(plan.name)) continue;
        if (arguments.names.empty() && plan.only_by_name) continue;
        const ImplicitDuel duel = measure_implicit_duel(plan, arguments.scenes);
        say("{:<18} {:>7} nodes {:>7} tets {:>6} triangles {:>6} contacts\n", plan.name, duel.nodes,
            duel.tets, duel.triangles, duel.contacts);
        say("  solve of a step    iterative {:.0f} ms ({} Newton, {} BiCGSTAB), direct {:.0f} ms: {:.2f} x\n",
            duel.iterative_ms, duel.newton_iterations, duel.linear_iterations, duel.direct_ms,
            duel.speedup());
        say("  memory             iterative {:.0f} MB, direct {:.0f} MB: {:.2f}; velocities differ by "
            "{:.1e}\n\n",
            duel.iterative_mb, duel.direct_mb, duel.memory_ratio(), duel.difference);
        results["implicit_iterative_vs_direct." + plan.name] = duel.speedup();
        results["implicit_memory_ratio." + plan.name] = duel.memory_ratio();
        results["implicit_difference." + plan.name] = duel.difference;
    }
    if (!arguments.wants(kImplicitScaling)) return;
    const std::vector<GrowthPoint> points = measure_implicit_growth(arguments.scenes);
    print_growth("ball", points);
    say("  step ~ nodes^{:.2f}\n\n", growth_exponent(points));
    results["implicit_scaling_exponent"] = growth_exponent(points);
}

int measure_memory(const Arguments& arguments)
{
    for (const ImplicitPlan& plan : implicit_plans())
        if (plan.name == arguments.memory_of)
            say("{}\n", memory_growth(plan, arguments.scenes, arguments.state, arguments.solver == "direct"));
    return 0;
}

void measure_scaling(nlohmann::ordered_json& results)
{
    const std::vector<GrowthPoint> points = measure_growth();
    const double exponent = growth_exponent(points);
    print_growth(kScaling, points);
    say("  step ~ n^{:.2f}\n\n", exponent);
    results["pd_scaling_exponent"] = exponent;
}

int run(const Arguments& arguments)
{
    nlohmann::ordered_json results;
    const double load = load_average();
    say("load average {:.1f} on {} cores; figures count only where it is well below the cores\n\n", load,
        std::thread::hardware_concurrency());
    results["load_average"] = load;
    measure_scenes(arguments, results);
    if (arguments.wants(kScaling)) measure_scaling(results);
    measure_duels(arguments, results);
    if (arguments.wants(kStaggered)) measure_staggered(results);
    measure_implicit(arguments, results);
    if (!arguments.json.empty()) write_file_atomically(arguments.json, results.dump(2) + "\n");
    return 0;
}

}  // namespace
}  // namespace stiction::bench

int main(int argc, char** argv)
{
    using namespace stiction;
    bench::Arguments arguments;
    CLI::App app("Times of whole steps as ratios to a back-solve of the same matrix.", "stiction_bench");
    app.add_option("--json", arguments.json, "file for the ratios, one flat JSON object");
    app.add_option("--scenes", arguments.scenes, "folder of the scene files")->capture_default_str();
    app.add_option("names", arguments.names, "what to measure; all when none is named")
        ->check(CLI::IsMember(bench::known_names()));
    app.add_option("--memory-of", arguments.memory_of)->group("");
    app.add_option("--state", arguments.state)->group("");
    app.add_option("--solver", arguments.solver)->group("");
    CLI11_PARSE(app, argc, argv);
    try {
        if (!arguments.memory_of.empty()) return bench::measure_memory(arguments);
        return bench::run(arguments);
    } catch (const InputError& error) {
        fmt::print(stderr, "stiction_bench: {}\n", error.what());
        return 2;
    } catch (const WriteError& error) {
        fmt::print(stderr, "stiction_bench: {}\n", error.what());
        return 4;
    } catch (const std::exception& error) {
        fmt::print(stderr, "stiction_bench: {}\n", error.what());
        return 3;
    }
}
