#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/simulation.hpp"
#include "solver_core/sim/stats_json.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kAtmosphere = 101325.0;

Simulation run_steps(const std::string& text, int steps)
{
    Simulation simulation = begin_simulation(parse_scene(text, "test"));
    for (int i = 0; i < steps; ++i) {
        const StepReport report = advance_step(simulation, {});
        EXPECT_EQ(report.status, SolveStatus::converged) << "step " << i << " " << report.stats.reason;
    }
    return simulation;
}

std::string balloon(const char* fill, const char* solver = "")
{
    return fmt::format(
        R"({{"time": {{"step": 0.05}}, "gravity": [0, 0, 0], "solver": {{"method": "implicit"{}}},
            "objects": [{{"name": "balloon", "type": "cloth", "self_contact": false,
              "mesh": {{"generator": "sphere", "radius": 0.05, "resolution": 32}},
              "material": {{"density": 1, "stretch": 2e5, "bend": 0.0}}, "fill": {}}}]}})",
        solver, fill);
}

// A thin ball of radius R_1 grows until p(V) R / 2 = T, T = Y e for a sheet of stiffness Y and Poisson's ratio 0 under an even
// small stretch e (to first order; e is some percent here, and the law is that of a neo-Hookean sheet).
double stretch_of_balloon(double stiffness, double radius, double pressure)
{
    double e = 0.0;
    for (int k = 0; k < 200; ++k) {
        const double v = std::pow(1.0 + e, 3.0);
        const double p = (kAtmosphere + pressure) / v - kAtmosphere;
        e = 0.5 * (e + 0.5 * p * radius * (1.0 + e) / stiffness);
    }
    return e;
}

TEST(ImplicitFill, ABalloonGrowsUntilItsSkinHoldsThePressure)
{
    for (const double atmospheres : {0.1, 0.5}) {
        const Simulation simulation =
            run_steps(balloon(fmt::format(R"({{"law": "gas", "pressure": {}}})", atmospheres).c_str()), 12);
        double radius = 0.0;
        for (const Vec3& x : simulation.state.x)
            radius += x.norm() / static_cast<double>(simulation.state.x.size());
        const double expected = stretch_of_balloon(2e5, 0.05, atmospheres * kAtmosphere);
        EXPECT_NEAR(radius / 0.05 - 1.0, expected, 0.03 * expected) << atmospheres;
    }
}

TEST(ImplicitFill, EverySolverFindsTheSameShape)
{
    const char* const fill = R"({"law": "gas", "pressure": 0.5})";
    const Simulation direct = run_steps(balloon(fill), 4);
    for (const char* other :
         {R"(, "sparse_volumes": true, "step_iterations": 400)", R"(, "linear_solver": "eigen")",
          R"(, "newton": "iterative", "preconditioner": "blocks")",
          R"(, "newton": "iterative", "preconditioner": "factor")", R"(, "newton": "iterative")"}) {
        const Simulation simulation = run_steps(balloon(fill, other), 4);
        double most = 0.0;
        for (std::size_t i = 0; i < direct.state.x.size(); ++i)
            most = std::max(most, (direct.state.x[i] - simulation.state.x[i]).norm());
        EXPECT_LT(most, 1e-8) << other;
    }
}

TEST(ImplicitFill, IterativeStepsGiveTheSameBitsOnAnyNumberOfThreads)
{
    for (const char* preconditioner : {"blocks", "factor"}) {
        std::uint64_t hash[2];
        for (int k = 0; k < 2; ++k) {
            const auto threads = make_executor(k == 0 ? 1 : 3);
            const ExecutorScope scope(threads.get());
            const std::string solver =
                fmt::format(R"(, "newton": "iterative", "preconditioner": "{}")", preconditioner);
            hash[k] = state_hash(
                run_steps(balloon(R"({"law": "liquid", "pressure": 0.1})", solver.c_str()), 3).state);
        }
        EXPECT_EQ(hash[0], hash[1]) << preconditioner;
    }
}

