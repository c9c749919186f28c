#include "solver_core/benchmarks/implicit_bench.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/benchmarks/median.hpp"
#include "solver_core/benchmarks/step_ratio.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace stiction::bench {
namespace {

// Segments around the ball, 5K to 150K tets.
constexpr Index kBalls[] = {40, 56, 80, 104, 128};
constexpr Index kGrowthWarmUp = 3;
constexpr Index kGrowthRounds = 3;

double largest_difference(const Vec3Array& a, const Vec3Array& b)
{
    double largest = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, a[i].norm());
        difference = std::max(difference, (a[i] - b[i]).norm());
    }
    return largest > 0.0 ? difference / largest : difference;
}

// A line of /proc/self/status, MB.
double status_megabytes(const std::string& key)
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.rfind(key + ":", 0) == 0) return std::stod(line.substr(key.size() + 1)) / 1024.0;
    throw std::runtime_error("/proc/self/status has no line " + key);
}

double growth_in_a_child(const ImplicitPlan& plan, const std::string& folder, const std::string& state_file,
                         bool direct)
{
    const std::string command =
        fmt::format("/proc/{}/exe --scenes '{}' --memory-of {} --state '{}' --solver {}", getpid(), folder,
                    plan.name, state_file, direct ? "direct" : "iterative");
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot start " + command);
    double megabytes = 0.0;
    const bool read = std::fscanf(pipe, "%lf", &megabytes) == 1;
    if (::pclose(pipe) != 0 || !read) throw std::runtime_error("no figure from " + command);
    return megabytes;
}

Scene with_newton(Scene scene, NewtonSolver newton)
{
    scene.solver.newton = newton;
    return scene;
}

}  // namespace

const std::vector<ImplicitPlan>& implicit_plans()
{
    static const std::vector<ImplicitPlan> plans = {
        {"tube_bend", "tube_bend", {32, 76}, 0.0, 1e5, 6, 1, true},
        {"tube_bend_water", "tube_bend", {32, 76}, 4.6e-5, 1e5, 6, 1, true},
        {"ball_squish", "ball_squish", {88}, 1.0, 1e5, 6, 1},
        {"ball_squish_water", "ball_squish", {88}, 0.01, 1e5, 6, 1},
        {"ball_squish_stiff", "ball_squish", {88}, 0.0, 1e6, 6, 1},
        {"tube_bend_blocks", "tube_bend", {32, 76}, 0.0, 1e5, 6, 1, true, PreconditionerChoice::blocks},
        {"tube_bend_small", "tube_bend", {16, 32}, 0.0, 1e5, 6, 1, true},
        {"ball_squish_large", "ball_squish", {132}, 1.0, 1e5, 6, 1, true},
        {"ball_squish_stiff_large", "ball_squish", {132}, 0.0, 1e6, 6, 1, true},
    };
    return plans;
}

Scene scene_of(const ImplicitPlan& plan, const std::string& folder)
{
    Scene scene = load_scene(folder + "/" + plan.scene + ".json");
    scene.solver.newton = NewtonSolver::iterative;
    scene.solver.preconditioner = plan.preconditioner;
    ObjectSettings& first = scene.objects.front();
    first.soft.young = plan.young;
    if (plan.compression > 0.0)
        first.fill.compression = plan.compression;
    else
        first.fill.law = FillChoice::none;
    std::size_t next = 0;
    for (ObjectSettings& object : scene.objects)
        if (object.type != ObjectType::collider && next < plan.resolution.size())
            object.mesh.resolution = plan.resolution[next++];
    return scene;
}

double memory_growth(const ImplicitPlan& plan, const std::string& folder, const std::string& state_file,
                     bool direct)
{
    set_threads(kThreads);
    MeasuredScene measured(
        with_newton(scene_of(plan, folder), direct ? NewtonSolver::direct : NewtonSolver::iterative));
    std::ifstream file(state_file, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    measured.set_state(decode_state(bytes.str()));
    malloc_trim(0);
    // Resets the largest resident size to the present one.
    std::ofstream("/proc/self/clear_refs") << "5";
    const double before = status_megabytes("VmRSS");
    measured.advance();
    return status_megabytes("VmHWM") - before;
}

ImplicitDuel measure_implicit_duel(const ImplicitPlan& plan, const std::string& folder)
{
    set_threads(kThreads);
    const Scene scene = scene_of(plan, folder);
    MeasuredScene iterative(scene), direct(with_newton(scene, NewtonSolver::direct));
    iterative.advance(plan.warm_up);
    ImplicitDuel duel;
    duel.nodes = iterative.model().node_count;
    for (const ObjectRange& object : iterative.model().objects) {
        duel.tets += static_cast<Index>(object.tets.size());
        if (object.type == ObjectType::cloth) duel.triangles += static_cast<Index>(object.triangles.size());
    }
    const std::string state_file = fmt::format("/tmp/stiction_bench.{}.state", getpid());
    write_file_atomically(state_file, encode_state(iterative.state()));
    duel.iterative_mb = growth_in_a_child(plan, folder, state_file, false);
    duel.direct_mb = growth_in_a_child(plan, folder, state_file, true);
    ::unlink(state_file.c_str());
    std::vector<double> iterative_ms, direct_ms;
    for (Index r = 0; r < plan.rounds; ++r) {
        direct.set_state(iterative.state());
        const StepStats slow = direct.advance(), quick = iterative.advance();
        direct_ms.push_back(slow.ms.solve);
        iterative_ms.push_back(quick.ms.solve);
        duel.contacts = std::max(duel.contacts, quick.contacts_external + quick.contacts_self);
        duel.linear_iterations = std::max(duel.linear_iterations, quick.linear_iterations);
        duel.newton_iterations = std::max(duel.newton_iterations, quick.iterations);
        duel.difference =
            std::max(duel.difference, largest_difference(direct.state().v, iterative.state().v));
    }
    duel.iterative_ms = median(iterative_ms);
    duel.direct_ms = median(direct_ms);
    return duel;
}

std::vector<GrowthPoint> measure_implicit_growth(const std::string& folder)
{
    set_threads(kThreads);
    std::vector<std::unique_ptr<MeasuredScene>> scenes;
    std::vector<GrowthPoint> points;
    for (const Index resolution : kBalls) {
        ImplicitPlan plan = {"growth", "ball_squish", {resolution}, 1.0, 1e5, 0, 1};
        scenes.push_back(std::make_unique<MeasuredScene>(scene_of(plan, folder)));
        scenes.back()->advance(kGrowthWarmUp);
        points.push_back({scenes.back()->model().node_count, 0, 0.0});
    }
    take_turns(scenes, kGrowthRounds, points);
    return points;
}

}  // namespace stiction::bench
