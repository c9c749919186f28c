// What changes under the solver's node while it simulates.

#include "hdk_plugins/tests/sop/sop_node.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <CH/CH_Manager.h>
#include <gtest/gtest.h>

namespace stiction::sop_tests {
namespace {

TEST(SopVerbs, changed_parameters_are_noticed)
{
    Node node("stiction_solver");
    set_up(node);
    node.frame(1, sheet_inputs(1));
    const GeoDetail second = node.frame(2, sheet_inputs(2));
    EXPECT_TRUE(hdk_double::messages.empty());
    node.parms().set("solver_iterations", 9);
    EXPECT_TRUE(node.frame(2, sheet_inputs(2)) == second);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_WARNING);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "go to frame 1"))
        << hdk_double::messages[0].text;
    node.frame(1, sheet_inputs(1));
    node.frame(2, sheet_inputs(2));
    EXPECT_TRUE(hdk_double::messages.empty());
}

TEST(SopVerbs, an_input_that_lost_points_is_refused)
{
    Node node("stiction_solver");
    set_up(node);
    node.frame(1, sheet_inputs(1));
    std::vector<GeoDetail> fewer = sheet_inputs(2);
    fewer[0] = test::block_detail();
    node.frame(2, fewer);
    EXPECT_TRUE(test::contains(error_of_last(), "first input")) << error_of_last();
    EXPECT_TRUE(test::contains(error_of_last(), "27 points")) << error_of_last();
    node.frame(2, sheet_inputs(2));
    EXPECT_EQ(error_of_last(), "");
}

// A collider that is connected or taken off in the middle would be felt, or not, without a word.
TEST(SopVerbs, an_input_that_comes_or_goes_is_refused)
{
    Node node("stiction_solver");
    set_up(node);
    node.frame(1, sheet_inputs(1));
    node.frame(2, {sheet_inputs(2)[0]});
    EXPECT_TRUE(test::contains(error_of_last(), "second input: this collider of the start is gone"))
        << error_of_last();
    node.frame(2, sheet_inputs(2));
    EXPECT_EQ(error_of_last(), "");
    node.frame(1, {sheet_inputs(1)[0]});
    EXPECT_EQ(error_of_last(), "") << "the start begins anew";
    node.frame(2, sheet_inputs(2));
    EXPECT_TRUE(test::contains(error_of_last(), "second input: this collider appeared after the start"))
        << error_of_last();
}

TEST(SopVerbs, inputs_of_other_elements_are_refused)
{
    Node node("stiction_solver");
    set_up(node);
    node.frame(1, sheet_inputs(1));
    // As many points, other faces.
    for (const std::size_t input : {0U, 1U}) {
        std::vector<GeoDetail> other = sheet_inputs(2);
        GeometryTable table = table_from_detail(other[input], "input");
        table.polygons.pop_back();
        other[input] = detail_from_table(table, {});
        node.frame(2, other);
        EXPECT_TRUE(test::contains(error_of_last(), input == 0 ? "first input" : "second input"))
            << error_of_last();
        EXPECT_TRUE(test::contains(error_of_last(), "primitives")) << error_of_last();
    }
    // An object more: more points than at the start.
    std::vector<GeoDetail> more = sheet_inputs(2);
    more[0] = test::detail_of(grid_surface(0.5, 0.5, 9, 9, GridCut::alternating, 1), Vec3::Zero());
    node.frame(2, more);
    EXPECT_TRUE(test::contains(error_of_last(), "first input: found 100 points")) << error_of_last();
    node.frame(2, sheet_inputs(2));
    EXPECT_EQ(error_of_last(), "");
}

// Frames a second are the node's time step; frames that were made stay to be looked at.
TEST(SopVerbs, other_frames_a_second_are_refused)
{
    Node node("stiction_solver");
    set_up(node);
    node.frame(1, sheet_inputs(1));
    const GeoDetail second = node.frame(2, sheet_inputs(2));
    hdk_double::samples_per_second = 16.0;
    node.cook(2.0 / 16.0, sheet_inputs(3));
    const std::string found = error_of_last();
    EXPECT_TRUE(node.cook(1.0 / 16.0, sheet_inputs(2)) == second);
    hdk_double::samples_per_second = 32.0;
    EXPECT_TRUE(test::contains(found, "time step of 0.0625 s; allowed: 0.03125 s")) << found;
    node.frame(3, sheet_inputs(3));
    EXPECT_EQ(error_of_last(), "");
}

}  // namespace
}  // namespace stiction::sop_tests
