#include "solver_core/io/geo_file.hpp"
#include "solver_core/tests/io/geo_text.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

GeoDetail rich_detail()
{
    test::GeoText text;
    text.points = 4;
    text.vertices = "[0,1,2,3]";
    text.vertex_count = 4;
    text.primitive_count = 1;
    text.primitives = R"([[["type","Polygon_run"],["startvertex",0,"nprimitives",1,"nvertices",[4]]]])";
    text.point_attributes =
        R"(,[["scope","private","type","string","name","label","options",{"t":{"type":"bool","value":true}}],
        ["size",1,"storage","int32","strings",["a","line\n\"two\""],"indices",["size",1,"storage","int32",
        "arrays",[[0,-1,1,0]]]]],
        [["scope","public","type","arraydata","name","list","options",{}],["size",1,"storage","fpreal32",
        "values",[[1.0,2.5],[],[3],[0.1]]]],
        [["scope","public","type","numeric","name","big","options",{}],["size",1,"storage","int64","defaults",
        ["size",1,"storage","int64","values",[-1]],"values",["size",1,"storage","int64","arrays",
        [[9007199254740993,-1,0,1]]]]],
        [["scope","public","type","numeric","name","fine","options",{}],["size",1,"storage","fpreal64",
        "values",["size",1,"storage","fpreal64","arrays",[[0.1,-0.0,nan,inf]]]]])";
    text.more = R"(,"edgegroups",[[["name","e"],["selection",[0,1]]]],"something new",{"x":[1,2.5,null]},
        "vertexgroups",[[["name","vg"],["selection",["unordered",["boolRLE",[4,true]]]]]])";
    return text.read();
}

TEST(GeoFile, all_that_is_read_is_written_again)
{
    const GeoDetail detail = rich_detail();
    ASSERT_EQ(detail.attributes_of(GeoOwner::point).size(), 5U);
    EXPECT_EQ(detail.find(GeoOwner::point, "big")->integers[0], 9007199254740993);
    EXPECT_EQ(detail.find(GeoOwner::point, "label")->strings[1], "line\n\"two\"");
    EXPECT_EQ(detail.extras.size(), 2U);
    for (const JsonEncoding encoding : {JsonEncoding::ascii, JsonEncoding::binary}) {
        const std::string bytes = encode_geo(detail, encoding);
        const GeoDetail again = decode_geo(bytes, "again");
        EXPECT_TRUE(again == detail);
        EXPECT_EQ(encode_geo(again, encoding), bytes);
    }
}

// Byte for byte: a change of the format we write is a decision, not an accident.
TEST(GeoFile, the_text_we_write)
{
    GeometryTable table;
    table.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0.1), Vec3(0, 1, -0.5)};
    table.polygons = {{0, 1, 2}};
    table.point_attributes["id"] = {1, {0, 1, 2}, false};
    table.point_groups["pins"] = {2};
    const std::string defaults = R"("defaults",["size",1,"storage","fpreal64","values",[0.0]])";
    const std::string expected =
        R"(["fileversion","16.5.268","hasindex",false,"pointcount",3,"vertexcount",3,"primitivecount",1,)"
        R"("topology",["pointref",["indices",[0,2,1]]],"attributes",["pointattributes",[[["scope","public",)"
        R"("type","numeric","name","P","options",{"type":{"type":"string","value":"point"}}],)"
        R"(["size",3,"storage","fpreal32",)" +
        defaults +
        R"(,"values",["size",3,"storage","fpreal32","tuples",)"
        R"([[0.0,0.0,0.0],[1.0,0.0,0.1],[0.0,1.0,-0.5]]]]],)"
        R"([["scope","public","type","numeric","name","id","options",{}],["size",1,"storage","int32",)" +
        defaults +
        R"(,"values",["size",1,"storage","int32","arrays",[[0,1,2]]]]]]],"primitives",)"
        R"([[["type","Polygon_run"],)"
        R"(["startvertex",0,"nprimitives",1,"nvertices_rle",[3,1]]]],"pointgroups",[[["name","pins"],)"
        R"(["selection",["unordered",["boolRLE",[2,false,1,true]]]]]]])";
    std::string written = encode_geometry(table, "geo");
    written.erase(std::remove(written.begin(), written.end(), '\n'), written.end());
    EXPECT_EQ(written, expected);
}

TEST(GeoFile, table_and_detail)
{
    const GeometryTable table = test::sample_table();
    const GeoDetail detail = detail_from_table(table, {});
    EXPECT_EQ(detail.point_count, 9);
    EXPECT_EQ(detail.primitive_count, 5);
    EXPECT_EQ(detail.vertex_points.size(), 3U + 4U + 5U + 8U);
    EXPECT_EQ(detail.find(GeoOwner::point, "v")->storage, GeoStorage::real32);
    EXPECT_EQ(detail.find(GeoOwner::point, "id")->storage, GeoStorage::int32);
    EXPECT_TRUE(test::same(table_from_detail(detail, "x"), test::rounded(table)));
    GeometryWriteOptions fine;
    fine.double_precision = true;
    EXPECT_TRUE(test::same(table_from_detail(detail_from_table(table, fine), "x"), table));
}

TEST(GeoFile, positions_must_be_there_and_finite)
{
    const std::string good = test::GeoText{3}.text();
    const auto message = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return test::input_error([&] { decode_geometry(text, "geo", "g.geo"); });
    };
    EXPECT_EQ(message("[1,0,0]", "[1,0,0]"), "");
    EXPECT_TRUE(test::contains(message("[1,0,0]", "[1,nan,0]"), "position of point 1 is not finite"));
    EXPECT_TRUE(test::contains(message("[2,0,0]", "[2,0,1e39]"), "position of point 2 is not finite"));
    EXPECT_TRUE(test::contains(message("\"P\"", "\"Q\""), "has no point attribute P"));
    EXPECT_TRUE(test::contains(message("\"pointcount\",3", "\"pointcount\",4"), "3 tuples for 4 elements"));
    EXPECT_TRUE(test::contains(message("\"pointcount\",3", "\"pointcount\",-1"), "pointcount is -1"));
    EXPECT_TRUE(test::contains(message("\"pointcount\",3", "\"nothing\",3"), "no 'pointcount'"));
    EXPECT_TRUE(
        test::contains(message("\"vertexcount\",0", "\"vertexcount\",1"), "0 vertices; 1 are announced"));
}

TEST(GeoFile, vertices_name_points_that_exist)
{
    test::GeoText text{3};
    text.vertex_count = 3;
    text.vertices = "[0,1,3]";
    EXPECT_TRUE(test::contains(test::input_error([&] { text.read(); }), "is 3; allowed is 0 to 2"));
}

TEST(GeoFile, strings_that_do_not_exist)
{
    test::GeoText text{1};
    text.point_attributes =
        R"(,[["type","string","name","s"],["size",1,"storage","int32","strings",["a"],"indices",
        ["size",1,"storage","int32","arrays",[[1]]]]])";
    EXPECT_TRUE(
        test::contains(test::input_error([&] { text.read(); }), "string 1 of attribute 's' does not exist"));
}

TEST(GeoFile, old_formats_are_named)
{
    for (const char* start : {"PGEOMETRY V5\nNPoints 0", "BgeoV\0\0\0\5"})
        EXPECT_TRUE(
            test::contains(test::input_error([&] { decode_geo(start, "old"); }), "before version 12"));
}

}  // namespace
}  // namespace stiction
