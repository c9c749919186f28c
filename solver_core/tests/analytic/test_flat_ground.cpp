#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;
using test::SlopeExam;
using test::SlopePoint;

constexpr const char* kCube = R"("type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.1, 0.1],
    "divisions": [2, 2, 2]}, "material": {"density": 1000, "young": 1e7, "poisson": 0.3})";

double lowest(const Vec3Array& x)
{
    return std::min_element(x.begin(), x.end(), [](const Vec3& a, const Vec3& b) { return a.y() < b.y(); })
        ->y();
}

TEST(FlatGround, StoppingDistanceIsThatOfDryFriction)
{
    // Continuous: v^2 / (2 mu g). Backward Euler stops short of it by less than v h.
    for (const double step : {1.0 / 24.0, 1.0 / 96.0, 1.0 / 384.0}) {
        SlopeExam exam;
        exam.angle = 0.0;
        exam.mu = 0.5;
        exam.speed = 2.0;
        exam.step = step;
        ExamRun run(exam);
        const Vec3 start = run.centre();
        const auto steps = static_cast<std::int64_t>(1.0 / step);
        run.advance(steps);
        const double way = (run.centre() - start).dot(exam.downhill());
        EXPECT_NEAR(way, test::slope_point(exam, steps).x, 1e-9);
        const double continuous = exam.speed * exam.speed / (2.0 * exam.mu * test::kGravity);
        EXPECT_LT(way, continuous);
        EXPECT_GT(way, continuous - exam.speed * step);
        EXPECT_LT(run.velocity().norm(), 1e-10);
    }
}

TEST(FlatGround, ASlidingCubeDoesNotHop)
{
    SlopeExam exam;
    exam.angle = 0.0;
    exam.mu = 0.5;
    exam.speed = 6.0;
    exam.step = 0.005;
    exam.iterations = 50;
    exam.body = kCube;
    exam.half_height = 0.05;
    ExamRun run(exam);
    const double height = run.centre().y();
    double lift = 0.0, rise = 0.0;
    for (int k = 0; k < 160; ++k) {
        run.advance();
        lift = std::max(lift, lowest(run.state.x));
        rise = std::max(rise, run.centre().y() - height);
    }
    EXPECT_LT(lift, 1e-4);
    EXPECT_LT(rise, 1e-4);
    RecordProperty("lift_um", fmt::format("{:.3g}", 1e6 * lift));
}

// Held cloth is a floor of nodes that belong to a deformable object.
TEST(FlatGround, ABlockSlidesOverHeldClothAsOverAPlane)
{
    test::ExamRun run(R"({"time": {"step": 0.005}, "contact": {"friction_rule": "max"}, "objects": [
        {"name": "block", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.06, 0.1], "divisions": [4, 2, 4]},
         "transform": {"translate": [-0.4, 0.0311, 0], "rotate": [0, 20, 0]}, "material": {"density": 1000, "young": 1e6},
         "friction": 0.1, "thickness": 0.002, "velocity": [1.2, 0, 0]},
        {"name": "floor", "type": "cloth", "friction": 0.1, "thickness": 0.0002,
         "mesh": {"generator": "grid", "size": [1.2, 0.4], "divisions": [37, 13], "pattern": "irregular", "seed": 3},
         "pins": [{"box": [[-9, -9, -9], [9, 9, 9]]}]}]})");
    const Vec3 start = run.centre();
    run.advance(100);
    const Vec3 moved = run.centre() - start;
    const double expected = 1.2 * 0.5 - 0.1 * test::kGravity * 0.005 * 0.005 * 100 * 101 / 2;
    EXPECT_NEAR(moved.x(), expected, 1e-3 * expected);
    EXPECT_NEAR(moved.z(), 0.0, 1e-4);
}

// A small sheet on a large one that is held, at any step and in any direction of the meshes.
TEST(FlatGround, ClothSlidesOverHeldClothAsOverAPlane)
{
    for (const double step : {0.01, 0.005, 0.002})
        for (const double turn : {0.0, 20.0}) {
            test::ExamRun run(
                fmt::format(R"({{"time": {{"step": {}}}, "contact": {{"friction_rule": "max"}}, "objects": [
            {{"name": "sheet", "type": "cloth", "mesh": {{"generator": "grid", "size": [0.2, 0.2], "divisions": [6, 6]}},
             "transform": {{"translate": [-0.4, 0.002, 0], "rotate": [0, {}, 0]}}, "friction": 0.1, "thickness": 0.002,
             "velocity": [1.2, 0, 0]}},
            {{"name": "floor", "type": "cloth", "friction": 0.1, "thickness": 0.002,
             "mesh": {{"generator": "grid", "size": [1.6, 0.6], "divisions": [37, 13], "pattern": "irregular", "seed": 3}},
             "pins": [{{"box": [[-9, -9, -9], [9, 9, 9]]}}]}}]}})",
                            step, turn));
            const Vec3 start = run.centre();
            const auto steps = static_cast<std::int64_t>(std::lround(0.5 / step));
            run.advance(steps);
            const Vec3 moved = run.centre() - start;
            const auto n = static_cast<double>(steps);
            const double expected = 1.2 * 0.5 - 0.1 * test::kGravity * step * step * n * (n + 1) / 2;
            EXPECT_NEAR(moved.x(), expected, 1e-4 * expected) << "step " << step << " turn " << turn;
            EXPECT_NEAR(moved.z(), 0.0, 1e-5);
        }
}

}  // namespace
}  // namespace stiction
