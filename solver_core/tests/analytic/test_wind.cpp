// Wind on a sheet against closed forms of backward Euler. With k = air_drag / density (1/s), air of velocity w, steps of h:
//   free flight           v(n) = w (1 - (1 + h k)^-n)
//   on a rough plane      v(n+1) = (v(n) + h k w) / (1 + h k) - h mu g      while that is above 0
//   it holds up to        k w = mu g (1 + h k)        friction of a step against what the wind gives in a step from rest

#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::ExamRun;
using test::kGravity;

constexpr double kDensity = 0.2, kDrag = 0.5, kRate = kDrag / kDensity, kStep = 0.01;

std::string sheet_in_wind(const std::string& method, const Vec3& wind, double mu)
{
    const bool on_plane = mu >= 0.0;
    const std::string plane =
        on_plane ? R"(, {"name": "plane", "type": "collider", "shape": {"type": "plane"}, "friction": 1})"
                 : "";
    return fmt::format(
        R"({{"time": {{"step": {}}}, "solver": {{"method": "{}"}}, "gravity": [0, {}, 0], "wind": {}, "objects": [
            {{"name": "sheet", "type": "cloth", "mesh": {{"generator": "grid", "size": [0.4, 0.3], "divisions": [4, 3]}},
              "transform": {{"translate": [0, 0.001, 0]}}, "material": {{"density": {}, "stretch": 200}},
              "air_drag": {}, "friction": {}}}{}]}})",
        kStep, method, on_plane ? -kGravity : 0.0, test::json_vector(wind), kDensity, kDrag,
        std::max(0.0, mu), plane);
}

class WindOf : public ::testing::TestWithParam<const char*> {};

TEST_P(WindOf, CarriesASheetAlong)
{
    const Vec3 wind(3.0, 0.5, -1.0);
    ExamRun run(sheet_in_wind(GetParam(), wind, -1.0));
    for (int n = 1; n <= 100; ++n) {
        run.advance();
        const Vec3 expected = wind * (1.0 - std::pow(1.0 + kStep * kRate, -n));
        ASSERT_LT((run.velocity() - expected).norm(), 1e-9) << "after step " << n;
    }
    EXPECT_TRUE(run.usable);
}

INSTANTIATE_TEST_SUITE_P(Methods, WindOf, ::testing::Values("projective", "staggered", "implicit"));

class WindAndFrictionOf : public ::testing::TestWithParam<const char*> {};

TEST_P(WindAndFrictionOf, BelowTheThresholdNothingMoves)
{
    const double mu = 0.4, limit = mu * kGravity * (1.0 + kStep * kRate) / kRate;
    ExamRun held(sheet_in_wind(GetParam(), Vec3(0.999 * limit, 0.0, 0.0), mu));
    const Vec3Array start = held.state.x;
    held.advance(200);
    EXPECT_LT(held.farthest(start), 1e-9);
    EXPECT_LT(held.friction_error, 1e-9);
    ExamRun gone(sheet_in_wind(GetParam(), Vec3(1.001 * limit, 0.0, 0.0), mu));
    gone.advance(200);
    EXPECT_GT(gone.centre().x(), 1e-3);
}

TEST_P(WindAndFrictionOf, AboveItTheSheetSlidesAsItMust)
{
    const double mu = 0.2, wind = 4.0;
    ExamRun run(sheet_in_wind(GetParam(), Vec3(wind, 0.0, 0.0), mu));
    const Vec3 start = run.centre();
    double v = 0.0, x = 0.0;
    for (int n = 1; n <= 100; ++n) {
        v = (v + kStep * kRate * wind) / (1.0 + kStep * kRate) - kStep * mu * kGravity;
        x += kStep * v;
        run.advance();
        ASSERT_NEAR(run.velocity().x(), v, 1e-8) << "after step " << n;
    }
    EXPECT_NEAR((run.centre() - start).x(), x, 1e-8);
    EXPECT_LT(run.friction_error, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Methods, WindAndFrictionOf, ::testing::Values("projective", "staggered"));

// Both the load and the drag are in every stage of a rule.
TEST(Wind, RulesOfSecondOrderComeCloser)
{
    const double wind = 3.0, exact = wind * (1.0 - std::exp(-kRate * 0.5));
    double error[2] = {};
    for (int k = 0; k < 2; ++k) {
        std::string text = sheet_in_wind("implicit", Vec3(wind, 0.0, 0.0), -1.0);
        const std::string method = "\"method\": \"implicit\"";
        text.replace(text.find(method), method.size(),
                     method + (k == 0 ? "" : ", \"integrator\": \"sdirk2\""));
        ExamRun run(text);
        run.advance(50);
        error[k] = std::abs(run.velocity().x() - exact);
    }
    EXPECT_NEAR(error[0], 0.5 * kStep * kRate * kRate * 0.5 * wind * std::exp(-kRate * 0.5), 0.02 * error[0]);
    EXPECT_LT(error[1], 0.01 * error[0]);
}

TEST(Wind, WithoutDragItIsSaidToDoNothing)
{
    Scene scene = parse_scene(sheet_in_wind("projective", Vec3(1.0, 0.0, 0.0), -1.0), "wind");
    EXPECT_TRUE(scene_warnings(scene).empty());
    scene.objects[0].air_drag = 0.0;
    ASSERT_EQ(scene_warnings(scene).size(), 1U);
    EXPECT_NE(scene_warnings(scene)[0].find("air_drag"), std::string::npos);
}

}  // namespace
}  // namespace stiction
