#include "hdk_plugins/adapter/host_object.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace stiction {
namespace {

using Change = std::function<void(GeoDetail&)>;

HostObject squares(const Change& change)
{
    HostObject object;
    object.name = "cloth";
    object.geometry = test::two_squares();
    change(object.geometry);
    return object;
}

PreparedObject prepared(const Change& change) { return prepare_object(squares(change)).at(0); }

std::string refusal(const Change& change)
{
    return test::input_error([&] { prepare_object(squares(change)); });
}

// The value that was set last for a path; null when none was.
Json setting(const PreparedObject& object, const std::string& path)
{
    Json found;
    for (const auto& [key, value] : object.settings)
        if (key == path) found = value;
    return found;
}

TEST(HostObject, friction_thickness_and_density)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "friction", std::vector<double>(8, 0.25));
        test::add_numbers(d, GeoOwner::global, "pscale", {0.01});
        test::add_numbers(d, GeoOwner::primitive, "density", {0.3, 0.3});
    });
    EXPECT_EQ(object.type, "cloth");
    EXPECT_EQ(setting(object, "friction"), 0.25);
    EXPECT_EQ(setting(object, "thickness"), 0.02);  // pscale is a radius
    EXPECT_EQ(setting(object, "material.density"), 0.3);
    EXPECT_TRUE(object.warnings.empty());
}

TEST(HostObject, friction_differs_from_point_to_point)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "friction", {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2});
    });
    EXPECT_EQ(setting(object, "friction"), 0.2);
    EXPECT_EQ(object.variation.friction, (std::vector<double>{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.0}));
    // Of primitives: each point has the mean of the triangles around it, here those of its own square.
    const PreparedObject squares_of = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::primitive, "friction", {0.25, 0.5});
    });
    EXPECT_EQ(setting(squares_of, "friction"), 0.5);
    EXPECT_EQ(squares_of.variation.friction, (std::vector<double>{0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0}));
    const std::string text = refusal([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "friction", {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, -0.2});
    });
    EXPECT_TRUE(test::contains(text, "friction is -0.2 on point 7; allowed: 0 to 10")) << text;
}

TEST(HostObject, thickness_has_one_value)
{
    const std::string text = refusal([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "pscale", {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2});
    });
    EXPECT_TRUE(test::contains(text, "cloth: attribute pscale is 0.1 on point 0 and 0.2 on 7")) << text;
    EXPECT_TRUE(test::contains(text, "attribute name")) << text;
}

TEST(HostObject, density_and_stiffness_differ_from_primitive_to_primitive)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::primitive, "density", {0.1, 0.3});
        test::add_numbers(d, GeoOwner::primitive, "stiction_material_stretch", {100.0, 400.0});
    });
    EXPECT_NEAR(setting(object, "material.density").get<double>(), 0.2, 1e-15);
    ASSERT_EQ(object.variation.mass.size(), 8U);
    EXPECT_NEAR(object.variation.mass[0], 0.5, 1e-12);
    EXPECT_NEAR(object.variation.mass[7], 1.5, 1e-12);
    EXPECT_EQ(setting(object, "material.stretch"), 400.0);
    EXPECT_EQ(object.variation.stiffness, (std::vector<double>{0.25, 0.25, 1.0, 1.0}));
    const std::string text = refusal([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::primitive, "stiction_material_bend", {1e-4, 1e-3});
    });
    EXPECT_TRUE(test::contains(text, "one value for an object")) << text;
}

TEST(HostObject, multipliers_are_taken_as_they_are)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "stiction_variation_friction", {1, 1, 1, 1, 2, 2, 2, 2});
        test::add_numbers(d, GeoOwner::primitive, "stiction_variation_stiffness", {0.5, 3.0});
    });
    EXPECT_EQ(object.variation.friction, (std::vector<double>{1, 1, 1, 1, 2, 2, 2, 2}));
    EXPECT_EQ(object.variation.stiffness, (std::vector<double>{0.5, 0.5, 3.0, 3.0}));
    const std::string text = refusal([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "stiction_variation_mass", {1, 1, 1, 1, 0, 1, 1, 1});
    });
    EXPECT_TRUE(test::contains(text, "stiction_variation_mass")) << text;
}

