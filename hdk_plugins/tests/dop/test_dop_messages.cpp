// What the node says: errors with the remedy, warnings, a line for the info panel.

#include "hdk_plugins/tests/dop/dop_network.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace stiction::dop_tests {
namespace {

TEST_P(DopSolverOf, a_failing_solve_says_what_to_try_and_keeps_the_last_frame)
{
    // One corner is torn away faster than anything may be: from the third frame on no solve is usable.
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    engine->options().setOptionS("solver_method", GetParam());
    engine->options().setOptionI("time_steps_per_frame", 1);
    GeoDetail block = test::block_detail();
    std::vector<double> follow(static_cast<std::size_t>(block.point_count), 0.0);
    follow[0] = 1.0;
    test::add_numbers(block, GeoOwner::point, "pintoanimation", follow);
    engine->add_object("block", block);
    engine->add_target(0, [](int frame) {
        GeoDetail target = test::block_detail();
        for (GeoAttribute& attribute : target.attributes_of(GeoOwner::point))
            if (frame > 2 && attribute.name == "P") attribute.reals[0] += 1e9;
        return target;
    });
    ASSERT_EQ(engine->create(), kSuccess);
    hdk_double::messages.clear();
    SIM_Solver::SIM_Result result = kSuccess;
    for (int i = 0; i < 40 && result == kSuccess; ++i) result = engine->advance();
    ASSERT_EQ(result, kFail);
    const std::size_t frames = engine->frames();
    EXPECT_GT(frames, 2U);
    ASSERT_FALSE(hdk_double::messages.empty());
    EXPECT_EQ(hdk_double::messages.back().severity, UT_ERROR_ABORT);
    EXPECT_TRUE(test::contains(hdk_double::messages.back().text, "diverged"))
        << hdk_double::messages.back().text;
    const std::string& text = hdk_double::messages.back().text;
    EXPECT_TRUE(test::contains(text, "try") || test::contains(text, "allow more")) << text;
    EXPECT_EQ(engine->advance(), kFail);
    EXPECT_EQ(engine->frames(), frames);
}

TEST(DopSolver, bad_input_is_an_error_on_the_node)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    GeoDetail sheet = test::sheet_detail();
    set_friction(sheet, -2.0);
    engine->add_object("sheet", sheet);
    hdk_double::messages.clear();
    EXPECT_EQ(engine->create(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_ABORT);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "0 to 10")) << hdk_double::messages[0].text;
}

TEST(DopSolver, warnings_are_shown_and_do_not_stop_it)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    GeoDetail sheet = test::sheet_detail();
    test::add_numbers(sheet, GeoOwner::global, "weld", {-1.0});
    engine->add_object("sheet", sheet);
    hdk_double::messages.clear();
    EXPECT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_WARNING);
}

TEST(DopSolver, every_step_leaves_a_line_for_the_info_panel)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    hdk_double::notes.clear();
    ASSERT_EQ(engine->advance(), kSuccess);
    ASSERT_EQ(hdk_double::notes.size(), 1U);
    for (const char* part : {"step 8", "5 iterations", "stick", "friction error", "ms"})
        EXPECT_TRUE(test::contains(hdk_double::notes[0], part)) << hdk_double::notes[0];
}

}  // namespace
}  // namespace stiction::dop_tests
