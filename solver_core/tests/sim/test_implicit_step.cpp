#include "solver_core/base/parallel.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/simulation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

// A soft bar held at one end that swings under gravity: nothing touches, all is smooth.
std::string swinging_bar(double step, const char* integrator, const char* more = "")
{
    return fmt::format(
        R"({{"time": {{"step": {}}}, "solver": {{"method": "implicit", "integrator": "{}", "step_tolerance": 1e-11{}}},
            "objects": [{{"name": "bar", "type": "soft",
              "mesh": {{"generator": "box", "size": [0.4, 0.1, 0.1], "divisions": [4, 1, 1]}},
              "material": {{"density": 1000, "young": 3e4, "poisson": 0.3}},
              "pins": [{{"points": [0, 1, 2, 3]}}]}}]}})",
        step, integrator, more);
}

Simulation run_steps(const std::string& text, int steps)
{
    Simulation simulation = begin_simulation(parse_scene(text, "test"));
    for (int i = 0; i < steps; ++i) {
        const StepReport report = advance_step(simulation, {});
        EXPECT_EQ(report.status, SolveStatus::converged) << "step " << i << " " << report.stats.reason;
    }
    return simulation;
}

double difference(const State& a, const State& b)
{
    double most = 0.0;
    for (std::size_t i = 0; i < a.x.size(); ++i) most = std::max(most, (a.x[i] - b.x[i]).norm());
    return most;
}

class ImplicitOrder : public ::testing::TestWithParam<std::pair<const char*, double>> {};

// Three steps, each half of the one before: differences shrink by 2 to the order.
TEST_P(ImplicitOrder, HalvingTheStepShowsIt)
{
    const auto [integrator, order] = GetParam();
    const Simulation coarse = run_steps(swinging_bar(1e-3, integrator), 80);
    const Simulation middle = run_steps(swinging_bar(5e-4, integrator), 160);
    const Simulation fine = run_steps(swinging_bar(2.5e-4, integrator), 320);
    const double first = difference(coarse.state, middle.state),
                 second = difference(middle.state, fine.state);
    ASSERT_GT(second, 1e-8);
    EXPECT_NEAR(std::log2(first / second), order, 0.2) << first << ", " << second;
}

INSTANTIATE_TEST_SUITE_P(Rules, ImplicitOrder,
                         ::testing::Values(std::pair("be", 1.0), std::pair("bdf2", 2.0), std::pair("tr", 2.0),
                                           std::pair("tr_bdf2", 2.0), std::pair("sdirk2", 2.0)));

std::string dropped_block(const char* integrator, const char* more = "")
{
    return fmt::format(
        R"({{"time": {{"step": 0.004}}, "solver": {{"method": "implicit", "integrator": "{}"{}}},
            "objects": [{{"name": "block", "type": "soft", "friction": 0.4, "velocity": [0.5, 0, 0],
              "mesh": {{"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": [2, 1, 2]}},
              "transform": {{"translate": [0, 0.06, 0]}},
              "material": {{"density": 1000, "young": 1e6, "poisson": 0.3}}}},
             {{"name": "ground", "type": "collider", "shape": {{"type": "plane"}}, "friction": 1}}]}})",
        integrator, more);
}

TEST(ImplicitStep, AResumedRunGivesTheSameBits)
{
    for (const char* integrator : {"be", "bdf2", "tr_bdf2"}) {
        const Scene scene = parse_scene(dropped_block(integrator), "test");
        Simulation straight = begin_simulation(scene), resumed = begin_simulation(scene);
        for (int i = 0; i < 20; ++i) advance_step(straight, {});
        const std::string saved = save(straight);
        restore(resumed, saved, "checkpoint");
        EXPECT_EQ(state_hash(resumed.state), state_hash(straight.state));
        for (int i = 0; i < 15; ++i) {
            advance_step(straight, {});
            advance_step(resumed, {});
        }
        EXPECT_EQ(state_hash(resumed.state), state_hash(straight.state)) << integrator;
        EXPECT_EQ(straight.state.x_before.empty(), std::string(integrator) != "bdf2");
    }
}

