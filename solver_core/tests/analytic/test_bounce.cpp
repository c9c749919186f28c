// What a bounce is left with, by the rule of time.                                             [Larionov 2022, fig. 4.11]

#include "solver_core/tests/robustness/scene_run.hpp"
#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace stiction::testing {
namespace {

constexpr double kDropped = 7.0593;  // m/s
constexpr double kRounding = 1e-6;

// A sheet that comes flat on a plane at 1 m/s, with nothing else acting: four free steps (the first ones of tr are be's), at the end of
// which the plane is s h V away, and the one in which it is reached. Returns its speed upwards after that.
double speed_after_impact(const std::string& rule, double s, bool decoupled, int more_steps = 0)
{
    constexpr double kStep = 0.01, kThickness = 0.002;
    test::ExamRun run(fmt::format(
        R"({{"gravity": [0, 0, 0], "time": {{"step": {}}},
             "solver": {{"method": "implicit", "integrator": "{}", "decoupled_contact": {}, "contact_layer": 1e-8}},
             "objects": [
               {{"name": "sheet", "type": "cloth", "thickness": {}, "friction": 0, "velocity": [0, -1, 0],
                 "mesh": {{"generator": "grid", "size": [1, 1], "divisions": [1, 1]}},
                 "material": {{"density": 0.2, "stretch": 200, "bend": 0}},
                 "transform": {{"translate": [0, {:.17g}, 0]}}}},
               {{"name": "ground", "type": "collider", "shape": {{"type": "plane"}}, "friction": 0}}]}})",
        kStep, rule, decoupled, kThickness, 0.5 * kThickness + (4.0 + s) * kStep));
    run.advance(5 + more_steps);
    EXPECT_TRUE(run.usable);
    return run.velocity().y();
}

// The rules' own sums for a hard wall (integrators/stage_rule.hpp), V = 1 and h = 1.
TEST(Impact, EveryRuleEndsTheStepOfAnImpactAtItsClosedForm)
{
    const double alpha = 1.0 - std::sqrt(0.5);
    const auto sdirk2 = [&](double s) {
        if (s >= alpha) return (1.0 - alpha - s) / alpha;
        const double first = -s / alpha;
        return std::max(-1.0 + (1.0 - alpha) / alpha * (first + 1.0), -(s + (1.0 - alpha) * first) / alpha);
    };
    const auto tr_bdf2 = [](double s) {
        if (s >= 0.5) return 2.0 - 3.0 * s;
        return std::max(4.0 / 3.0 * (1.0 - 4.0 * s) + 1.0 / 3.0, s);
    };
    const struct {
        const char* rule;
        std::function<double(double)> speed;
    } closed_forms[] = {{"be", [](double s) { return -s; }},
                        {"bdf2", [](double s) { return 0.5 - 1.5 * s; }},
                        {"tr", [](double s) { return 1.0 - 2.0 * s; }},
                        {"tr_bdf2", tr_bdf2},
                        {"sdirk2", sdirk2}};
    constexpr double kLayer = 1e-5;  // a share of 10 nm over stages of 3 ms
    for (const auto& [rule, closed_form] : closed_forms)
        for (const double s : {0.01, 0.2, 0.28, 0.31, 0.45, 0.6, 0.9})
            EXPECT_NEAR(speed_after_impact(rule, s, false), closed_form(s), kLayer) << rule << ", s " << s;
    EXPECT_NEAR(speed_after_impact("bdf2", 0.01, false, 1), 1.0 - 2.0 * 0.01, kLayer);
    EXPECT_GT(tr_bdf2(0.01), 1.6);
    EXPECT_GT(sdirk2(0.01), 1.3);
}

TEST(Impact, ContactDecoupledFromTheStagesGivesBackHalfOfTheSpeedAtMost)
{
    constexpr double kLayer = 1e-5;
    for (const double s : {0.01, 0.2, 0.28, 0.31, 0.45, 0.6, 0.9})
        EXPECT_NEAR(speed_after_impact("tr_bdf2", s, true), s < 0.5 ? s : 2.0 - 3.0 * s, kLayer) << "s " << s;
}

double speed(const SceneRun& run)
{
    return run.momentum().norm() / std::accumulate(run.model.mass.begin(), run.model.mass.end(), 0.0);
}

// A coarser ball than the file's.
TEST(TennisDrop, BouncesHigherWithRulesOfHigherOrder)
{
    const auto speed_after = [](const char* integrator) {
        SceneRun run("tennis_drop",
                     {"objects.ball.mesh.resolution=8", std::string("solver.integrator=") + integrator});
        run.run();
        return speed(run);
    };
    const double be = speed_after("be"), bdf2 = speed_after("bdf2"), tr_bdf2 = speed_after("tr_bdf2"),
                 sdirk2 = speed_after("sdirk2");
    constexpr double kClearly = 1.1;
    EXPECT_GT(bdf2, kClearly * be);
    EXPECT_GT(tr_bdf2, kClearly * bdf2);
    EXPECT_GT(sdirk2, kClearly * bdf2);
    EXPECT_LT(std::max(tr_bdf2, sdirk2), kDropped);
}

// With the force of the start as it is, 0.1 um of layer makes 53 times the energy of this.
TEST(TennisDrop, AThinLayerAddsNothingWhereTheForceOfTheStartIsLeftOut)
{
    SceneRun run("tennis_drop", {"solver.integrator=tr_bdf2", "solver.decoupled_contact=true",
                                 "solver.contact_layer=1e-7", "time.step=0.00025"});
    double start = 0.0;
    for (Index i = 0; i < run.model.node_count; ++i)
        start +=
            run.model.mass[i] * (0.5 * run.state.v[i].squaredNorm() - run.model.gravity.dot(run.state.x[i]));
    double most = 0.0;
    run.run(20, [&] { most = std::max(most, run.energy()); });
    EXPECT_LE(most, (1.0 + kRounding) * start);
}

}  // namespace
}  // namespace stiction::testing