TEST(HostObject, pieces_have_their_own)
{
    const std::vector<PreparedObject> objects = prepare_object(squares([](GeoDetail& d) {
        test::add_texts(d, GeoOwner::primitive, "name", {"silk", "wool"}, {0, 1});
        test::add_numbers(d, GeoOwner::primitive, "friction", {0.1, 0.7});
    }));
    ASSERT_EQ(objects.size(), 2U);
    EXPECT_EQ(objects[0].name, "cloth-silk");
    EXPECT_EQ(setting(objects[0], "friction"), 0.1);
    EXPECT_EQ(setting(objects[1], "friction"), 0.7);
    EXPECT_EQ(objects[1].points, (std::vector<Index>{4, 5, 6, 7}));
}

TEST(HostObject, attributes_win_over_the_node)
{
    HostObject object =
        squares([](GeoDetail& d) { test::add_numbers(d, GeoOwner::global, "friction", {0.9}); });
    object.settings = {{"friction", 0.1}, {"thickness", 0.005}};
    const PreparedObject made = prepare_object(object).at(0);
    EXPECT_EQ(setting(made, "friction"), 0.9);
    EXPECT_EQ(setting(made, "thickness"), 0.005);
}

// Fans give a quarter square a third of 1 or of 2 half squares: masses of an even sheet of 0.3 kg/m^2.
std::vector<double> even_masses()
{
    const double one = 0.3 / 6.0, two = 0.3 / 3.0;
    return {two, one, two, one, two, one, two, one};
}

TEST(HostObject, masses_become_a_density)
{
    const PreparedObject object =
        prepared([](GeoDetail& d) { test::add_numbers(d, GeoOwner::point, "mass", even_masses()); });
    EXPECT_NEAR(setting(object, "material.density").get<double>(), 0.3, 1e-15);
    EXPECT_TRUE(object.warnings.empty());
    EXPECT_TRUE(object.held.empty());
}

TEST(HostObject, points_without_mass_are_held_and_do_not_dilute_it)
{
    std::vector<double> mass = even_masses();
    mass[0] = mass[5] = 0.0;
    const PreparedObject object =
        prepared([&](GeoDetail& d) { test::add_numbers(d, GeoOwner::point, "mass", mass); });
    EXPECT_NEAR(setting(object, "material.density").get<double>(), 0.3, 1e-15);
    EXPECT_EQ(object.held, (std::vector<Index>{0, 5}));
    EXPECT_TRUE(test::contains(refusal([](GeoDetail& d) {
                                   test::add_numbers(d, GeoOwner::point, "mass", std::vector<double>(8, 0.0));
                               }),
                               "0 on every point"));
}

TEST(HostObject, uneven_masses_are_every_points_own)
{
    std::vector<double> mass = even_masses();
    mass[3] += 0.6;
    const PreparedObject object =
        prepared([&](GeoDetail& d) { test::add_numbers(d, GeoOwner::point, "mass", mass); });
    EXPECT_NEAR(setting(object, "material.density").get<double>(), 0.6, 1e-15);
    EXPECT_TRUE(object.warnings.empty());
    // Density times share times multiplier is the mass again.
    const std::vector<double> even = even_masses();
    ASSERT_EQ(object.variation.mass.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_NEAR(object.variation.mass[i] * 0.6 * even[i] / 0.3, mass[i], 1e-12) << i;
}

TEST(HostObject, pins)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        // bit 1 stops moving, bit 2 alone only turning
        test::add_integers(d, GeoOwner::point, "stopped", {1, 2, 3, 0, 0, 0, 0, 0});
        test::add_numbers(d, GeoOwner::point, "pintoanimation", {0, 0, 0, 0, 0, 1, 0, 0.5});
        test::add_integers(d, GeoOwner::point, "gluetoanimation", {0, 0, 0, 0, 1, 0, 0, 0});
    });
    EXPECT_EQ(object.held, (std::vector<Index>{0, 2}));
    EXPECT_EQ(object.animated, (std::vector<Index>{4, 5, 7}));
}

