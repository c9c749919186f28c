// Gravity and forces of other nodes, against closed forms.

#include "hdk_plugins/tests/dop/dop_network.hpp"
#include "hdk_plugins/tests/dop/floating_sheet.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace stiction::dop_tests {
namespace {

// Gravity that a Gravity node has put on all objects is in place of the solver's own.
TEST(DopSolver, gravity_of_other_nodes_is_taken)
{
    const std::unique_ptr<test::MiniEngine> own = network(), attached = network();
    own->options().setOptionV3("gravity", UT_Vector3D(0.5, -4.0, 0.0));
    for (const std::size_t object : {0U, 1U}) attached->add_gravity(object, UT_Vector3D(0.5, -4.0, 0.0));
    run(*own);
    run(*attached);
    EXPECT_TRUE(hdk_double::messages.empty());
    EXPECT_EQ(hash_at(*attached, test::kFrames), hash_at(*own, test::kFrames));
    const std::unique_ptr<test::MiniEngine> one = network();
    one->add_gravity(0, UT_Vector3D(0.0, -4.0, 0.0));
    hdk_double::messages.clear();
    EXPECT_EQ(one->create(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "one for all")) << hdk_double::messages[0].text;
}

TEST(DopSolver, gravity_that_changes_and_forces_by_volume_are_said)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    for (const std::size_t object : {0U, 1U}) engine->add_gravity(object, UT_Vector3D(0.0, -9.81, 0.0));
    engine->add_force(0, "Forces/Lift", "SIM_DoubleLift");
    hdk_double::messages.clear();
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_WARNING);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "SIM_DoubleLift"))
        << hdk_double::messages[0].text;
    hdk_double::messages.clear();
    ASSERT_EQ(engine->advance(), kSuccess);
    EXPECT_TRUE(hdk_double::messages.empty());
    for (const std::size_t object : {0U, 1U}) engine->add_gravity(object, UT_Vector3D(0.0, -1.0, 0.0));
    ASSERT_EQ(engine->advance(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "gravity"));
}

// v(n+1) = v(n) + h k (w - v(n)) with k = drag / density: asked again before every step, and the same for every mesh.
TEST_P(DopSolverOf, forces_of_other_nodes_act_on_the_surface)
{
    const double h = test::kFrameTime / test::kStepsPerFrame, k = SIM_DoubleWind::kDrag / 0.2;
    for (const GridCut cut : {GridCut::alternating, GridCut::irregular}) {
        const auto engine =
            floating_sheet(test::detail_of(grid_surface(0.5, 0.5, 8, 8, cut, 1), Vec3::Zero()), GetParam());
        engine->add_force(0, "Forces/Wind", "SIM_DoubleWind");
        hdk_double::messages.clear();
        run(*engine);
        EXPECT_TRUE(hdk_double::messages.empty());
        double v = 0.0;
        for (int n = 1; n <= test::kFrames * test::kStepsPerFrame; ++n) {
            v += h * k * (SIM_DoubleWind::kWind - v);
            if (n % test::kStepsPerFrame == 0)
                expect_velocity(*engine, static_cast<std::size_t>(n / test::kStepsPerFrame), Vec3(v, 0, 0));
        }
    }
}

// What POP nodes write acts in the step that follows, and is used up by it.
TEST(DopSolver, forces_on_points_act_for_one_step)
{
    const GeoDetail plain = test::sheet_detail();
    const auto probe = floating_sheet(plain, "projective");
    ASSERT_EQ(probe->create(), kSuccess);
    const Span<const double> mass = rest_data(*probe, 0).record()->solver().masses_of(0);
    std::vector<double> force, air, resistance;
    for (const double m : mass) {
        force.insert(force.end(), {0.0, 8.0 * m, 0.0});
        air.insert(air.end(), {2.0, 0.0, 0.0});
        resistance.push_back(5.0 * m);
    }
    GeoDetail pushed = plain, blown = plain;
    test::add_numbers(pushed, GeoOwner::point, "force", force, 3);
    test::add_numbers(blown, GeoOwner::point, "targetv", air, 3);
    test::add_numbers(blown, GeoOwner::point, "airresist", resistance);
    const auto push = floating_sheet(pushed, "projective"), blow = floating_sheet(blown, "projective");
    run(*push);
    run(*blow);
    // 8 m/s^2 for a 32nd of a second; then nothing.
    for (const std::size_t frame : {1U, 2U, 6U}) expect_velocity(*push, frame, Vec3(0, 0.25, 0));
    const double h = test::kFrameTime / test::kStepsPerFrame;
    const double reached = 2.0 * (1.0 - std::pow(1.0 + 5.0 * h, -test::kStepsPerFrame));
    for (const std::size_t frame : {1U, 6U}) expect_velocity(*blow, frame, Vec3(reached, 0, 0));
    for (const double f : push->geometry(1, 0).find(GeoOwner::point, "force")->reals) EXPECT_EQ(f, 0.0);
    for (const double c : blow->geometry(1, 0).find(GeoOwner::point, "airresist")->reals) EXPECT_EQ(c, 0.0);
    resistance[0] = -1.0;
    test::add_numbers(pushed, GeoOwner::point, "airresist", resistance);
    const auto wrong = floating_sheet(pushed, "projective");
    ASSERT_EQ(wrong->create(), kSuccess);
    hdk_double::messages.clear();
    EXPECT_EQ(wrong->advance(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "airresist")) << hdk_double::messages[0].text;
}

}  // namespace
}  // namespace stiction::dop_tests
