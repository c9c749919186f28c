#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;

std::string cube(int number, double height)
{
    return fmt::format(
        R"({{"name": "cube{}", "type": "soft", "mesh": {{"generator": "box", "size": [0.1, 0.1, 0.1],
        "divisions": [2, 2, 2]}}, "material": {{"density": 1000, "young": 1e6}}, "thickness": 0.002,
        "transform": {{"translate": [0, {}, 0]}}}}, )",
        number, height);
}

TEST(Stack, TheGroundCarriesTheWholeWeight)
{
    for (const int count : {1, 3}) {
        std::string cubes;
        for (int k = 0; k < count; ++k) cubes += cube(k, 0.051 + 0.102 * k);
        ExamRun run(fmt::format(R"({{"time": {{"step": 0.005}}, "solver": {{"iterations": 50}}, "objects": [{}
            {{"name": "ground", "type": "collider", "shape": {{"type": "plane"}}}}]}})",
                                cubes));
        run.advance(400);
        double weight = 0.0, carried = 0.0;
        for (const double m : run.model.mass) weight += m * test::kGravity;
        for (const ContactMemory& contact : run.state.memory)
            if (contact.key.obstacle >= 0) carried += contact.impulse.y() / run.model.step;
        EXPECT_NEAR(carried / weight, 1.0, 1e-6) << count << " cubes";
    }
}

}  // namespace
}  // namespace stiction
