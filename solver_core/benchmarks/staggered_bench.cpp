#include "solver_core/benchmarks/staggered_bench.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/base/timer.hpp"
#include "solver_core/benchmarks/median.hpp"
#include "solver_core/benchmarks/step_ratio.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace stiction::bench {
namespace {

constexpr Index kRounds = 7;
constexpr double kDuelTolerance =
    1e-9;  // residuals; soft motions turn them into larger differences of velocities

double relative_difference(const Vec3Array& a, const Vec3Array& b)
{
    double largest = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, a[i].norm());
        difference = std::max(difference, (a[i] - b[i]).norm());
    }
    return largest > 0.0 ? difference / largest : difference;
}

Index contacts_of(const StepStats& stats) { return stats.contacts_external + stats.contacts_self; }

// One solver of the constrained step with its own buffers.
class Duellist {
public:
    Duellist(const Scene& scene, ConstrainedStepKind kind) : model_(build_model(scene)), kind_(kind) {}

    // The next step of a state, up to the velocities of the constrained step; false when they are not usable.
    bool solve(const State& state)
    {
        predict(model_, state, work_);
        find_contacts(model_, state, work_);
        assemble(model_, state, work_);
        StaggeredParameters parameters = staggered_parameters(model_, StepOptions{}, state, work_);
        parameters.step_solver = kind_;
        ms_ = 0.0;
        const ScopedTimer timer(ms_);
        return is_usable(solve_constrained(model_.finite, parameters, work_.contacts, state.x, work_.v_free,
                                           work_.staggered, stats_));
    }
    double ms() const { return ms_; }
    const ConstrainedStepStats& stats() const { return stats_; }
    Index contacts() const { return work_.contacts.size(); }
    const Vec3Array& v() const { return work_.staggered.v; }
    // Largest violation of the conditions of optimality over the largest velocity.
    double error() const
    {
        return std::max({stats_.stationarity, stats_.violation, stats_.complementarity}) /
               stats_.velocity_scale;
    }

private:
    Model model_;
    ConstrainedStepKind kind_;
    Workspace work_;
    ConstrainedStepStats stats_;
    double ms_ = 0.0;
};

// Segments around: 1.1K to 12K tetrahedra.
constexpr Index kBalls[] = {16, 24, 32, 44};
constexpr Index kBallWarmUp = 12;

Scene ball_on_plane(Index resolution)
{
    return parse_scene(fmt::format(R"({{
        "version": 1, "name": "growth", "time": {{ "step": 0.002 }}, "solver": {{ "method": "staggered" }},
        "objects": [
            {{ "name": "ball", "type": "soft",
              "mesh": {{ "generator": "hollow_ball", "radius": 0.1, "inner_radius": 0.07, "resolution": {} }},
              "transform": {{ "translate": [0, 0.105, 0] }},
              "material": {{ "density": 1000, "young": 5e5, "poisson": 0.4 }},
              "velocity": [0, -1, 0], "spin": [0, 0, -2000], "friction": 1, "self_contact": false }},
            {{ "name": "ground", "type": "collider", "shape": {{ "type": "plane" }}, "friction": 1 }}
        ] }})",
                                   resolution),
                       "growth.json");
}

// Cells along x and z, and along y: 100 to 1024 points on the ground, about 2000 in all.
constexpr Index kBlocks[][2] = {{9, 19}, {15, 7}, {21, 3}, {31, 1}};
constexpr Index kBlockWarmUp = 20;

Scene sliding_block(Index side, Index height)
{
    return parse_scene(fmt::format(R"({{
        "version": 1, "name": "growth", "time": {{ "step": 0.005 }}, "solver": {{ "method": "staggered" }},
        "objects": [
            {{ "name": "block", "type": "soft",
              "mesh": {{ "generator": "box", "size": [0.3, 0.1, 0.3], "divisions": [{0}, {1}, {0}] }},
              "transform": {{ "translate": [0, 0.05, 0] }},
              "material": {{ "density": 1000, "young": 1e5, "poisson": 0.3 }},
              "velocity": [0.3, 0, 0], "friction": 0.3, "self_contact": false }},
            {{ "name": "ground", "type": "collider", "shape": {{ "type": "plane" }}, "friction": 1 }}
        ] }})",
                                   side, height),
                       "growth.json");
}

