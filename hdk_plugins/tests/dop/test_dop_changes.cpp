// What may not change in the middle of a simulation, and what is said then.

#include "hdk_plugins/tests/dop/dop_network.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace stiction::dop_tests {
namespace {

TEST(DopSolver, changed_parameters_are_noticed)
{
    const std::unique_ptr<test::MiniEngine> engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    engine->options().setOptionI("solver_iterations", 9);
    hdk_double::messages.clear();
    EXPECT_EQ(engine->advance(), kSuccess);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "reset the simulation"));
}

// Sheet, block and floor (0, 1, 2), some steps in.
std::unique_ptr<test::MiniEngine> network_at(std::size_t frame)
{
    auto engine = network();
    EXPECT_EQ(engine->create(), kSuccess);
    while (engine->frames() <= frame) EXPECT_EQ(engine->advance(), kSuccess);
    return engine;
}

// The step is refused with one message that names the thing, says what it is and what to do; nothing is written.
void expect_refusal(test::MiniEngine& engine, std::initializer_list<const char*> parts)
{
    const std::size_t frames = engine.frames();
    hdk_double::messages.clear();
    EXPECT_EQ(engine.advance(), kFail);
    EXPECT_EQ(engine.frames(), frames);
    ASSERT_EQ(hdk_double::messages.size(), 1U);
    EXPECT_EQ(hdk_double::messages[0].severity, UT_ERROR_ABORT);
    for (const char* part : parts)
        EXPECT_TRUE(test::contains(hdk_double::messages[0].text, part)) << hdk_double::messages[0].text;
    EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "reset the simulation"))
        << hdk_double::messages[0].text;
}

// Once things are as they were the simulation goes on as if nothing had been.
void expect_the_same_end(test::MiniEngine& engine)
{
    const std::unique_ptr<test::MiniEngine> undisturbed = network();
    run(*undisturbed);
    run(engine);
    EXPECT_EQ(hash_at(engine, test::kFrames), hash_at(*undisturbed, test::kFrames));
}

TEST(DopSolver, another_time_step_is_refused)
{
    for (const double factor : {0.5, 1.001, 2.0}) {
        const auto engine = network_at(2);
        engine->set_timestep(factor * test::kFrameTime);
        expect_refusal(*engine, {"sheet", "time step", "0.03125 s", "substeps"});
        engine->set_timestep(test::kFrameTime);
        expect_the_same_end(*engine);
    }
}

TEST(DopSolver, an_object_that_appears_is_refused)
{
    const auto engine = network_at(2);
    GeoDetail block = test::block_detail();
    engine->add_object("late", block);
    expect_refusal(*engine, {"late", "this object appeared after the start"});
    // Not new any more, still not one of those of the start.
    engine->set_listed(3, false);
    ASSERT_EQ(engine->advance(), kSuccess);
    engine->set_listed(3, true);
    expect_refusal(*engine, {"late", "this object appeared after the start"});
}

// The first one carries the data of all.
TEST(DopSolver, an_object_that_leaves_is_refused)
{
    for (const std::size_t gone : {0U, 1U}) {
        const auto engine = network_at(2);
        engine->set_listed(gone, false);
        if (gone == 0)
            expect_refusal(*engine, {"block", "first object of its simulation is gone"});
        else
            expect_refusal(*engine, {"block", "this object of the start is gone"});
        engine->set_listed(gone, true);
        expect_the_same_end(*engine);
    }
}

TEST(DopSolver, colliders_that_come_and_go_are_refused)
{
    const auto engine = network_at(2);
    engine->set_listed(2, false);
    expect_refusal(*engine, {"floor", "this collider of the start is gone"});
    engine->set_listed(2, true);
    expect_the_same_end(*engine);
    const auto other = network_at(2);
    other->add_collider("wall", [](int) { return test::floor_detail(0); });
    expect_refusal(*other, {"wall", "this collider appeared after the start"});
}

