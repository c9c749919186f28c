// Surfaces touched by their triangles ("gaps": "mesh") with the methods of finite strain: what holds on planes holds on meshes.

#include "solver_core/tests/robustness/crossings.hpp"
#include "solver_core/tests/robustness/scene_run.hpp"
#include "solver_core/tests/support/exam_scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stiction::testing {
namespace {

class MeshGaps : public ::testing::TestWithParam<const char*> {
protected:
    std::vector<std::string> with(std::vector<std::string> overrides) const
    {
        overrides.push_back(std::string("solver.method=") + GetParam());
        return overrides;
    }
    std::string solver(const char* more = "") const
    {
        return fmt::format(R"("solver": {{"method": "{}"{}}})", GetParam(), more);
    }
};

// The floor's inner edges hold nothing back: the file's own margin, 0.1 % of the way on a plane. The floor is an open mesh.
TEST_P(MeshGaps, InnerEdgesHoldNothingBack)
{
    SceneRun run("hard_inner_edges", with({"objects.floor.shape.surface.gaps=mesh"}));
    run.run();
    run.check_expectations();
}

TEST_P(MeshGaps, ClothRestsOnARingOfTriangles)
{
    SceneRun run("hard_mesh_collider", with({"objects.ring.shape.surface.gaps=mesh"}));
    run.run(24);  // some steps after it has come upon the ring
    run.check_expectations();
    EXPECT_EQ(count_mesh_crossings(run.model, run.state.x, run.time()), 0);
}

// Cubes of 2 x 2 x 2 cells keep their flat sides: nothing rides up on rounded edges.
TEST_P(MeshGaps, CoarseCubesStandOnEachOther)
{
    std::vector<std::string> overrides;
    for (const char* cube : {"cube0", "cube1", "cube2"}) {
        overrides.push_back(fmt::format("objects.{}.surface.edges=smooth", cube));
        overrides.push_back(fmt::format("objects.{}.surface.gaps=mesh", cube));
    }
    SceneRun run("stack_normal", with(overrides));
    run.run();
    run.check_expectations();
}

// A soft block on one whose nodes are all held: the closed form of a slide, within a tenth of a percent.
TEST_P(MeshGaps, ASoftBlockSlidesOnASoftBlock)
{
    const double mu = 0.2, v0 = 1.0, h = 0.005;
    const int steps = 60;
    const std::string text = fmt::format(
        R"({{"time": {{"step": {}}}, {}, "contact": {{"friction_rule": "min"}}, "objects": [
            {{"name": "high", "type": "soft", "friction": {}, "thickness": 0.002, "velocity": [{}, 0, 0],
              "mesh": {{"generator": "box", "size": [0.1, 0.05, 0.1], "divisions": [2, 1, 2]}},
              "material": {{"density": 1000, "young": 1e7, "poisson": 0.3}}, "surface": {{"gaps": "mesh"}},
              "transform": {{"translate": [0, 0.077, 0], "rotate": [0, 20, 0]}}}},
            {{"name": "low", "type": "soft", "friction": 1, "thickness": 0.002,
              "mesh": {{"generator": "box", "size": [1, 0.1, 0.3], "divisions": [10, 1, 3]}},
              "material": {{"density": 1000, "young": 1e7, "poisson": 0.3}}, "surface": {{"gaps": "mesh"}},
              "pins": [{{"box": [[-1, -1, -1], [1, 1, 1]]}}]}}]}})",
        h, solver(), mu, v0);
    test::ExamRun run(text);
    const Vec3 start = run.centre();
    run.advance(steps);
    EXPECT_TRUE(run.usable);
    // v0 n h - mu g h^2 n (n + 1) / 2
    const double way = v0 * steps * h - mu * test::kGravity * h * h * steps * (steps + 1) / 2;
    const Vec3 moved = run.centre() - start;
    EXPECT_NEAR(moved.x(), way, 1e-3 * way);
    EXPECT_NEAR(moved.z(), 0.0, 1e-3 * way);
    EXPECT_NEAR(moved.y(), 0.0, 1e-4);
}

// Cloth hangs over the corners of a cube of 12 triangles, which a smooth surface would round off: edges meet edges.
TEST_P(MeshGaps, CornersAndEdgesAreKept)
{
    const std::string text = fmt::format(
        R"({{"time": {{"step": 0.005}}, {}, "contact": {{"friction_rule": "max"}}, "objects": [
            {{"name": "sheet", "type": "cloth", "thickness": 0.01, "friction": 0.5,
              "mesh": {{"generator": "grid", "size": [0.5, 0.5], "divisions": [5, 5]}},
              "material": {{"density": 0.2, "stretch": 500, "bend": 1e-4}},
              "transform": {{"translate": [0, 0.107, 0], "rotate": [0, 25, 0]}}}},
            {{"name": "cube", "type": "collider", "friction": 0.5,
              "shape": {{"type": "mesh", "surface": {{"gaps": "mesh"}},
                "mesh": {{"points": [[-0.1,-0.1,-0.1],[0.1,-0.1,-0.1],[0.1,-0.1,0.1],[-0.1,-0.1,0.1],
                                     [-0.1,0.1,-0.1],[0.1,0.1,-0.1],[0.1,0.1,0.1],[-0.1,0.1,0.1]],
                  "triangles": [[0,1,2],[0,2,3],[4,6,5],[4,7,6],[0,5,1],[0,4,5],[3,2,6],[3,6,7],
                                [1,5,6],[1,6,2],[0,7,4],[0,3,7]]}}}}}}]}})",
        solver());
    test::ExamRun run(text);
    run.advance(60);
    EXPECT_TRUE(run.usable);
    EXPECT_EQ(count_mesh_crossings(run.model, run.state.x, 0.3), 0);
    // Above the top face nothing is lower than half the thickness over it.
    for (const Vec3& x : run.state.x)
        if (std::abs(x.x()) < 0.1 && std::abs(x.z()) < 0.1) {
            EXPECT_GT(x.y(), 0.105 - 2e-4);
        }
    Index edges = 0;
    for (const ContactKey& key : run.work.contacts.key)
        edges += key.kind == ContactKind::face_obstacle ? 1 : 0;
    EXPECT_GT(edges, 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, MeshGaps, ::testing::Values("implicit", "staggered"),
                         [](const ::testing::TestParamInfo<const char*>& method) {
                             return std::string(method.param);
                         });

}  // namespace
}  // namespace stiction::testing
