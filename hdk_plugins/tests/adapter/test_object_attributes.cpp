// Attributes and parameters of an object: which are taken, under what name, which are refused.

#include "hdk_plugins/tests/adapter/object_squares.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace stiction::object_tests {
namespace {

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

TEST(HostObject, thickness_has_one_value)
{
    const std::string text = refusal([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "pscale", {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2});
    });
    EXPECT_TRUE(test::contains(text, "cloth: attribute pscale is 0.1 on point 0 and 0.2 on 7")) << text;
    EXPECT_TRUE(test::contains(text, "attribute name")) << text;
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

TEST(HostObject, what_vellum_has_and_this_has_not_is_said_once)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "dragnormal", std::vector<double>(8, 10.0));
        test::add_numbers(d, GeoOwner::point, "dynamicfriction", std::vector<double>(8, 1.0));
    });
    ASSERT_EQ(object.warnings.size(), 1U);
    EXPECT_TRUE(test::contains(object.warnings[0], "dynamicfriction, dragnormal")) << object.warnings[0];
}

// Before, they were left out without a word: the author of the geometry thinks that they act.
TEST(HostObject, attributes_of_a_form_that_is_not_used_are_listed)
{
    const PreparedObject object = prepared([](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::global, "v", {1.0, 0.0, 0.0}, 3);
        test::add_integers(d, GeoOwner::point, "restP", std::vector<std::int64_t>(8, 1));
        test::add_numbers(d, GeoOwner::primitive, "stopped", {1.0, 0.0});
        test::add_texts(d, GeoOwner::point, "mass", {"heavy"}, std::vector<std::int64_t>(8, 0));
    });
    ASSERT_EQ(object.warnings.size(), 2U);
    EXPECT_EQ(object.warnings[0], "cloth: not used: v, restP; three real numbers on points would be");
    EXPECT_EQ(object.warnings[1], "cloth: not used: mass, stopped; a number on points would be");
    EXPECT_TRUE(object.held.empty());
}

// It is written to after every step, as three numbers.
TEST(HostObject, a_velocity_of_another_form_is_refused)
{
    const auto text = [](GeoDetail& d) {
        test::add_texts(d, GeoOwner::point, "v", {"x"}, std::vector<std::int64_t>(8, 0));
    };
    const auto scalar = [](GeoDetail& d) {
        test::add_numbers(d, GeoOwner::point, "v", std::vector<double>(8, 1.0));
    };
    const auto integers = [](GeoDetail& d) {
        test::add_integers(d, GeoOwner::point, "v", std::vector<std::int64_t>(8, 1));
    };
    for (const Change& change : {Change(text), Change(scalar), Change(integers)})
        EXPECT_TRUE(test::contains(refusal(change), "three real numbers")) << refusal(change);
}

// A Merge with geometry that has a rest shape gives 0 to what has none.
TEST(HostObject, a_rest_shape_of_zeros_is_none)
{
    for (const char* name : {"restP", "rest"}) {
        const PreparedObject object = prepared([&](GeoDetail& d) {
            test::add_numbers(d, GeoOwner::point, name, std::vector<double>(24, 0.0), 3);
        });
        EXPECT_EQ(object.rest, object.start) << name;
        EXPECT_TRUE(object.warnings.empty()) << object.warnings[0];
    }
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
    for (const char* name : {"stopped", "pintoanimation", "disableself", "pscale"}) {
        const std::string text = refusal([&](GeoDetail& d) {
            test::add_numbers(d, GeoOwner::point, name, {nan, 1, 1, 1, 1, 1, 1, 1});
        });
        EXPECT_TRUE(test::contains(text, "found nan on point 0") ||
                    test::contains(text, "allowed: a finite number"))
            << text;
    }
    EXPECT_NE(refusal([&](GeoDetail& d) { d.attributes_of(GeoOwner::point)[0].reals[4] = nan; }), "");
}

}  // namespace
}  // namespace stiction::object_tests
