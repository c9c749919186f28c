#include "solver_core/io/ply.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using Polygons = std::vector<std::vector<Index>>;

GeometryTable read(const std::string& text) { return decode_ply(text, "a.ply"); }
std::string message(const std::string& text)
{
    return test::input_error([&] { read(text); });
}

const std::string kSquare =
    "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 4\nproperty float x\nproperty double y\n"
    "property float32 z\nproperty float nx\nproperty float ny\nproperty float nz\nproperty int id\n"
    "element face 2\nproperty uchar flags\nproperty list uchar int vertex_indices\n"
    "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n"
    "0 0 0 0 0 1 10\n1 0 0 0 0 1 11\n1 1 0 0 0 1 12\n0 1 0 0 0 1 13\n7 3 0 1 2\n7 4 0 1 2 3\n0 1\n";

TEST(Ply, ascii)
{
    const GeometryTable table = read(kSquare);
    EXPECT_EQ(table.positions.size(), 4U);
    EXPECT_EQ(table.positions[2], Vec3(1, 1, 0));
    EXPECT_EQ(table.polygons, (Polygons{{0, 1, 2}, {0, 1, 2, 3}}));
    EXPECT_EQ(table.point_attributes.at("N").size, 3);
    EXPECT_EQ(table.point_attributes.at("N").values[5], 1.0);
    EXPECT_TRUE(table.point_attributes.at("id").integer);
    EXPECT_EQ(table.point_attributes.at("id").values[3], 13.0);
}

TEST(Ply, crlf_and_other_names)
{
    std::string text = kSquare;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
        text.replace(at, 1, "\r\n");
    text.replace(text.find("vertex_indices"), 14, "vertex_index");
    EXPECT_TRUE(test::same(read(text), read(kSquare)));
}

TEST(Ply, vertices_alone_are_geometry)
{
    const GeometryTable table = read(
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
        "end_header\n1 2 3\n");
    EXPECT_EQ(table.positions.at(0), Vec3(1, 2, 3));
}

TEST(Ply, binary_in_both_byte_orders)
{
    const std::string header =
        " 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nproperty ushort "
        "n\nend_header\n";
    const auto body = [](std::initializer_list<int> values) {
        std::string out;
        for (const int value : values) out += static_cast<char>(value);
        return out;
    };
    const GeometryTable little = read("ply\nformat binary_little_endian" + header +
                                      body({0, 0, 0x80, 0x3F, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40, 1, 2}));
    const GeometryTable big = read("ply\nformat binary_big_endian" + header +
                                   body({0x3F, 0x80, 0, 0, 0x40, 0, 0, 0, 0x40, 0x40, 0, 0, 2, 1}));
    EXPECT_EQ(little.positions[0], Vec3(1, 2, 3));
    EXPECT_EQ(little.point_attributes.at("n").values[0], 513.0);
    EXPECT_TRUE(test::same(little, big));
}

TEST(Ply, round_trip_of_everything_a_table_holds)
{
    const GeometryTable table = test::sample_table();
    const std::string bytes = encode_ply(table, {});
    EXPECT_TRUE(test::same(read(bytes), test::rounded(table)));
    EXPECT_EQ(encode_ply(read(bytes), {}), bytes);
    GeometryWriteOptions fine;
    fine.double_precision = true;
    const std::string fine_bytes = encode_ply(table, fine);
    EXPECT_TRUE(test::same(read(fine_bytes), table));
}

TEST(Ply, polygons_of_more_than_255_corners)
{
    GeometryTable table;
    for (int i = 0; i < 300; ++i) table.positions.emplace_back(i, i * i, 1);
    table.polygons.emplace_back();
    for (int i = 0; i < 300; ++i) table.polygons[0].push_back(i);
    EXPECT_TRUE(test::same(read(encode_ply(table, {})), table));
}

TEST(Ply, names_that_would_collide_are_refused)
{
    GeometryTable table = test::sample_table();
    table.point_attributes["x"] = table.point_attributes["mass"];
    EXPECT_TRUE(test::contains(test::input_error([&] { encode_ply(table, {}); }), "would be called 'x'"));
    table = test::sample_table();
    table.point_groups["two words"] = {};
    EXPECT_TRUE(test::contains(test::input_error([&] { encode_ply(table, {}); }), "has a space"));
}

TEST(Ply, refuses_what_does_not_add_up)
{
    const auto changed = [](const std::string& from, const std::string& to) {
        std::string text = kSquare;
        text.replace(text.find(from), from.size(), to);
        return message(text);
    };
    const std::tuple<const char*, const char*, const char*> kBad[] = {
        {"ply\n", "plx\n", "line 1: the first line of a PLY file is 'ply'"},
        {"ascii", "unicode", "line 2: 'unicode' is not a PLY format"},
        {"property float x", "property half x", "'half' is not a PLY type"},
        {"property float x", "property float w", "vertices have no property x"},
        {"element vertex 4", "element vertex -4", "line 4: '-4' is not a number of elements"},
        {"element vertex 4", "element vertex 2000000000", "cannot hold them"},
        {"end_header", "end", "'end' is not a line of a PLY header"},
        {"3 0 1 2", "3 0 1 4", "face 0 names vertex 4; there are 4 vertices"},
        {"3 0 1 2", "3 0 1 -1", "face 0 names vertex -1"},
        {"3 0 1 2", "2 0 1", "face 0 has 2 corners"},
        {"4 0 1 2 3", "90000 0 1 2 3", "cannot hold them"},
        {"4 0 1 2 3", "4 0 1 two 3", "'two' is not a number"},
        {"1 1 0 0 0 1 12", "1 inf 0 0 0 1 12", "position of point 2 is not finite"},
        {"\n0 1\n", "\n0\n", "the file ends early"},
    };
    for (const auto& [from, to, expected] : kBad)
        EXPECT_TRUE(test::contains(changed(from, to), expected)) << to << " -> " << changed(from, to);
    const std::string bytes = encode_ply(test::sample_table(), {});
    EXPECT_TRUE(test::contains(message(bytes.substr(0, bytes.size() - 1)), "byte"));
}

}  // namespace
}  // namespace stiction
