// What may not change in the middle of a simulation, and what is said then.

#include "hdk_plugins/tests/dop/dop_network.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction::dop_tests {
namespace {

TEST(DopSolver, changed_parameters_and_steps_are_noticed)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    engine->options().setOptionI("solver_iterations", 9);
    hdk_double::messages.clear();
    EXPECT_EQ(engine->advance(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "reset the simulation"));
}

TEST(DopSolver, an_object_that_lost_points_is_refused)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    ASSERT_EQ(engine->advance(), kSuccess);
    engine->replace_geometry(0, test::block_detail());
    hdk_double::messages.clear();
    EXPECT_EQ(engine->advance(), kFail);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "sheet")) << hdk_double::messages[0].text;
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "27 points")) << hdk_double::messages[0].text;
}

}  // namespace
}  // namespace stiction::dop_tests
