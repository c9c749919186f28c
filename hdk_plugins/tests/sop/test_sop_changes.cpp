// What changes under the solver's node while it simulates.

#include "hdk_plugins/tests/sop/sop_node.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <CH/CH_Manager.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

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

// Motion blur asks for times between frames: it sees the frame before, and what it sees there makes no step.
TEST(SopVerbs, times_between_frames_make_nothing)
{
    Node node("stiction_solver"), plain("stiction_solver");
    const auto at = [&](double frame, int inputs) {
        return node.cook((frame - 1.0) * test::kFrameTime, sheet_inputs(inputs));
    };
    for (Node* each : {&node, &plain}) set_up(*each);
    std::vector<GeoDetail> whole;
    for (int frame = 1; frame <= 3; ++frame) whole.push_back(plain.frame(frame, sheet_inputs(frame)));
    at(1.5, 1);
    EXPECT_TRUE(test::contains(error_of_last(), "begins at frame 1")) << error_of_last();
    EXPECT_TRUE(at(1.0, 1) == whole[0]);
    // Other inputs than those of the frame: they may not be felt.
    EXPECT_TRUE(at(1.5, 6) == whole[0]);
    EXPECT_EQ(error_of_last(), "");
    EXPECT_TRUE(at(2.0 + 1e-5, 2) == whole[1]) << "rounding of a clock";
    EXPECT_TRUE(at(2.75, 6) == whole[1]);
    at(3.25, 6);
    EXPECT_TRUE(test::contains(error_of_last(), "go to frame 3 first")) << error_of_last();
    EXPECT_TRUE(at(3.0, 3) == whole[2]);
    EXPECT_TRUE(at(0.5, 1) == sheet_inputs(1)[0]) << "before the start the input passes through";
}

// Frames in any order: what was made is shown, what was not is refused, and nothing of it changes a later frame.
TEST(SopVerbs, frames_out_of_order_change_nothing)
{
    Node node("stiction_solver"), plain("stiction_solver");
    for (Node* each : {&node, &plain}) set_up(*each);
    std::vector<GeoDetail> whole;
    for (int frame = 1; frame <= 5; ++frame) whole.push_back(plain.frame(frame, sheet_inputs(frame)));
    int newest = 0;
    for (const int frame : {3, 1, 4, 2, 1, 2, 5, 3, 2, 4, 0, 5, 3, 5}) {
        const GeoDetail shown = node.frame(frame, sheet_inputs(std::max(1, frame)));
        if (frame == 0) continue;
        const bool can = frame == 1 || (newest > 0 && frame <= newest + 1);
        EXPECT_EQ(error_of_last().empty(), can) << frame << ": " << error_of_last();
        if (!can) continue;
        EXPECT_TRUE(shown == whole[static_cast<std::size_t>(frame - 1)]) << frame;
        newest = frame == 1 ? 1 : std::max(newest, frame);
    }
    EXPECT_EQ(newest, 5);
}

// Parameters that changed hold from the start on, and only from there.
TEST(SopVerbs, changed_parameters_hold_from_the_start_on)
{
    Node node("stiction_solver"), other("stiction_solver");
    set_up(node);
    set_up(other);
    other.parms().set("solver_iterations", 9);
    for (int frame = 1; frame <= 3; ++frame) node.frame(frame, sheet_inputs(frame));
    node.parms().set("solver_iterations", 9);
    GeoDetail ours, theirs;
    for (int frame = 1; frame <= 4; ++frame) {
        ours = node.frame(frame, sheet_inputs(frame));
        theirs = other.frame(frame, sheet_inputs(frame));
        EXPECT_TRUE(ours == theirs) << frame;
    }
}

TEST(SopVerbs, two_nodes_at_once_do_not_feel_each_other)
{
    Node alone("stiction_solver");
    set_up(alone);
    GeoDetail expected;
    for (int frame = 1; frame <= 5; ++frame) expected = alone.frame(frame, sheet_inputs(frame));
    std::vector<GeoDetail> found(2);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 2; ++i)
        threads.emplace_back([&found, i] {
            Node node("stiction_solver");
            set_up(node);
            for (int frame = 1; frame <= 5; ++frame) found[i] = node.frame(frame, sheet_inputs(frame));
        });
    for (std::thread& thread : threads) thread.join();
    for (const GeoDetail& each : found) EXPECT_TRUE(each == expected);
}

}  // namespace
}  // namespace stiction::sop_tests