TEST(ImplicitStep, AnyNumberOfThreadsGivesTheSameBits)
{
    std::uint64_t hash[2];
    for (int k = 0; k < 2; ++k) {
        const auto threads = make_executor(k == 0 ? 1 : 3);
        const ExecutorScope scope(threads.get());
        Simulation simulation = begin_simulation(parse_scene(dropped_block("sdirk2"), "test"));
        for (int i = 0; i < 25; ++i) advance_step(simulation, {});
        hash[k] = state_hash(simulation.state);
    }
    EXPECT_EQ(hash[0], hash[1]);
}

TEST(ImplicitStep, ContactStiffnessNeverFallsUnderLoad)
{
    Simulation simulation = begin_simulation(parse_scene(dropped_block("be"), "test"));
    double before = 0.0;
    bool touched = false;
    for (int i = 0; i < 60; ++i) {
        const StepReport report = advance_step(simulation, {});
        ASSERT_TRUE(is_usable(report.status)) << report.stats.reason;
        const double now = simulation.state.contact_stiffness;
        if (report.stats.contacts_external > 0) {
            if (touched) {
                EXPECT_GE(now, before) << "step " << i;
            }
            touched = true;
        }
        // Half the layer below the ground at most: deeper contacts are solved again, stiffer.
        EXPECT_LE(report.stats.penetration_max, 0.5 * *simulation.model.solver.contact_layer + 1e-12)
            << "step " << i;
        before = now;
    }
    EXPECT_TRUE(touched);
}

TEST(ImplicitStep, AHostThatMovesPointsStartsATwoStepRuleAnew)
{
    Simulation simulation = begin_simulation(parse_scene(dropped_block("bdf2"), "test"));
    advance_step(simulation, {});
    EXPECT_FALSE(simulation.state.x_before.empty());
    const Vec3Array v(simulation.state.v.size(), Vec3::Zero());
    set_velocities(simulation, 0, v);
    EXPECT_TRUE(simulation.state.x_before.empty());
}

TEST(ImplicitStep, AStepThatStallsSaysWhyAndKeepsTheState)
{
    Simulation simulation = begin_simulation(parse_scene(
        dropped_block("be", R"(, "step_iterations": 1, "step_cuts": 0, "step_tolerance": 1e-12)"), "test"));
    StepReport report;
    for (int i = 0; i < 60; ++i) {
        const std::uint64_t before = state_hash(simulation.state);
        report = advance_step(simulation, {});
        if (is_usable(report.status)) continue;
        EXPECT_EQ(state_hash(simulation.state), before);
        break;
    }
    ASSERT_EQ(report.status, SolveStatus::diverged);
    EXPECT_NE(report.stats.reason.find("out of iterations"), std::string::npos) << report.stats.reason;
    EXPECT_NE(report.stats.reason.find("of 'block'"), std::string::npos) << report.stats.reason;
    EXPECT_NE(report.stats.reason.find("step_iterations"), std::string::npos) << report.stats.reason;
    EXPECT_NE(report.stats.reason.find("deepest contact: point"), std::string::npos) << report.stats.reason;
    EXPECT_NE(failure_text(simulation, report).find(report.stats.reason), std::string::npos);
}

// A step that is used all the same says as well what it lacks. With how many Newton steps the impact ends close, but not
// close enough, is found out.
TEST(ImplicitStep, AStepThatEndsAboveItsToleranceSaysWhy)
{
    for (int iterations = 3; iterations < 20; ++iterations) {
        const std::string more =
            fmt::format(R"(, "step_iterations": {}, "step_cuts": 0, "step_tolerance": 1e-6)", iterations);
        Simulation simulation = begin_simulation(parse_scene(dropped_block("be", more.c_str()), "test"));
        StepReport report;
        for (int i = 0; i < 60; ++i) {
            report = advance_step(simulation, {});
            if (report.status != SolveStatus::converged) break;
            EXPECT_TRUE(report.stats.reason.empty());
        }
        if (report.status != SolveStatus::reached_budget) continue;
        EXPECT_NE(report.stats.reason.find("out of iterations"), std::string::npos) << report.stats.reason;
        EXPECT_NE(report.stats.reason.find("residual"), std::string::npos) << report.stats.reason;
        return;
    }
    FAIL() << "no step ended between its tolerance and what is of no use";
}

TEST(ImplicitStep, AStepThatStallsIsMadeInHalvesWhereAllowed)
{
    // Few Newton steps: the impact needs shorter steps of time.
    const auto run = [](int cuts) {
        Simulation simulation = begin_simulation(parse_scene(
            dropped_block("be", fmt::format(R"(, "step_iterations": 4, "step_cuts": {})", cuts).c_str()),
            "test"));
        for (int i = 0; i < 40; ++i)
            if (!is_usable(advance_step(simulation, {}).status)) return i;
        return 40;
    };
    const int without = run(0), with = run(6);
    EXPECT_LT(without, 40);
    EXPECT_GT(with, without);
}

