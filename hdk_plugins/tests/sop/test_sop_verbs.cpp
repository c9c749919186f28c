// The SOPs' verbs, cooked as Houdini would cook them.

#include "hdk_plugins/tests/sop/sop_node.hpp"
#include "solver_core/io/round_to_float.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_Node.h>
#include <UT/UT_Interrupt.h>
#include <UT/UT_ParallelUtil.h>
#include <gtest/gtest.h>

namespace stiction::sop_tests {
namespace {

TEST(SopVerbs, operators_are_registered)
{
    OP_OperatorTable table;
    newSopOperator(&table);
    ASSERT_EQ(table.operators.size(), 3U);
    for (const auto& op : table.operators) {
        EXPECT_EQ(SOP_NodeVerb::registered().count(op->op_name), 1U) << op->op_name;
        const std::unique_ptr<OP_Node> node(op->construct(nullptr, "n", op.get()));
        EXPECT_NE(node, nullptr);
        for (unsigned i = 0; i < op->most; ++i) EXPECT_NE(op->labels[i], nullptr);
    }
}

// A node that is not marked is cooked once: its inputs and parameters may all stand still while it simulates.
TEST(SopVerbs, the_solver_alone_changes_with_time)
{
    OP_OperatorTable table;
    newSopOperator(&table);
    for (const auto& op : table.operators) {
        const std::unique_ptr<OP_Node> node(op->construct(nullptr, "n", op.get()));
        node->doubleCook();
        EXPECT_EQ(node->flags().getTimeDep(), op->op_name == std::string("stiction_solver")) << op->op_name;
    }
}

TEST(SopVerbs, a_frame_leaves_a_line_for_the_info_panel)
{
    Node node("stiction_solver");
    set_up(node);
    hdk_double::notes.clear();
    node.frame(1, sheet_inputs(1));
    EXPECT_TRUE(hdk_double::notes.empty()) << "the start has taken no step";
    node.frame(2, sheet_inputs(2));
    ASSERT_EQ(hdk_double::notes.size(), 1U);
    EXPECT_NE(hdk_double::notes[0].find("step 8"), std::string::npos) << hdk_double::notes[0];
}

TEST(SopVerbs, loops_run_on_threads_of_the_host)
{
    const GeoDetail sheet =
        test::detail_of(grid_surface(0.5, 0.5, 40, 40, GridCut::alternating), Vec3::Zero());
    Node node("stiction_solver");
    set_up(node);
    node.frame(1, {sheet});
    hdk_double::parallel_loops = 0;
    node.frame(2, {sheet});
    EXPECT_EQ(error_of_last(), "");
    EXPECT_GT(hdk_double::parallel_loops, 0);
}

TEST(SopVerbs, solver_gives_the_bits_of_the_adapter)
{
    Node node("stiction_solver");
    set_up(node);
    GeoDetail last;
    for (int frame = 1; frame <= test::kFrames; ++frame) {
        last = node.frame(frame, sheet_inputs(frame));
        ASSERT_EQ(error_of_last(), "");
    }
    HostScene host = test::moving_floor_host("projective");
    host.objects.erase(host.objects.begin() + 1);
    HostSolver solver(host);
    SharedState state = solver.start();
    for (int frame = 1; frame < test::kFrames; ++frame)
        state = solver.advance(*state, test::floor_at(frame), nullptr).state;
    const Vec3Array shown = positions_of(last);
    ASSERT_EQ(shown.size(), state->checkpoint.state.x.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
        EXPECT_EQ(shown[i], state->checkpoint.state.x[i].unaryExpr(&round_to_float)) << i;
    EXPECT_NE(last.find(GeoOwner::point, "v"), nullptr);
}

TEST(SopVerbs, solver_remembers_frames)
{
    Node node("stiction_solver");
    set_up(node);
    std::vector<GeoDetail> made;
    for (int frame = 1; frame <= 4; ++frame) made.push_back(node.frame(frame, sheet_inputs(frame)));
    EXPECT_FALSE(made[3] == made[2]);
    // Backwards, and forwards again from there.
    EXPECT_TRUE(node.frame(2, sheet_inputs(2)) == made[1]);
    EXPECT_TRUE(node.frame(3, sheet_inputs(3)) == made[2]);
    // Before the start the input passes through.
    EXPECT_TRUE(node.frame(0, sheet_inputs(1)) == sheet_inputs(1)[0]);
    EXPECT_TRUE(hdk_double::messages.empty());
}

TEST(SopVerbs, solver_says_what_it_cannot_do)
{
    Node node("stiction_solver");
    set_up(node);
    node.frame(5, sheet_inputs(5));
    EXPECT_TRUE(test::contains(error_of_last(), "begins at frame 1")) << error_of_last();
    node.frame(1, sheet_inputs(1));
    EXPECT_EQ(error_of_last(), "");
    node.frame(4, sheet_inputs(4));
    EXPECT_TRUE(test::contains(error_of_last(), "play from there")) << error_of_last();
    std::vector<GeoDetail> fewer = sheet_inputs(2);
    fewer[1] = test::block_detail();
    node.frame(2, fewer);
    EXPECT_TRUE(test::contains(error_of_last(), "second input: found 27 points")) << error_of_last();
    node.parms().setText("extra_settings", "objects.geometry.friction=-3");
    node.frame(1, sheet_inputs(1));
    EXPECT_TRUE(test::contains(error_of_last(), "0 to 10")) << error_of_last();
}

TEST(SopVerbs, solver_is_interrupted_without_a_trace)
{
    Node node("stiction_solver"), whole("stiction_solver");
    set_up(node);
    set_up(whole);
    whole.frame(1, sheet_inputs(1));
    const GeoDetail expected = whole.frame(2, sheet_inputs(2));
    node.frame(1, sheet_inputs(1));
    hdk_double::polls = 0;
    hdk_double::interrupt_after = 9;
    node.frame(2, sheet_inputs(2));
    EXPECT_EQ(hdk_double::polls, 9);
    EXPECT_TRUE(hdk_double::messages.empty()) << "an interrupt is no error";
    hdk_double::interrupt_after = 0;
    EXPECT_TRUE(node.frame(2, sheet_inputs(2)) == expected);
}

TEST(SopVerbs, solver_follows_targets)
{
    Node node("stiction_solver");
    set_up(node);
    std::vector<GeoDetail> inputs = {test::sheet_detail(), test::floor_detail(0)};
    std::vector<double> follow(81, 0.0);
    follow[0] = 1.0;
    test::add_numbers(inputs[0], GeoOwner::point, "pintoanimation", follow);
    node.frame(1, inputs);
    GeoDetail target =
        test::detail_of(grid_surface(0.5, 0.5, 8, 8, GridCut::alternating, 1), Vec3(0, 0.25, 0));
    inputs.push_back(target);
    const GeoDetail out = node.frame(2, inputs);
    ASSERT_EQ(error_of_last(), "");
    EXPECT_NEAR(positions_of(out)[0].y(), 0.25, 1e-6);
    EXPECT_LT(positions_of(out)[80].y(), 0.1);
}

// As POP nodes and wrangles write them; a SOP's input says them anew in every frame.
TEST(SopVerbs, solver_feels_forces_on_points)
{
    Node node("stiction_solver");
    set_up(node);
    node.parms().setText("extra_settings", "gravity=[0,0,0]");
    GeoDetail sheet = test::sheet_detail();
    test::add_numbers(sheet, GeoOwner::point, "mass", std::vector<double>(81, 0.5));
    node.frame(1, {sheet});
    std::vector<double> force;
    for (int i = 0; i < 81; ++i) force.insert(force.end(), {0.0, 0.0, 4.0});
    test::add_numbers(sheet, GeoOwner::point, "force", force, 3);
    for (int frame = 2; frame <= 3; ++frame) {
        const GeoDetail out = node.frame(frame, {sheet});
        ASSERT_EQ(error_of_last(), "");
        for (const Vec3& v : point_vectors(out, "v")) EXPECT_NEAR(v.z(), 0.25 * (frame - 1), 1e-6);
    }
}

// Contacts of the solver, drawn by the other node.
TEST(SopVerbs, contacts_become_lines)
{
    Node solver("stiction_solver"), lines("stiction_contacts");
    set_up(solver);
    solver.parms().set("output_contacts", 1);
    GeoDetail contacts = solver.frame(1, sheet_inputs(1));
    EXPECT_EQ(contacts.point_count, 0);
    EXPECT_EQ(lines.frame(1, {contacts}).point_count, 0);
    EXPECT_EQ(error_of_last(), "");
    for (int frame = 2; frame <= 4; ++frame) contacts = solver.frame(frame, sheet_inputs(frame));
    ASSERT_GT(contacts.point_count, 20);
    lines.parms().set("scale", 0.125);
    lines.parms().set("open", 1);
    const GeoDetail drawn = lines.frame(4, {contacts});
    ASSERT_EQ(error_of_last(), "");
    EXPECT_EQ(drawn.primitive_count, contacts.point_count);
    EXPECT_EQ(drawn.point_count, 2 * contacts.point_count);
    const Vec3Array x = positions_of(drawn), n = point_vectors(contacts, "N");
    for (std::size_t c = 0; c < n.size(); ++c)
        EXPECT_LT((x[2 * c + 1] - x[2 * c] - 0.125 * n[c]).norm(), 1e-6);
    lines.frame(4, {test::sheet_detail()});
    EXPECT_TRUE(test::contains(error_of_last(), "no point attribute state")) << error_of_last();
}

TEST(SopVerbs, colours_tell_stick_from_slip)
{
    GeometryTable table;
    table.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)};
    table.point_attributes["N"] = {3, {0, 1, 0, 0, 1, 0, 0, 1, 0}, false};
    table.point_attributes["state"] = {1, {1, 2, 0}, true};
    table.point_attributes["cone"] = {1, {0.25, 1.0, 0.0}, false};
    table.point_attributes["mu"] = {1, {0.5, 0.5, 0.5}, false};
    Node lines("stiction_contacts");
    const GeoDetail drawn = lines.frame(1, {detail_from_table(table, {})});
    EXPECT_EQ(drawn.primitive_count, 2) << "the open one is left out";
    const Vec3Array colour = point_vectors(drawn, "Cd");
    EXPECT_GT(colour[0].z(), colour[0].x());
    EXPECT_GT(colour[2].x(), colour[2].z());
}

TEST(SopVerbs, surface_encloses_about_what_the_mesh_does)
{
    Node node("stiction_surface");
    const SurfaceMesh ball = sphere_surface(0.5, 24);
    node.parms().set("resolution", 48);
    const GeoDetail skin = node.cook(0.0, {test::detail_of(ball, Vec3::Zero())});
    ASSERT_EQ(error_of_last(), "");
    const GeometryTable table = table_from_detail(skin, "skin");
    ASSERT_GT(table.polygons.size(), 100U);
    const double volume = enclosed_volume(table.positions, surface_triangles(table));
    EXPECT_NEAR(volume, enclosed_volume(ball.positions, ball.triangles), 0.1 * volume);
    node.cook(0.0, {test::sheet_detail()});
    EXPECT_TRUE(test::contains(error_of_last(), "open")) << error_of_last();
    node.parms().set("surface_radius", 0.01);
    node.cook(0.0, {test::detail_of(ball, Vec3::Zero())});
    EXPECT_TRUE(test::contains(error_of_last(), "0.3")) << error_of_last();
}

}  // namespace
}  // namespace stiction::sop_tests