// The scenes take turns, so that what disturbs the machine disturbs all.
std::vector<GrowthPoint> measure_in_turns(const std::vector<Scene>& scenes, Index warm_up)
{
    set_threads(kThreads);
    std::vector<std::unique_ptr<MeasuredScene>> measured;
    std::vector<GrowthPoint> points;
    for (const Scene& scene : scenes) {
        measured.push_back(std::make_unique<MeasuredScene>(scene));
        measured.back()->advance(warm_up);
        points.push_back({measured.back()->model().node_count, 0, 0.0});
    }
    std::vector<std::vector<double>> samples(scenes.size());
    for (Index r = 0; r < kRounds; ++r)
        for (std::size_t s = 0; s < scenes.size(); ++s) {
            const StepStats stats = measured[s]->advance();
            samples[s].push_back(stats.ms.total);
            points[s].contacts = std::max(points[s].contacts, contacts_of(stats));
        }
    for (std::size_t s = 0; s < scenes.size(); ++s) points[s].step_ms = median(samples[s]);
    return points;
}

}  // namespace

SolverDuel measure_solver_duel(const Scene& scene, const DuelPlan& plan)
{
    set_threads(kThreads);
    Scene split = scene;
    split.solver.coupling = FrictionCoupling::mass;
    split.solver.step_tolerance = kDuelTolerance;
    // The scene as it is leads; both solvers are given the constrained step of its next one, in turns, and the lead goes on.
    MeasuredScene lead(scene);
    Duellist own(split, ConstrainedStepKind::multipliers), ipopt(split, ConstrainedStepKind::ipopt);
    lead.advance(plan.warm_up);
    SolverDuel duel;
    duel.nodes = lead.model().node_count;
    std::vector<double> own_ms, ipopt_ms;
    for (Index r = 0; r < plan.rounds; ++r, lead.advance(1)) {
        const bool usable = own.solve(lead.state()) && ipopt.solve(lead.state());
        if (!usable) {
            ++duel.failures;
            continue;
        }
        own_ms.push_back(own.ms());
        ipopt_ms.push_back(ipopt.ms());
        duel.contacts = std::max(duel.contacts, own.contacts());
        duel.difference = std::max(duel.difference, relative_difference(own.v(), ipopt.v()));
        duel.own_iterations += double(own.stats().iterations) / double(plan.rounds);
        duel.own_factorizations += double(own.stats().factorizations) / double(plan.rounds);
        duel.ipopt_iterations += double(ipopt.stats().iterations) / double(plan.rounds);
        duel.own_error = std::max(duel.own_error, own.error());
        duel.ipopt_error = std::max(duel.ipopt_error, ipopt.error());
    }
    if (own_ms.empty()) throw std::runtime_error("neither solver has made a usable step: " + plan.name);
    duel.own_ms = median(own_ms);
    duel.ipopt_ms = median(ipopt_ms);
    return duel;
}

StageShares measure_stages(const Scene& scene, const DuelPlan& plan)
{
    set_threads(kThreads);
    MeasuredScene measured(scene);
    measured.advance(plan.warm_up);
    StageShares shares;
    shares.nodes = measured.model().node_count;
    std::vector<StageTimes> samples;
    for (Index r = 0; r < plan.rounds; ++r) {
        const StepStats stats = measured.advance();
        samples.push_back(stats.ms);
        shares.contacts = std::max(shares.contacts, contacts_of(stats));
    }
    shares.step = median_times(samples);
    return shares;
}

std::vector<GrowthPoint> measure_staggered_growth()
{
    std::vector<Scene> scenes;
    for (const Index resolution : kBalls) scenes.push_back(ball_on_plane(resolution));
    return measure_in_turns(scenes, kBallWarmUp);
}

std::vector<GrowthPoint> measure_contact_growth()
{
    std::vector<Scene> scenes;
    for (const auto& block : kBlocks) scenes.push_back(sliding_block(block[0], block[1]));
    return measure_in_turns(scenes, kBlockWarmUp);
}

}  // namespace stiction::bench
