#include "solver_core/io/obj.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

const std::string kVertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
using Polygons = std::vector<std::vector<Index>>;

Polygons polygons(const std::string& faces) { return decode_obj(kVertices + faces, "a.obj").polygons; }
std::string message(const std::string& text)
{
    return test::input_error([&] { decode_obj(text, "a.obj"); });
}

TEST(Obj, faces_in_every_spelling)
{
    EXPECT_EQ(polygons("f 1 2 3 4\n"), (Polygons{{0, 1, 2, 3}}));
    EXPECT_EQ(polygons("vt 0 0\nvn 0 0 1\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 3/1/1 4/1/1\n"),
              (Polygons{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(polygons("f -4 -3 -2\nv 9 9 9\nf -1 1 2\n"), (Polygons{{0, 1, 2}, {4, 0, 1}}));
    EXPECT_EQ(polygons("f 1 2 \\\n 3 4\n"), (Polygons{{0, 1, 2, 3}}));
    EXPECT_EQ(polygons("f 1 2 5\nv 2 2 2"),
              (Polygons{{0, 1, 4}}));  // face before its vertex, no last line break
}

TEST(Obj, comments_blank_lines_tabs_and_crlf)
{
    const GeometryTable table = decode_obj(
        "# made by hand\r\n\r\nmtllib a.mtl\r\no thing\r\nv 1e-3\t+2 -3.5 1.0 # with w\r\n\tv 0 0 0 0.5 0.5 "
        "0.5\r\n"
        "v 1 0 0\r\ng side\r\nusemtl m\r\ns off\r\nf 1 2 3 # face\r\n",
        "a.obj");
    ASSERT_EQ(table.positions.size(), 3U);
    EXPECT_EQ(table.positions[0], Vec3(1e-3, 2.0, -3.5));
    EXPECT_EQ(table.polygons, (Polygons{{0, 1, 2}}));
}

TEST(Obj, points_without_faces_are_geometry)
{
    EXPECT_EQ(decode_obj(kVertices, "a.obj").positions.size(), 4U);
    EXPECT_TRUE(polygons("").empty());
    EXPECT_EQ(decode_obj(kVertices + "l 1 2\np 3\n", "a.obj").other_primitives, 2);
}

// Scanners write a normal a vertex, before or after it; faces may name other ones.
TEST(Obj, normals_of_vertices_are_kept_and_those_of_corners_are_not)
{
    const std::string points = "vn 0 1 0\nv 0 0 0\nvn 0 0 2\nv 1 0 0\nv 0 1 0\nvn 1 0 0\n";
    for (const char* faces : {"", "f 1 2 3\n", "f 1//1 2//2 3//3\n", "f -3/1/-3 -2/1/-2 -1/1/-1\n"}) {
        const GeometryTable table = decode_obj(points + faces, "a.obj");
        ASSERT_EQ(table.point_attributes.count("N"), 1u) << faces;
        EXPECT_EQ(table.point_attributes.at("N").size, 3);
        EXPECT_EQ(table.point_attributes.at("N").values, (std::vector<double>{0, 1, 0, 0, 0, 2, 1, 0, 0}));
    }
    EXPECT_TRUE(decode_obj(points + "f 1//1 2//1 3//1\n", "a.obj").point_attributes.empty());
    EXPECT_TRUE(decode_obj("v 0 0 0\nv 1 0 0\nvn 0 1 0\n", "a.obj").point_attributes.empty());
    EXPECT_NE(message("v 0 0 0\nvn 0 1\n").find("fewer than three"), std::string::npos);
}

TEST(Obj, names_the_line_of_what_is_wrong)
{
    const std::pair<const char*, const char*> kBad[] = {
        {"f 1 2 9\n", "line 5: a face names vertex 9; there are 4 vertices"},
        {"f 1 2 0\n", "line 5: a face names vertex 0"},
        {"f -5 1 2\n", "line 5: a face names vertex -5"},
        {"f 1 2\n", "line 5: face 0 has 2 corners"},
        {"\nf 1 2 x\n", "line 6: 'x' is not a corner"},
        {"f 1 2 99999999999999999999\n", "is not a corner"},
        {"v 1 2\n", "line 5: a vertex has fewer than three coordinates"},
        {"v 1 2 3x\n", "line 5: '3x' is not a coordinate"},
        {"v 1 nan 3\n", "line 5: the position of point 4 is not finite"},
    };
    for (const auto& [text, expected] : kBad)
        EXPECT_TRUE(test::contains(message(kVertices + text), expected)) << text << message(kVertices + text);
    EXPECT_TRUE(test::contains(message(""), "has no vertices"));
    EXPECT_TRUE(test::contains(message("<html>"), "has no vertices"));
}

TEST(Obj, round_trip_keeps_every_bit_of_the_positions)
{
    GeometryTable table = test::sample_table();
    EXPECT_TRUE(test::contains(test::input_error([&] { encode_obj(table); }), "tetrahedra"));
    table.tets.clear();
    const std::string bytes = encode_obj(table);
    const GeometryTable again = decode_obj(bytes, "a.obj");
    EXPECT_EQ(again.positions, table.positions);
    EXPECT_EQ(again.polygons, table.polygons);
    EXPECT_EQ(encode_obj(again), bytes);
}

}  // namespace
}  // namespace stiction
