#include "solver_core/base/parallel.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/step.hpp"
#include "solver_core/tests/support/allocation_counter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

// Two sheets and a soft block meet a turning ball: every kind of contact, pins and a friction change.
const char* const kScene = R"({
  "version": 1, "name": "mixture",
  "time": {"step": 0.005, "steps_per_frame": 5, "frames": 12},
  "solver": {"iterations": 10},
  "objects": [
    {"name": "lower", "type": "cloth", "mesh": {"generator": "grid", "size": [0.8, 0.8], "divisions": [12, 12]},
     "transform": {"translate": [0, 0.31, 0]}, "pins": [{"points": [0], "motion": {"velocity": [0, 0.1, 0]}}]},
    {"name": "upper", "type": "cloth", "mesh": {"generator": "grid", "size": [0.6, 0.6], "divisions": [9, 9]},
     "transform": {"translate": [0.02, 0.33, 0], "rotate": [0, 20, 0]}},
    {"name": "block", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]},
     "transform": {"translate": [0, 0.42, 0]}},
    {"name": "ball", "type": "collider", "shape": {"type": "sphere", "radius": 0.3},
     "motion": {"spin": {"axis": [0, 1, 0], "rate": 90}}, "friction": 0.8}
  ],
  "friction_changes": [{"time": 0.2, "object": "ball", "friction": 0.1}]
})";

struct SteppedScene {
    Model model = build_model(parse_scene(kScene, "mixture.json"));
    State state = initial_state(model);
    Workspace work;
    StepReport advance(int steps)
    {
        StepReport report;
        for (int s = 0; s < steps; ++s) report = step(model, {}, state, work);
        return report;
    }
};

class ThreadGuard {
public:
    ~ThreadGuard() { set_threads(2); }
};

TEST(Step, BitsDoNotDependOnThreads)
{
    const ThreadGuard guard;
    std::uint64_t expected = 0;
    for (const int threads : {1, 2, 3, 8}) {
        set_threads(threads);
        SteppedScene run;
        const StepReport report = run.advance(60);
        EXPECT_GT(report.stats.contacts_external, 0);
        EXPECT_GT(report.stats.contacts_self, 0);
        if (expected == 0) expected = state_hash(run.state);
        EXPECT_EQ(state_hash(run.state), expected) << threads << " threads";
    }
}

TEST(Step, RestoredStateGoesOnWithTheSameBits)
{
    SteppedScene straight;
    straight.advance(30);
    const std::string saved = encode_state(straight.state);
    straight.advance(30);
    SteppedScene resumed;
    resumed.state = decode_state(saved);
    resumed.advance(30);
    EXPECT_EQ(state_hash(resumed.state), state_hash(straight.state));
}

TEST(Step, FailureLeavesTheLastGoodState)
{
    SteppedScene run;
    run.advance(20);
    const std::uint64_t good = state_hash(run.state);
    State poisoned = run.state;
    poisoned.v[5].x() = std::numeric_limits<double>::quiet_NaN();
    const std::string before = encode_state(poisoned);
    EXPECT_EQ(step(run.model, {}, poisoned, run.work).status, SolveStatus::diverged);
    EXPECT_EQ(encode_state(poisoned), before);
    // The workspace that saw the failure is as good as a new one.
    SteppedScene fresh;
    fresh.advance(20);
    ASSERT_EQ(state_hash(fresh.state), good);
    run.advance(5);
    fresh.advance(5);
    EXPECT_EQ(state_hash(run.state), state_hash(fresh.state));
}

TEST(Step, InterruptLeavesTheState)
{
    SteppedScene run;
    run.advance(3);
    const std::uint64_t before = state_hash(run.state);
    InterruptFlag flag;
    flag.raise();
    StepOptions options;
    options.interrupt = &flag;
    EXPECT_EQ(step(run.model, options, run.state, run.work).status, SolveStatus::interrupted);
    EXPECT_EQ(state_hash(run.state), before);
}

