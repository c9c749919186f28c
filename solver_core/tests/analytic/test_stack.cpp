#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;

// Three of them stand in test_hips/stack_normal.json.
TEST(Stack, TheGroundCarriesTheWholeWeight)
{
    ExamRun run(R"({"time": {"step": 0.005}, "solver": {"iterations": 50}, "objects": [
        {"name": "cube", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]},
         "material": {"density": 1000, "young": 1e6}, "thickness": 0.002, "transform": {"translate": [0, 0.051, 0]}},
        {"name": "ground", "type": "collider", "shape": {"type": "plane"}}]})");
    run.advance(400);
    double weight = 0.0, carried = 0.0;
    for (const double m : run.model.mass) weight += m * test::kGravity;
    for (const ContactMemory& contact : run.state.memory) carried += contact.impulse.y() / run.model.step;
    EXPECT_NEAR(carried / weight, 1.0, 1e-6);
    // The same without the way through memory.
    EXPECT_NEAR(run.work.contact_forces[0].from_colliders.y(), carried, 1e-12 * weight);
    EXPECT_NEAR(run.work.contact_forces[0].normal_force, carried, 1e-12 * weight);
}

}  // namespace
}  // namespace stiction
