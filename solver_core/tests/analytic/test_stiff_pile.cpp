// Piles of soft boxes that are nearly rigid. The neat one is test_hips/stiff_pile.json; here its balance of forces, and a heap that
// tumbles.

#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

using test::ExamRun;

constexpr double kBoxMass = 8.0;  // kg: 0.2 m, 1000 kg/m^3

// sum over boxes of F(ground) = sum of m g, and F(ground) + F(boxes) = m g of each; F = impulses / h at rest.
TEST(StiffPile, TheGroundCarriesAllOfIt)
{
    ExamRun run(load_scene(STICTION_SOURCE_DIR "/test_hips/stiff_pile.json"));
    run.advance(300);
    ASSERT_TRUE(run.usable);
    const double weight = kBoxMass * test::kGravity;
    Vec3 ground = Vec3::Zero();
    ASSERT_EQ(run.model.objects.size(), 10U);
    for (std::size_t box = 0; box < 10; ++box) {
        const auto& force = run.work.contact_forces[box];
        ground += force.from_colliders;
        EXPECT_LT((force.from_colliders + force.from_objects - Vec3(0.0, weight, 0.0)).norm(), 1e-6 * weight)
            << "box " << box;
    }
    EXPECT_LT((ground - Vec3(0.0, 10.0 * weight, 0.0)).norm(), 1e-6 * 10.0 * weight);
}

// Twelve boxes, tilted, four a layer, above each other with room between.
std::string heap_text()
{
    std::string boxes;
    for (int i = 0; i < 12; ++i) {
        const double x = (i % 2 - 0.5) * 0.3 + 0.02 * ((3 * i) % 5 - 2), y = 0.17 + 0.32 * (i / 4);
        const double z = (i % 4 / 2 - 0.5) * 0.3 + 0.02 * ((2 * i) % 5 - 2);
        boxes += fmt::format(
            R"({{"name": "box{}", "type": "soft", "friction": 0.7, "thickness": 0.002, "surface": {{"gaps": "mesh"}},
                 "mesh": {{"generator": "box", "size": [0.2, 0.2, 0.2], "divisions": [1, 1, 1]}},
                 "material": {{"density": 1000, "young": 1e9, "poisson": 0.3}},
                 "transform": {{"translate": [{}, {}, {}], "rotate": [{}, {}, {}]}}}},)",
            i, x, y, z, (37 * i) % 34 - 17, (53 * i) % 60 - 30, (71 * i) % 34 - 17);
    }
    return fmt::format(
        R"({{"time": {{"step": 0.005}}, "solver": {{"method": "staggered"}}, "objects": [{}
             {{"name": "ground", "type": "collider", "friction": 1, "shape": {{"type": "plane"}}}}]}})",
        boxes);
}

// Which way they tumble is chance; that they come to rest is not, nor that every step converges.
TEST(StiffPile, AHeapTumblesAndComesToRest)
{
    ExamRun run(heap_text());
    const Vec3Array rest = run.state.x;
    double deepest = 0.0;
    for (int i = 0; i < 500; ++i) {
        const StepReport report = step(run.model, {}, run.state, run.work);
        ASSERT_EQ(report.status, SolveStatus::converged) << "step " << i;
        ASSERT_LT(report.stats.friction_residual, 1e-8) << "step " << i;
        deepest = std::max(deepest, report.stats.penetration_max);
    }
    EXPECT_LT(deepest, 0.005);  // corners of fast boxes, for a step: half a step's way at 2 m/s
    const Vec3Array late = run.state.x;
    run.advance(100);
    EXPECT_LT(run.farthest(late), 1e-4) << "it creeps";
    double total = 0.0;
    for (const auto& force : run.work.contact_forces) total += force.from_colliders.y();
    EXPECT_NEAR(total, 12.0 * kBoxMass * test::kGravity, 1e-4 * 12.0 * kBoxMass * test::kGravity);
    for (const Vec3& x : run.state.x) EXPECT_GT(x.y(), 0.0);
    // Edges keep their lengths: the boxes are as large as they were.
    for (const ObjectRange& box : run.model.objects)
        for (Index a = box.first_node; a < box.first_node + box.node_count; ++a)
            for (Index b = box.first_node; b < a; ++b) {
                const double length = (rest[at(a)] - rest[at(b)]).norm();
                EXPECT_NEAR((run.state.x[at(a)] - run.state.x[at(b)]).norm(), length, 1e-4 * length);
            }
}

}  // namespace
}  // namespace stiction
