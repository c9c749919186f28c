// What differs within an object: friction, masses, density, stiffness.

#include "hdk_plugins/tests/adapter/object_squares.hpp"

#include <gtest/gtest.h>

namespace stiction::object_tests {
namespace {

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

}  // namespace
}  // namespace stiction::object_tests