TEST(Step, PinsFollowTheirMotion)
{
    SteppedScene run;
    const Vec3 start = run.state.x[0];
    run.advance(40);
    EXPECT_LT((run.state.x[0] - start - Vec3(0.0, 0.1 * 40 * 0.005, 0.0)).norm(), 1e-12);
}

TEST(Step, AStepThatConvergesAtOnceKeepsItsContacts)
{
    const Model model = build_model(parse_scene(R"({
      "time": {"step": 0.005}, "solver": {"tolerance": 0.01},
      "objects": [
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "size": [1, 1], "divisions": [5, 5]},
         "friction": 0.3},
        {"name": "floor", "type": "collider", "shape": {"type": "plane"}, "friction": 1}]})",
                                                "resting.json"));
    State state = initial_state(model);
    Workspace work;
    for (int s = 0; s < 20; ++s) {
        const StepReport report = step(model, {}, state, work);
        EXPECT_EQ(report.stats.contacts_external, 36) << "step " << report.step;
        EXPECT_EQ(state.memory.size(), 36U) << "step " << report.step;
    }
}

// Stiff cloth on pins that has come to rest stays there at another step and with hardly any iterations.
TEST(Step, ClothAtRestStaysAtRestAtAnyStep)
{
    const auto hanging = [](double step, int iterations) {
        return build_model(parse_scene(fmt::format(R"({{
          "time": {{"step": {}}}, "solver": {{"iterations": {}}},
          "objects": [{{"name": "strip", "type": "cloth", "air_drag": 0.5,
            "mesh": {{"generator": "grid", "size": [0.1, 0.3], "divisions": [2, 6]}},
            "material": {{"density": 0.4, "stretch": 5000, "bend": 1e-3}},
            "pins": [{{"box": [[-1, -1, -1], [1, 1, -0.09]]}}]}}]}})",
                                                   step, iterations),
                                       "hanging.json"));
    };
    const auto speed = [](const State& state) {
        double most = 0.0;
        for (const Vec3& v : state.v) most = std::max(most, v.norm());
        return most;
    };
    const Model settling = hanging(0.01, 60);
    State state = initial_state(settling);
    Workspace work;
    for (int s = 0; s < 4000; ++s) step(settling, {}, state, work);
    ASSERT_LT(speed(state), 1e-9);
    const Model other = hanging(0.001, 2);
    Workspace fresh;
    for (int s = 0; s < 5; ++s) step(other, {}, state, fresh);
    EXPECT_LT(speed(state), 1e-8);
}

// Allocations of five steps after things have come to rest.
std::int64_t steady_allocations(const std::string& objects)
{
    const ThreadGuard guard;
    set_threads(1);
    const Model model = build_model(
        parse_scene(R"({"version": 1, "time": {"step": 0.005}, "objects": [)" + objects +
                        R"(, {"name": "floor", "type": "collider", "shape": {"type": "plane"}}]})",
                    "resting.json"));
    State state = initial_state(model);
    Workspace work;
    for (int s = 0; s < 60; ++s) step(model, {}, state, work);
    const std::int64_t before = testing::allocation_count();
    for (int s = 0; s < 5; ++s) step(model, {}, state, work);
    return testing::allocation_count() - before;
}

TEST(Step, SteadyStepDoesNotAllocate)
{
    EXPECT_EQ(steady_allocations(R"(
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "size": [1, 1], "divisions": [15, 15]}},
        {"name": "top", "type": "cloth", "mesh": {"generator": "grid", "size": [0.5, 0.5], "divisions": [7, 7]},
         "transform": {"translate": [0, 0.002, 0]}})"),
              0);
    EXPECT_EQ(steady_allocations(R"(
        {"name": "low", "type": "soft", "mesh": {"generator": "box", "size": [0.3, 0.1, 0.3], "divisions": [3, 1, 3]},
         "transform": {"translate": [0, 0.05, 0]}},
        {"name": "high", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]},
         "transform": {"translate": [0, 0.152, 0]}})"),
              0);
}

}  // namespace
}  // namespace stiction