// A hollow ball and a sheet around a core: the change of volume and its pressure are told, and the energy is in the books.
TEST(ImplicitFill, StatisticsTellVolumeAndPressure)
{
    Simulation simulation =
        begin_simulation(parse_scene(balloon(R"({"law": "gas", "pressure": 0.2})"), "test"));
    const StepReport report = advance_step(simulation, {});
    ASSERT_EQ(report.stats.fills.size(), 1U);
    const FillStats& fill = report.stats.fills.front();
    EXPECT_EQ(fill.object, "balloon");
    EXPECT_GT(fill.volume_change, 0.0);
    EXPECT_NEAR(fill.pressure, 1.2 * kAtmosphere / (1.0 + fill.volume_change) - kAtmosphere,
                1e-6 * kAtmosphere);
    EXPECT_LT(report.stats.energy.elastic, 0.0) << "the gas has worked";
    std::string line;
    append_stats_line(report, line);
    EXPECT_NE(line.find("\"fills\":{\"balloon\":{\"volume_change\":"), std::string::npos) << line;
}

TEST(ImplicitFill, HollowAndCoreAreTheVolumesTheyAreCalled)
{
    const char* const text =
        R"({"solver": {"method": "implicit"}, "contact": {"self_contact": false}, "objects": [
            {"name": "ball", "type": "soft", "fill": {"law": "gas"},
             "mesh": {"generator": "hollow_ball", "radius": 0.5, "inner_radius": 0.4, "resolution": 32}},
            {"name": "suit", "type": "cloth", "fill": {"law": "liquid", "core": "body"},
             "mesh": {"generator": "box", "size": [0.4, 0.4, 0.4], "divisions": [2, 2, 2]}},
            {"name": "body", "type": "soft", "fill": {"law": "quadratic", "part": "body"},
             "mesh": {"generator": "box", "size": [0.2, 0.2, 0.2], "divisions": [2, 2, 2]}}]})";
    const Model model = build_model(parse_scene(text, "test"));
    const VolumeRegions& regions = model.finite.elasticity.terms().volume;
    ASSERT_EQ(regions.region_count(), 3);
    EXPECT_NEAR(regions.fill[0].volume, 4.0 / 3.0 * M_PI * 0.064, 0.01);
    EXPECT_NEAR(regions.fill[1].volume, 0.064 - 0.008, 1e-12);
    EXPECT_NEAR(regions.fill[2].volume, 0.008, 1e-12);
}

std::string refusal(const std::string& object, const char* method = "implicit")
{
    try {
        build_model(parse_scene(
            fmt::format(R"({{"solver": {{"method": "{}"}}, "objects": [{}]}})", method, object), "scene"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing refused";
}

TEST(ImplicitFill, WhatCannotBeFilledIsRefusedWithTheRemedy)
{
    const std::string sheet = R"("mesh": {"generator": "grid", "divisions": [2, 2]})";
    const std::string ball = R"("mesh": {"generator": "sphere", "resolution": 8})";
    const auto cloth = [](const std::string& mesh, const std::string& fill) {
        return R"({"name": "a", "type": "cloth", )" + mesh + R"(, "fill": )" + fill + "}";
    };
    const auto expect_words = [](const std::string& text, std::initializer_list<const char*> words) {
        for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << "\n" << text;
    };
    expect_words(refusal(cloth(sheet, R"({"law": "gas"})")),
                 {"objects[0]", "fill", "open surface", "close it"});
    expect_words(refusal(R"({"name": "a", "type": "soft", )" + ball + R"(, "fill": {"law": "gas"}})"),
                 {"part", "has none", "body"});
    expect_words(refusal(cloth(ball, R"({"law": "gas"})"), "projective"), {"law", "implicit"});
    expect_words(refusal(cloth(ball, R"({"law": "gas", "pressure": -1.5})")), {"pressure", "-1", "no gas"});
    expect_words(refusal(cloth(ball, R"({"pressure": 1})")), {"pressure", "law"});
    expect_words(refusal(cloth(ball, R"({"law": "gas", "core": "b"})")), {"core", "no object named"});
    expect_words(refusal(cloth(ball, R"({"law": "gas", "core": "a"})")), {"core", "another"});
    expect_words(refusal(cloth(ball, R"({"law": "gas", "compression": 0})")), {"compression", "above 0"});
}

}  // namespace
}  // namespace stiction
