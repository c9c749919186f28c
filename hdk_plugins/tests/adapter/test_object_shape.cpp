// Where an object's nodes are, which of them are held, and what it is made of.

#include "hdk_plugins/tests/adapter/object_squares.hpp"

#include <gtest/gtest.h>

namespace stiction::object_tests {
namespace {

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

}  // namespace
}  // namespace stiction::object_tests
