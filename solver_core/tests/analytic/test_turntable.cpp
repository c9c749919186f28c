#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;

// A patch half a metre from the axis of a disc that reaches 144 degrees/s after 2.5 s and has made a turn after 3.75 s.
std::string turntable(double mu)
{
    return fmt::format(R"({{"time": {{"step": 0.005}}, "objects": [
        {{"name": "patch", "type": "cloth", "mesh": {{"generator": "grid", "size": [0.04, 0.04], "divisions": [3, 3]}},
          "material": {{"density": 0.2, "stretch": 10}}, "friction": {:.17g}, "thickness": 0.002,
          "transform": {{"translate": [0.5, 0.051, 0]}}}},
        {{"name": "disc", "type": "collider", "shape": {{"type": "cylinder", "radius": 1.5, "length": 0.1}},
          "motion": {{"spin": {{"axis": [0, 1, 0], "rate": 144}}, "ramp": 2.5}}, "friction": 1}}]}})",
                       mu);
}

// Friction must give the patch its acceleration on the circle, w^2 r inwards and w' r along it while the disc speeds
// up:  mu_c = r sqrt(w^4 + w'^2) / g
double needed_friction()
{
    const double w = 144.0 * test::kDegree, w_dot = w / 2.5, r = 0.5;
    return r * std::sqrt(w * w * w * w + w_dot * w_dot) / test::kGravity;
}

TEST(Turntable, APatchRidesAlongOnePercentAboveTheThreshold)
{
    ExamRun run(turntable(1.01 * needed_friction()));
    const Vec3Array start = run.state.x;
    run.advance(750);  // 180 degrees in the ramp, 180 more in 1.25 s: back where it began
    EXPECT_LT(run.farthest(start), 1e-3);
    EXPECT_NEAR(std::hypot(run.centre().x(), run.centre().z()), 0.5, 1e-4);
}

TEST(Turntable, APatchLeavesOutwardsOnePercentBelowTheThreshold)
{
    const double w = 144.0 * test::kDegree;
    ExamRun run(turntable(0.99 * w * w * 0.5 / test::kGravity));
    run.advance(750);
    EXPECT_GT(std::hypot(run.centre().x(), run.centre().z()), 0.52);
}

}  // namespace
}  // namespace stiction
