#include "hdk_plugins/adapter/host_scene.hpp"
#include "hdk_plugins/adapter/host_solver.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(HostScene, is_the_scene_of_the_files)
{
    const BuiltScene built = build_scene(test::moving_floor_host("projective"));
    ASSERT_EQ(built.scene.objects.size(), 3U);
    EXPECT_EQ(built.scene.objects[0].type, ObjectType::cloth);
    EXPECT_EQ(built.scene.objects[1].type, ObjectType::soft);
    EXPECT_EQ(built.scene.objects[2].type, ObjectType::collider);
    EXPECT_EQ(built.scene.time.step, 1.0 / 256.0);
    EXPECT_EQ(built.scene.solver.iterations, 5);
    EXPECT_EQ(built.scene.objects[0].friction, 0.5);
    EXPECT_EQ(built.scene.objects[0].thickness, 0.002);
    EXPECT_EQ(built.start.size(), built.links[0].points.size() + built.links[1].points.size());
    EXPECT_TRUE(built.velocity.empty());
    EXPECT_EQ(built.links[2].host_object, 2);
}

TEST(HostScene, a_bad_value_names_the_node_the_object_and_the_range)
{
    HostScene host = test::moving_floor_host("projective");
    host.objects[0].settings = {{"friction", -1.0}};
    const std::string text = test::input_error([&] { build_scene(host); });
    EXPECT_TRUE(test::contains(text, "/obj/dopnet1/stiction1")) << text;
    EXPECT_TRUE(test::contains(text, "sheet")) << text;
    EXPECT_TRUE(test::contains(text, "friction")) << text;
    EXPECT_TRUE(test::contains(text, "0 to 10")) << text;
}

TEST(HostScene, names_are_made_fit_and_different)
{
    HostScene host = test::moving_floor_host("projective");
    host.objects[0].name = "my cloth/é";
    host.objects[1].name = "my cloth__";
    host.objects[2].name = "my cloth///";
    const BuiltScene built = build_scene(host);
    EXPECT_EQ(built.scene.objects[0].name, "my_cloth___");
    EXPECT_EQ(built.scene.objects[1].name, "my_cloth__");
    EXPECT_EQ(built.scene.objects[2].name, "my_cloth____2");
}

TEST(HostScene, extra_settings_as_on_the_command_line)
{
    HostScene host = test::moving_floor_host("projective");
    host.extra = {"contact.pairs=[{\"a\": \"sheet\", \"b\": \"floor\", \"friction\": 0.125}]",
                  "gravity[1]=-1.5"};
    const BuiltScene built = build_scene(host);
    ASSERT_EQ(built.scene.contact.pairs.size(), 1U);
    EXPECT_EQ(built.scene.contact.pairs[0].friction, 0.125);
    EXPECT_EQ(built.scene.gravity.y(), -1.5);
    host.extra = {"solver.iteration=3"};
    EXPECT_TRUE(test::contains(test::input_error([&] { build_scene(host); }), "iterations"));
}

