// Scenes of [Larionov 2022, ch. 3] in short. The full forms run with `stiction verify`.

#include "solver_core/tests/robustness/scene_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace stiction::testing {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

double shift(const SceneRun& run, std::size_t object)
{
    return (run.track.objects[object].com - run.track.objects[object].com_start).x();
}

// Three balls with friction 0.01, 0.5 and 1 in one scene, the first bounce. The slippery one slides throughout: what friction
// gives its momentum along the slope is mu times what the slope gives it upward, so that backward Euler's sums hold for
//   x - mu y = -(v t + g S) sin 10 + mu (v t + g S) cos 10,    S = h^2 n (n + 1) / 2
// but for the step of the first touch, in which friction acts on what is left of the step.
TEST(StaggeredScenes, ThreeBallsInOneSceneBounceByTheirFriction)
{
    SceneRun run("ball_spin_three");
    constexpr Index kSteps = 30;
    Index over_budget = 0;
    run.run(kSteps, [&] { over_budget += run.report.status != SolveStatus::converged; });
    EXPECT_EQ(over_budget, 0);
    EXPECT_LT(run.track.friction_residual_max, 1e-8);
    const double mu = 0.01, h = run.model.step, t = run.time(), sum = h * h * kSteps * (kSteps + 1) / 2;
    const double down = t + 9.81 * sum;
    const double rise = (run.track.objects[0].com - run.track.objects[0].com_start).y();
    EXPECT_NEAR(shift(run, 0) - mu * rise, down * (mu * std::cos(10 * kDegree) - std::sin(10 * kDegree)),
                5e-5);
    EXPECT_GT(shift(run, 1), shift(run, 0) + 0.01);
    EXPECT_GT(shift(run, 2), shift(run, 1) + 0.001);
}

// How far the wheel of a belt drive has turned after 0.4 s, from the chord its rim has moved along, degrees.
double wheel_turn(const char* scene)
{
    SceneRun run(scene);
    constexpr Index kSteps = 80;
    constexpr double kRadius = 0.1;
    Index over_budget = 0;
    run.run(kSteps, [&] { over_budget += run.report.status != SolveStatus::converged; });
    EXPECT_EQ(over_budget, 0);
    EXPECT_LT(run.track.friction_residual_max, 1e-5);
    constexpr std::size_t kWheel = 1;
    EXPECT_LT(std::abs(run.track.objects[kWheel].com.z()), 2e-4);  // the washers' play
    const ObjectRange& wheel = run.model.objects[kWheel];
    double chord = 0.0;
    for (Index i = wheel.first_node; i < wheel.first_node + wheel.node_count; ++i)
        chord = std::max(chord, (run.state.x[i] - run.model.x0[i]).norm());
    return 2.0 * std::asin(0.5 * chord / kRadius) / kDegree;
}

// The driver has turned by 300 / 2 0.3^2 degrees, the wheel follows by the ratio of the radii, and a tenth of the friction does
// as well as long as it holds.
TEST(StaggeredScenes, ABeltAcceleratesItsWheelAlikeWithLittleFriction)
{
    constexpr double kDriver = 150.0 * 0.3 * 0.3, kRatio = 51.0 / 101.0;
    const double firm = wheel_turn("belt_drive"), slippery = wheel_turn("belt_drive_slip");
    EXPECT_NEAR(firm, kDriver * kRatio, 0.03 * kDriver * kRatio);  // the belt gives by a tenth of a degree
    EXPECT_NEAR(slippery, firm, 0.01 * firm);
}

}  // namespace
}  // namespace stiction::testing