// No step has been made: the simulation begins anew with what is there now. Houdini may list relationships late.
TEST(DopSolver, before_the_first_step_anything_may_come)
{
    for (const std::size_t late : {0U, 1U, 2U}) {
        const auto engine = network();
        engine->set_listed(late, false);
        ASSERT_EQ(engine->create(), kSuccess);
        engine->set_listed(late, true);
        hdk_double::messages.clear();
        ASSERT_EQ(engine->advance(), kSuccess) << late;
        EXPECT_TRUE(hdk_double::messages.empty());
        ASSERT_EQ(engine->advance(), kSuccess) << late;
        EXPECT_EQ(rest_data(*engine, 2).record()->members.objects.size(), 2U);
        EXPECT_EQ(rest_data(*engine, 2).record()->members.colliders.size(), 1U);
        EXPECT_EQ(state_data(*engine, 2).getOptions().getOptionI("step"), 2 * test::kStepsPerFrame);
    }
    const auto engine = network();
    ASSERT_EQ(engine->create(), kSuccess);
    engine->set_timestep(0.5 * test::kFrameTime);
    ASSERT_EQ(engine->advance(), kSuccess);
    EXPECT_EQ(rest_data(*engine, 1).record()->solver().host_step(), 0.5 * test::kFrameTime);
}

TEST(DopSolver, other_points_or_primitives_are_refused)
{
    const auto lost = network_at(2);
    lost->replace_geometry(0, test::block_detail());
    expect_refusal(*lost, {"sheet", "27 points"});
    const auto more = network_at(2);
    GeoDetail two = more->geometry(2, 0);
    two.point_count += 1;
    for (GeoAttribute& attribute : two.attributes_of(GeoOwner::point))
        attribute.reals.resize(attribute.reals.size() + static_cast<std::size_t>(attribute.size), 0.0);
    more->replace_geometry(0, two);
    expect_refusal(*more, {"sheet", "82 points", "81"});
    // The same points, the other diagonals of the faces left out.
    const auto cut = network_at(2);
    cut->replace_geometry(
        0, test::detail_of({positions_of(cut->geometry(2, 0)), {Triangle(0, 1, 9)}}, Vec3::Zero()));
    expect_refusal(*cut, {"sheet", "81 points and 1 primitives"});
}

// Another node may leave anything where the solver wants to write.
TEST(DopSolver, a_velocity_or_position_of_another_form_is_refused)
{
    for (const char* name : {"v", "P"}) {
        const auto engine = network_at(2);
        GeoDetail changed = engine->geometry(2, 0);
        for (GeoAttribute& attribute : changed.attributes_of(GeoOwner::point))
            if (attribute.name == name) {
                attribute.kind = GeoAttribute::Kind::integer;
                attribute.integers.assign(attribute.reals.size(), 0);
                attribute.reals.clear();
            }
        engine->replace_geometry(0, changed);
        hdk_double::messages.clear();
        EXPECT_EQ(engine->advance(), kFail) << name;
        EXPECT_EQ(engine->frames(), 3U);
        ASSERT_EQ(hdk_double::messages.size(), 1U);
        EXPECT_TRUE(test::contains(hdk_double::messages[0].text, "three real numbers"))
            << hdk_double::messages[0].text;
    }
}

TEST(DopSolver, a_collider_of_other_topology_is_refused)
{
    auto engine = std::make_unique<test::MiniEngine>(test::kFrameTime);
    engine->add_object("sheet", test::sheet_detail());
    engine->add_collider("floor", [](int frame) {
        SurfaceMesh box = box_surface(Vec3(0.8, 0.2, 0.8), {4, 1, 4});
        if (frame > 2) box.triangles.pop_back();
        return test::detail_of(box, Vec3(0.0, -0.1, 0.0));
    });
    ASSERT_EQ(engine->create(), kSuccess);
    for (int i = 0; i < 2; ++i) ASSERT_EQ(engine->advance(), kSuccess);
    expect_refusal(*engine, {"floor", "primitives"});
}

}  // namespace
}  // namespace stiction::dop_tests
