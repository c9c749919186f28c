#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

using test::TemporaryFolder;

TEST(GeometryFile, every_format_gives_the_table_back)
{
    const TemporaryFolder folder;
    const GeometryTable table = test::sample_table();
    for (const char* extension : {"bgeo", "geo", "bgeo.gz", "geo.gz", "ply"}) {
        SCOPED_TRACE(extension);
        const std::string bytes = encode_geometry(table, extension);
        const std::string path = folder.file(std::string("sheet.0001.") + extension);
        write_file_atomically(path, bytes);
        const GeometryTable again = read_geometry(path);
        EXPECT_TRUE(test::same(again, test::rounded(table)));
        EXPECT_EQ(encode_geometry(again, extension), bytes);
        GeometryWriteOptions fine;
        fine.double_precision = true;
        const std::string fine_bytes = encode_geometry(table, extension, fine);
        EXPECT_TRUE(test::same(decode_geometry(fine_bytes, extension, "fine"), table));
    }
}

TEST(GeometryFile, large_meshes_cross_pages)
{
    GeometryTable table;
    for (int i = 0; i < 5000; ++i) table.positions.emplace_back(i, 0.5 * i, -i);
    for (int i = 0; i + 2 < 5000; ++i) table.polygons.push_back({i, i + 1, i + 2});
    table.point_attributes["still"] = {3, std::vector<double>(15000, 0.0), false};
    for (const char* extension : {"bgeo", "geo", "ply", "obj"}) {
        const GeometryTable again = decode_geometry(encode_geometry(table, extension), extension, "large");
        EXPECT_EQ(again.positions, table.positions);
        EXPECT_EQ(again.polygons, table.polygons);
    }
}

TEST(GeometryFile, extension)
{
    EXPECT_EQ(geometry_extension("a/b.c/sheet.0001.bgeo.sc"), "bgeo.sc");
    EXPECT_EQ(geometry_extension("sheet.0001.BGEO.GZ"), "bgeo.gz");
    EXPECT_EQ(geometry_extension("x.OBJ"), "obj");
    EXPECT_EQ(geometry_extension("folder.d/none"), "");
}

TEST(GeometryFile, compression_is_seen_from_the_bytes)
{
    const GeometryTable table = test::rounded(test::sample_table());
    EXPECT_TRUE(test::same(decode_geometry(encode_geometry(table, "bgeo.gz"), "bgeo", "x"), table));
    EXPECT_TRUE(test::same(decode_geometry(encode_geometry(table, "bgeo"), "bgeo.gz", "x"), table));
    EXPECT_TRUE(test::same(decode_geometry(encode_geometry(table, "geo"), "bgeo", "x"), table));
}

TEST(GeometryFile, integers_beyond_32_bits)
{
    GeometryTable table;
    table.positions = {Vec3::Zero()};
    table.point_attributes["serial"] = {1, {5e9}, true};
    const GeometryTable again = decode_geometry(encode_geometry(table, "bgeo"), "bgeo", "x");
    EXPECT_EQ(again.point_attributes.at("serial").values[0], 5e9);
    EXPECT_TRUE(again.point_attributes.at("serial").integer);
}

TEST(GeometryFile, unknown_formats_list_the_known)
{
    for (const std::string& message : {test::input_error([] { decode_geometry("", "abc", "a.abc"); }),
                                       test::input_error([] { encode_geometry({}, "abc"); }),
                                       test::input_error([] { encode_geometry({}, ""); })}) {
        EXPECT_TRUE(test::contains(message, "allowed:")) << message;
        EXPECT_TRUE(test::contains(message, "bgeo")) << message;
    }
    EXPECT_TRUE(test::contains(test::input_error([] { read_geometry("/nowhere/a.obj"); }), "/nowhere/a.obj"));
}

TEST(GeometryFile, tables_that_do_not_hold_together_are_not_written)
{
    const auto refused = [](auto change) {
        GeometryTable table = test::sample_table();
        change(table);
        return test::input_error([&] { encode_geometry(table, "bgeo"); });
    };
    EXPECT_EQ(refused([](GeometryTable&) {}), "");
    EXPECT_TRUE(
        test::contains(refused([](GeometryTable& t) { t.polygons[1][0] = 9; }), "polygon 1 names point 9"));
    EXPECT_TRUE(test::contains(refused([](GeometryTable& t) { t.polygons[1].resize(2); }), "fewer than 3"));
    EXPECT_TRUE(test::contains(refused([](GeometryTable& t) { t.tets[0][2] = -1; }), "tet 0 names point -1"));
    EXPECT_TRUE(test::contains(refused([](GeometryTable& t) { t.positions.pop_back(); }), "point 8"));
    EXPECT_TRUE(
        test::contains(refused([](GeometryTable& t) { t.positions[4][1] = std::nan(""); }), "point 4"));
    EXPECT_TRUE(
        test::contains(refused([](GeometryTable& t) { t.point_attributes["v"].values.pop_back(); }), "'v'"));
    EXPECT_TRUE(
        test::contains(refused([](GeometryTable& t) { t.point_attributes["id"].values[0] = 0.5; }), "'id'"));
    EXPECT_TRUE(test::contains(refused([](GeometryTable& t) {
                                   t.point_groups["pins"] = {3, 1};
                               }),
                               "not ascending"));
    EXPECT_TRUE(test::contains(refused([](GeometryTable& t) { t.point_attributes["P"] = {}; }), "P"));
}

}  // namespace
}  // namespace stiction
