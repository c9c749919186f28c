// Bodies without thickness, as solids and mesh colliders are unless a scene says otherwise: whatever touches does so at distance 0,
// vertices on vertices and edges on edges.

#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;
using test::SlopeExam;

SlopeExam bare_block(const char* mesh)
{
    SlopeExam exam;
    exam.body =
        R"("type": "soft", "mesh": {"generator": "box", "size": [0.2, 0.1, 0.2], "divisions": [2, 1, 2]},
                   "material": {"density": 1000, "young": 1e8, "poisson": 0.3})";
    exam.plane = mesh;
    exam.half_height = 0.05;
    exam.step = 0.005;
    return exam;
}

constexpr const char* kOpen =
    R"("type": "mesh", "mesh": {"generator": "grid", "size": [3, 3], "divisions": [23, 19]})";

TEST(NoThickness, ABlockSlidesOverAMeshAsOverAPlane)
{
    for (const double mu : {0.0, 0.3}) {
        SlopeExam exam = bare_block(kOpen);
        exam.mu = mu;
        exam.heading = 33.0;
        ExamRun run(exam);
        const Vec3 start = run.centre();
        run.advance(100);
        EXPECT_TRUE(run.usable);
        EXPECT_NEAR((run.centre() - start).dot(exam.downhill()) / test::slope_point(exam, 100).x, 1.0, 1e-3)
            << mu;
        EXPECT_NEAR((run.centre() - start).dot(exam.normal()), 0.0, 1e-5) << mu;
    }
}

TEST(NoThickness, ABlockStaysOnAMesh)
{
    SlopeExam exam = bare_block(kOpen);
    exam.mu = 1.01 * test::tan_degrees(exam.angle);
    ExamRun run(exam);
    run.advance(100);
    const Vec3Array settled = run.state.x;
    run.advance(200);
    EXPECT_LT(run.farthest(settled), 1e-6);
    EXPECT_LT(run.friction_error, 1e-9);
}

// Corner on corner, edge on edge.
TEST(NoThickness, EqualCubesStandOnEachOther)
{
    for (const char* young : {"1e6", "1e7", "1e9"}) {
        ExamRun run(fmt::format(R"({{"time": {{"step": 0.005}}, "objects": [
            {{"name": "lower", "type": "soft", "mesh": {{"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]}},
              "material": {{"density": 1000, "young": {0}}}, "transform": {{"translate": [0, 0.05, 0]}}}},
            {{"name": "upper", "type": "soft", "mesh": {{"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]}},
              "material": {{"density": 1000, "young": {0}}}, "transform": {{"translate": [0, 0.15, 0]}}}},
            {{"name": "ground", "type": "collider", "shape": {{"type": "plane"}}}}]}})",
                                young));
        const Vec3 start = run.centre(1);
        run.advance(200);
        EXPECT_TRUE(run.usable) << young;
        EXPECT_LT((run.centre(1) - start).norm(), 3e-4) << young;  // they settle under their weight
        const Vec3Array settled = run.state.x;
        run.advance(200);
        EXPECT_LT(run.farthest(settled), 1e-6) << young;
        EXPECT_LT(run.friction_error, 1e-9) << young;
    }
}

TEST(NoThickness, ABlockSlidesOverABlock)
{
    ExamRun run(R"({"time": {"step": 0.005}, "contact": {"friction_rule": "max"}, "objects": [
        {"name": "top", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.06, 0.1], "divisions": [3, 2, 3]},
         "transform": {"translate": [-0.3, 0.13, 0], "rotate": [0, 20, 0]}, "material": {"density": 1000, "young": 1e7},
         "friction": 0.1, "velocity": [1.2, 0, 0]},
        {"name": "base", "type": "soft", "mesh": {"generator": "box", "size": [1.2, 0.1, 0.4], "divisions": [12, 1, 4]},
         "transform": {"translate": [0, 0.05, 0]}, "material": {"density": 1000, "young": 1e7}, "friction": 0.1,
         "pins": [{"box": [[-9, -9, -9], [9, 9, 9]]}]}]})");
    const Vec3 start = run.centre();
    run.advance(80);
    const Vec3 moved = run.centre() - start;
    const double expected = 1.2 * 0.4 - 0.1 * test::kGravity * 0.005 * 0.005 * 80 * 81 / 2;
    EXPECT_NEAR(moved.x(), expected, 1e-3 * expected);
    EXPECT_NEAR(moved.z(), 0.0, 1e-4);
    EXPECT_NEAR(moved.y(), 0.0, 1e-4);
}

}  // namespace
}  // namespace stiction