TEST(HostObject, rest_shape_and_velocity)
{
    std::vector<double> rest, velocity;
    const GeoDetail plain = test::two_squares();
    for (const Vec3& x : positions_of(plain)) {
        rest.insert(rest.end(), {x.x(), x.y() + 1.0, 2.0 * x.z()});
        velocity.insert(velocity.end(), {1.0, 2.0, 3.0});
    }
    const PreparedObject object = prepared([&](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "restP", rest, 3);
        test::add_numbers(d, GeoOwner::point, "v", velocity, 3);
    });
    EXPECT_EQ(object.start, positions_of(plain));
    EXPECT_EQ(object.rest[2], Vec3(1, 1, 2));
    EXPECT_EQ(object.velocity[7], Vec3(1, 2, 3));
    EXPECT_EQ(prepared([](GeoDetail&) {}).rest, object.start);
    EXPECT_TRUE(prepared([](GeoDetail&) {}).velocity.empty());
}

TEST(HostObject, any_parameter_by_its_name)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::primitive, "stiction_material_stretch", {150.0, 150.0});
        test::add_integers(d, GeoOwner::global, "stiction_self_contact", {0});
        test::add_texts(d, GeoOwner::global, "stiction_material_law", {"orthotropic"}, {0});
        test::add_numbers(d, GeoOwner::global, "stiction_material_warp", {0.0, 0.0, 1.0}, 3);
    });
    EXPECT_EQ(setting(object, "material.stretch"), 150.0);
    EXPECT_EQ(setting(object, "self_contact"), false);
    EXPECT_EQ(setting(object, "material.law"), "orthotropic");
    EXPECT_EQ(setting(object, "material.warp"), Json({0.0, 0.0, 1.0}));
    EXPECT_TRUE(test::contains(refusal([](GeoDetail& d) {
                                   test::add_numbers(d, GeoOwner::global, "stiction_material_strech", {1.0});
                               }),
                               "did you mean stiction_material_stretch?"));
}

TEST(HostObject, what_vellum_has_and_this_has_not_is_said_once)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "dragnormal", std::vector<double>(8, 10.0));
        test::add_numbers(d, GeoOwner::point, "dynamicfriction", std::vector<double>(8, 1.0));
    });
    ASSERT_EQ(object.warnings.size(), 1U);
    EXPECT_TRUE(test::contains(object.warnings[0], "dynamicfriction, dragnormal")) << object.warnings[0];
}

TEST(HostObject, tets_of_either_order)
{
    for (const Tet& tet : {Tet(0, 1, 2, 3), Tet(0, 1, 3, 2)}) {
        GeometryTable table;
        table.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
        table.tets = {tet};
        HostObject object{"jelly", false, detail_from_table(table, {}), {}};
        const PreparedObject made = prepare_object(object).at(0);
        EXPECT_EQ(made.type, "soft");
        EXPECT_EQ(made.tets[0], Tet(0, 1, 2, 3));
    }
}

HostObject collider_squares(const std::vector<double>& friction)
{
    HostObject object = squares([&](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::primitive, "friction", friction);
        test::add_numbers(d, GeoOwner::primitive, "pscale", {0.001, 0.001});
    });
    object.is_collider = true;
    return object;
}

TEST(HostObject, colliders_without_names_keep_all_their_points)
{
    const std::vector<PreparedObject> made = prepare_object(collider_squares({0.4, 0.4}));
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].type, "collider");
    EXPECT_EQ(made[0].start.size(), 8U);
    EXPECT_EQ(setting(made[0], "friction"), 0.4);
    EXPECT_TRUE(test::contains(test::input_error([] {
                                   prepare_object(collider_squares({0.4, 0.5}));
                               }),
                               "text attribute name"));
}

TEST(HostObject, names_tell_colliders_apart)
{
    HostObject object = collider_squares({0.4, 0.5});
    test::add_texts(object.geometry, GeoOwner::primitive, "name", {"b", "a"}, {0, 1});
    const std::vector<PreparedObject> made = prepare_object(object);
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[0].name, object.name + "-b");
    EXPECT_EQ(made[1].name, object.name + "-a");
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(made[i].type, "collider");
        EXPECT_EQ(setting(made[i], "friction"), i == 0 ? 0.4 : 0.5);
        EXPECT_EQ(setting(made[i], "thickness"), 0.002);
        EXPECT_EQ(made[i].triangles.size(), 2U);
        const auto first = static_cast<Index>(4 * i);
        EXPECT_EQ(made[i].points, (std::vector<Index>{first, first + 1, first + 2, first + 3}));
        EXPECT_EQ(made[i].start[1], positions_of(object.geometry)[4 * i + 1]);
    }
}

