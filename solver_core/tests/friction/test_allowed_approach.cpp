#include "solver_core/friction/allowed_approach.hpp"
#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stiction {
namespace {

TEST(AllowedApproach, ClosesGapsAndTakesOverlapsBackByShares)
{
    EXPECT_EQ(allowed_approach(0.001, 0.01, 0.25), 0.1);
    EXPECT_EQ(allowed_approach(0.0, 0.01, 0.25), 0.0);
    EXPECT_DOUBLE_EQ(allowed_approach(-0.001, 0.01, 0.25), -kRecoveryShare * 0.1);
    EXPECT_EQ(allowed_approach(-1.0, 0.01, 0.25), -0.25);
    EXPECT_EQ(allowed_approach(-1.0, 0.01, 0.0), 0.0);
}

// A sheet that is put a millimetre deep comes out and stays: it is not thrown up. All at once it would leave at 0.2 m/s.
TEST(AllowedApproach, WhatIsDeepIsNotThrownUp)
{
    for (const char* method : {"projective", "staggered"}) {
        test::ExamRun run(
            fmt::format(R"({{"time": {{"step": 0.005}}, "solver": {{"method": "{}"}}, "objects": [
            {{"name": "sheet", "type": "cloth", "mesh": {{"generator": "grid", "size": [0.2, 0.2], "divisions": [4, 4]}},
              "thickness": 0.004, "transform": {{"translate": [0, 0.002, 0]}}, "friction": 0.5}},
            {{"name": "ground", "type": "collider", "shape": {{"type": "plane"}}, "friction": 1}}]}})",
                        method));
        for (Vec3& x : run.state.x) x.y() = 0.001;
        double highest = 0.0;
        for (int i = 0; i < 60; ++i) {
            run.advance();
            highest = std::max(highest, run.centre().y());
        }
        EXPECT_TRUE(run.usable) << method;
        EXPECT_LT(highest, 0.0021) << method;
        EXPECT_NEAR(run.centre().y(), 0.002, 1e-5) << method;
        EXPECT_LT(run.velocity().norm(), 1e-6) << method;
    }
}

}  // namespace
}  // namespace stiction
