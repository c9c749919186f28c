// Colliders of one geometry.

#include "hdk_plugins/tests/adapter/object_squares.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"

#include <gtest/gtest.h>

namespace stiction::object_tests {
namespace {

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

}  // namespace
}  // namespace stiction::object_tests