// A closed body cut where a name ends would be two open ones.
TEST(HostObject, colliders_that_share_points_are_one)
{
    const SurfaceMesh box = box_surface(Vec3::Ones(), {2, 2, 2});
    HostObject object{"body", true, test::detail_of(box, Vec3::Zero()), {}};
    std::vector<std::int64_t> number(box.triangles.size(), 0);
    for (std::size_t i = number.size() / 2; i < number.size(); ++i) number[i] = 1;
    test::add_texts(object.geometry, GeoOwner::primitive, "name", {"head", "torso"}, number);
    const std::vector<PreparedObject> made = prepare_object(object);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].name, "body-head");
    EXPECT_EQ(made[0].triangles.size(), box.triangles.size());
    EXPECT_EQ(made[0].start.size(), box.positions.size());
}

// Houdini's Merge gives every primitive every attribute: 0 where it had none.
TEST(HostObject, what_a_merge_fills_in_is_no_parameter)
{
    const auto with_young = [](double young) {
        return [young](GeoDetail& d) {
            test::add_numbers(d, GeoOwner::primitive, "stiction_material_young", {young, 0.0});
            test::add_texts(d, GeoOwner::primitive, "name", {"a", "b"}, {0, 1});
        };
    };
    EXPECT_EQ(prepare_object(squares(with_young(0.0))).size(), 2U);
    EXPECT_TRUE(test::contains(refusal(with_young(1e5)), "names no parameter of a cloth object"));
}

TEST(HostObject, numbers_that_are_none_are_refused)
{
    const double nan = std::nan("");
    EXPECT_TRUE(test::contains(
        refusal([&](GeoDetail& d) { test::add_numbers(d, GeoOwner::global, "friction", {nan}); }),
        "friction"));
    EXPECT_TRUE(test::contains(refusal([&](GeoDetail& d) {
                                   test::add_numbers(d, GeoOwner::point, "mass", {1, 1, 1, nan, 1, 1, 1, 1});
                               }),
                               "point 3"));
    EXPECT_NE(refusal([&](GeoDetail& d) { d.attributes_of(GeoOwner::point)[0].reals[4] = nan; }), "");
}

// The set-up assets give an object's numbers by name; what its input has of them before is neither mixed in nor refused.
TEST(HostObject, a_parameter_by_its_name_takes_the_place_of_attributes)
{
    HostObject host{"sheet", false, test::sheet_detail(), {}};
    std::vector<double> painted(81, 0.5), radius(81, 0.002), mass(81, 0.001);
    painted[3] = radius[3] = 0.25;
    mass[3] = 0.003;
    mass[5] = 0.0;
    test::add_numbers(host.geometry, GeoOwner::point, "friction", painted);
    test::add_numbers(host.geometry, GeoOwner::point, "mass", mass);
    const std::vector<PreparedObject> plain = prepare_object(host);
    EXPECT_FALSE(plain[0].variation.friction.empty());
    EXPECT_FALSE(plain[0].variation.mass.empty());
    test::add_numbers(host.geometry, GeoOwner::point, "pscale", radius);
    EXPECT_NE(test::input_error([&] { prepare_object(host); }), "");
    for (const auto& [name, value] :
         {std::pair("friction", 0.3), std::pair("thickness", 0.01), std::pair("material_density", 0.2)})
        test::add_numbers(host.geometry, GeoOwner::global, std::string("stiction_") + name, {value});
    const std::vector<PreparedObject> named = prepare_object(host);
    EXPECT_TRUE(named[0].variation.friction.empty());
    EXPECT_TRUE(named[0].variation.mass.empty());
    EXPECT_EQ(named[0].held, std::vector<Index>{5}) << "mass 0 still holds a point";
    std::map<std::string, Json> settings(named[0].settings.begin(), named[0].settings.end());
    EXPECT_EQ(settings.size(), 3U);
    EXPECT_EQ(settings["friction"], 0.3);
    EXPECT_EQ(settings["thickness"], 0.01);
    EXPECT_EQ(settings["material.density"], 0.2);
}

}  // namespace
}  // namespace stiction