// Lines that would part the scene from the host's objects crash nothing and are not taken.
TEST(HostScene, extra_settings_leave_what_the_host_gives)
{
    for (const char* line :
         {R"(objects=[{"name": "a", "type": "cloth", "mesh": {"generator": "grid"}}])",
          R"(objects.floor.shape={"type": "sphere", "radius": 1})", "objects.floor.motion.velocity=[0, 1, 0]",
          R"(objects.floor={"name": "floor", "type": "cloth", "mesh": {"generator": "grid"}})",
          "objects.sheet.transform.translate=[0, 1, 0]", "objects.sheet.name=sail",
          "objects.sheet.mesh.divisions=[3, 3]", "time.step=0.5"}) {
        HostScene host = test::moving_floor_host("projective");
        host.extra = {line};
        const std::string text = test::input_error([&] { build_scene(host); });
        EXPECT_TRUE(test::contains(text, "found")) << line << ": " << text;
        EXPECT_TRUE(test::contains(text, "take the line out of the extra settings")) << line << ": " << text;
    }
    for (const char* line : {"time=5", "time=[]", "time=null"}) {
        HostScene host = test::moving_floor_host("projective");
        host.extra = {line};
        EXPECT_TRUE(test::contains(test::input_error([&] { build_scene(host); }), "time")) << line;
    }
    HostScene host = test::moving_floor_host("staggered");
    host.extra = {"objects.block.friction=0.25", "objects.block.pins=[{\"points\": [0]}]",
                  "objects.floor.shape.surface.gaps=mesh", "time.steps_per_frame=3"};
    const BuiltScene built = build_scene(host);
    EXPECT_EQ(built.scene.objects[0].friction, 0.25);
    EXPECT_EQ(built.scene.objects[0].pins.size(), 1U);
    EXPECT_EQ(built.scene.objects[1].surface.gaps, SurfaceGaps::mesh);
    EXPECT_EQ(built.scene.time.step, test::kFrameTime / 3);
}

// As the shelf's pile gives it to its ground: one geometry of few triangles, and an open one.
TEST(HostScene, a_colliders_surface_is_an_attribute)
{
    HostScene host = test::moving_floor_host("staggered");
    GeoDetail& floor = host.objects[1].geometry;
    floor = test::detail_of(grid_surface(1.0, 1.0, 1, 1, GridCut::alternating, 1), Vec3::Zero());
    EXPECT_TRUE(test::contains(test::input_error([&] { HostSolver solver(host); }), "open"));
    test::add_texts(floor, GeoOwner::global, "stiction_surface_gaps", {"mesh"}, {0});
    HostSolver solver(host);
    EXPECT_EQ(solver.built().scene.objects[1].surface.gaps, SurfaceGaps::mesh);
    EXPECT_TRUE(solver.advance(*solver.start(), {}, nullptr).state);
}

TEST(HostScene, pins_and_their_order)
{
    HostScene host = test::moving_floor_host("projective");
    std::vector<double> follow(81, 0.0);
    follow[3] = follow[7] = 1.0;
    std::vector<std::int64_t> stopped(81, 0);
    stopped[0] = 1;
    test::add_numbers(host.objects[0].geometry, GeoOwner::point, "pintoanimation", follow);
    test::add_integers(host.objects[0].geometry, GeoOwner::point, "stopped", stopped);
    const BuiltScene built = build_scene(host);
    const std::vector<Pin>& pins = built.scene.objects[0].pins;
    ASSERT_EQ(pins.size(), 3U);
    EXPECT_EQ(pins[0].points, (std::vector<Index>{0}));
    EXPECT_EQ(pins[1].points, (std::vector<Index>{3}));
    EXPECT_EQ(pins[2].points, (std::vector<Index>{7}));
    EXPECT_EQ(built.links[0].animated, (std::vector<Index>{3, 7}));
}

TEST(HostScene, a_time_step_that_is_none_is_refused)
{
    HostScene host = test::moving_floor_host("projective");
    for (const double step : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        host.time_step = step;
        EXPECT_TRUE(test::contains(test::input_error([&] { build_scene(host); }), "time step")) << step;
    }
}

// A painted coefficient under a rule that does not multiply: refused, not made of multipliers that mean something else.
TEST(HostScene, painted_friction_needs_the_product)
{
    HostScene host = test::moving_floor_host("projective");
    std::vector<double> painted(static_cast<std::size_t>(host.objects[0].geometry.point_count), 0.5);
    painted[3] = 0.25;
    test::add_numbers(host.objects[0].geometry, GeoOwner::point, "friction", painted);
    EXPECT_NO_THROW(HostSolver{host});
    host.settings.emplace_back("contact.friction_rule", "min");
    const std::string text = test::input_error([&] { HostSolver solver(host); });
    EXPECT_TRUE(test::contains(text, "sheet") && test::contains(text, "choose product")) << text;
}

}  // namespace
}  // namespace stiction