// A patch on a disc that begins to turn: every step it is carried off faster than it may creep.
TEST(ImplicitStep, CreepIsReachedByContinuationWhereNewtonFails)
{
    const auto first_step = [](const char* continuation) {
        const Scene scene = load_scene(STICTION_SOURCE_DIR "/test_hips/turntable.json",
                                       {"solver.method=implicit", "solver.creep=1e-9", "solver.step_cuts=0",
                                        std::string("solver.creep_continuation=") + continuation});
        Simulation simulation = begin_simulation(scene);
        return advance_step(simulation, {});
    };
    EXPECT_FALSE(is_usable(first_step("false").status));
    const StepReport report = first_step("true");
    EXPECT_EQ(report.status, SolveStatus::converged);
    EXPECT_EQ(report.stats.creep_limit, 1e-9);
    EXPECT_LT(*report.stats.creep, 1e-9);
}

// Two Newton steps a solve are too few to tighten with: the step is used and says how far it came.
TEST(ImplicitStep, CreepThatIsNotReachedIsTold)
{
    constexpr double kAsked = 1e-9;
    Simulation simulation = begin_simulation(load_scene(
        STICTION_SOURCE_DIR "/test_hips/turntable.json",
        {"solver.method=implicit", "solver.creep=1e-9", "solver.step_cuts=0", "solver.step_iterations=2"}));
    ASSERT_EQ(advance_step(simulation, {}).status, SolveStatus::converged);
    const StepReport report = advance_step(simulation, {});
    EXPECT_EQ(report.status, SolveStatus::reached_budget);
    EXPECT_EQ(simulation.state.step, 2);
    ASSERT_TRUE(report.stats.creep && report.stats.creep_limit);
    EXPECT_GT(*report.stats.creep, kAsked);
    EXPECT_LE(*report.stats.creep, *report.stats.creep_limit);
    EXPECT_NE(report.stats.worst_contact.find("patch"), std::string::npos) << report.stats.worst_contact;
    EXPECT_EQ(report.stats.worst_violation, *report.stats.creep - kAsked);
}

// Where no creep helps, the solve at the one asked for is what counts, and the state stays.
TEST(ImplicitStep, WithoutARootAtAnyCreepTheStepFails)
{
    Simulation simulation = begin_simulation(load_scene(
        STICTION_SOURCE_DIR "/test_hips/turntable.json",
        {"solver.method=implicit", "solver.creep=1e-9", "solver.step_cuts=0", "solver.step_iterations=1"}));
    const std::uint64_t before = state_hash(simulation.state);
    const StepReport report = advance_step(simulation, {});
    EXPECT_EQ(report.status, SolveStatus::diverged);
    EXPECT_NE(report.stats.reason.find("out of iterations"), std::string::npos) << report.stats.reason;
    EXPECT_EQ(state_hash(simulation.state), before);
}

// Plates that come 400 um a step into a layer of 0.16 um: where a node is new to it, Newton's method would halve that depth eleven
// times from where the node was.
TEST(ImplicitStep, NewContactsDoNotCostNewtonSteps)
{
    Simulation simulation = begin_simulation(load_scene(STICTION_SOURCE_DIR "/test_hips/ball_squish.json"));
    for (int i = 0; i < 60; ++i) {
        const StepReport report = advance_step(simulation, {});
        EXPECT_EQ(report.status, SolveStatus::converged) << "step " << i << " " << report.stats.reason;
        EXPECT_LE(report.stats.iterations, 25) << "step " << i;
    }
}

TEST(ImplicitStep, DirectAndIterativeSolversAgree)
{
    const Simulation direct = run_steps(dropped_block("be"), 30);
    const Simulation iterative = run_steps(dropped_block("be", R"(, "newton": "iterative")"), 30);
    const Simulation eigen = run_steps(dropped_block("be", R"(, "linear_solver": "eigen")"), 30);
    EXPECT_LT(difference(direct.state, iterative.state), 1e-7);
    EXPECT_LT(difference(direct.state, eigen.state), 1e-8);
}

}  // namespace
}  // namespace stiction
