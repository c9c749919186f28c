#include "hdk_plugins/adapter/geometry_piece.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace stiction {
namespace {

TEST(GeometryPiece, one_geometry_is_one_object)
{
    const std::vector<GeometryPiece> pieces = split_pieces(test::two_squares(), "cloth");
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(pieces[0].points, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(pieces[0].triangles.size(), 4U);
    EXPECT_EQ(pieces[0].triangles[0], Triangle(0, 1, 2));
    EXPECT_EQ(pieces[0].triangles[1], Triangle(0, 2, 3));
}

TEST(GeometryPiece, names_of_primitives_split_it)
{
    GeoDetail detail = test::two_squares();
    test::add_texts(detail, GeoOwner::primitive, "name", {"left", "right"}, {1, 0});
    const std::vector<GeometryPiece> pieces = split_pieces(detail, "cloth");
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_EQ(pieces[0].name, "right");
    EXPECT_EQ(pieces[1].name, "left");
    EXPECT_EQ(pieces[1].points, (std::vector<Index>{4, 5, 6, 7}));
    EXPECT_EQ(pieces[1].triangles[0], Triangle(0, 1, 2));
}

TEST(GeometryPiece, pieces_may_not_share_points)
{
    GeoDetail detail = test::two_squares();
    test::add_texts(detail, GeoOwner::primitive, "name", {"left", "right"}, {0, 1});
    detail.vertex_points[4] = 3;
    EXPECT_TRUE(test::contains(test::input_error([&] { split_pieces(detail, "cloth"); }),
                               "point 3 belongs to 'left' and to 'right'"));
}

TEST(GeometryPiece, points_of_no_face_are_left_out)
{
    GeometryTable table;
    table.positions = {Vec3(9, 9, 9), Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(8, 8, 8)};
    table.polygons = {{1, 2, 3}};
    const std::vector<GeometryPiece> pieces = split_pieces(detail_from_table(table, {}), "cloth");
    EXPECT_EQ(pieces[0].points, (std::vector<Index>{1, 2, 3}));
    EXPECT_EQ(pieces[0].triangles[0], Triangle(0, 1, 2));
}

TEST(GeometryPiece, tets_come_before_the_polygons_on_their_skin)
{
    GeometryTable table;
    table.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
    table.tets = {Tet(0, 1, 2, 3)};
    table.polygons = {{0, 2, 1}};
    const std::vector<GeometryPiece> pieces = split_pieces(detail_from_table(table, {}), "soft");
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(pieces[0].tets.size(), 1U);
    EXPECT_TRUE(pieces[0].triangles.empty());
    EXPECT_EQ(collider_triangles(detail_from_table(table, {}), "soft").size(), 5U);
}

TEST(GeometryPiece, tables_that_do_not_hold_together_are_refused)
{
    const auto refused = [](auto&& change) {
        GeoDetail detail = test::two_squares();
        test::add_texts(detail, GeoOwner::primitive, "name", {"a"}, {0, 0});
        change(detail);
        return test::input_error([&] { check_detail(detail, "cloth"); });
    };
    EXPECT_EQ(refused([](GeoDetail&) {}), "");
    EXPECT_TRUE(test::contains(refused([](GeoDetail& d) { d.vertex_points[2] = 8; }), "names point 8 of 8"));
    EXPECT_TRUE(test::contains(refused([](GeoDetail& d) { d.vertex_points[2] = -1; }), "names point -1"));
    EXPECT_TRUE(
        test::contains(refused([](GeoDetail& d) { d.primitives[0].vertices[0] = 80; }), "vertex 80 of 8"));
    EXPECT_TRUE(test::contains(refused([](GeoDetail& d) { d.primitives[0].corners[0] = 5; }), "8 vertices"));
    EXPECT_TRUE(test::contains(refused([](GeoDetail& d) { d.primitive_count = 3; }), "where it says 3"));
    EXPECT_TRUE(
        test::contains(refused([](GeoDetail& d) { d.attributes_of(GeoOwner::point)[0].reals.pop_back(); }),
                       "attribute P has 23 values"));
    EXPECT_TRUE(test::contains(refused([](GeoDetail& d) { d.attributes_of(GeoOwner::point)[0].name = "Q"; }),
                               "no point attribute P"));
    EXPECT_TRUE(
        test::contains(refused([](GeoDetail& d) { d.attributes_of(GeoOwner::primitive)[0].integers[0] = 1; }),
                       "names text 1 of 1"));
}

TEST(GeometryPiece, nothing_to_simulate_is_refused)
{
    GeometryTable table;
    table.positions = {Vec3::Zero()};
    const GeoDetail detail = detail_from_table(table, {});
    EXPECT_TRUE(test::contains(test::input_error([&] { split_pieces(detail, "pts"); }), "no polygons"));
    EXPECT_TRUE(test::contains(test::input_error([&] { collider_triangles(detail, "pts"); }), "needs faces"));
}

// Files that Houdini wrote: cubes become solids with the right side out, a soup the same as its polygons.
TEST(GeometryPiece, real_files)
{
    if (test::houdini_files().empty())
        GTEST_SKIP() << "the folder of Houdini's files is not beside the repository";
    const std::filesystem::path folder = std::filesystem::path(test::houdini_files()[0]).parent_path();
    for (const char* name :
         {"cube_primgroup_14.geo", "cube_primgroup_14.bgeo", "psoup_simple.geo", "psoup_simple.bgeo"}) {
        const GeoDetail detail = decode_geo(read_file(folder / name), name);
        check_detail(detail, name);
        const std::vector<GeometryPiece> pieces = split_pieces(detail, name);
        ASSERT_EQ(pieces.size(), 1U) << name;
        EXPECT_EQ(pieces[0].triangles.size(), 12U) << name;
        EXPECT_EQ(pieces[0].points.size(), 8U) << name;
        EXPECT_NEAR(enclosed_volume(positions_of(detail), pieces[0].triangles), 1.0, 1e-6) << name;
        EXPECT_EQ(collider_triangles(detail, name).size(), 12U) << name;
    }
    for (const char* name : {"empty_16.bgeo", "points_noprim_15.geo", "simple_partanim_14.0017.bgeo"}) {
        const GeoDetail detail = decode_geo(read_file(folder / name), name);
        EXPECT_NE(test::input_error([&] {
                      check_detail(detail, name);
                      split_pieces(detail, name);
                  }),
                  "")
            << name;
    }
}

}  // namespace
}  // namespace stiction
