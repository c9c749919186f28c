#include "solver_core/tests/io/geo_text.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using Kind = GeoPrimitives::Kind;

test::GeoText text(int primitive_count, const std::string& primitives)
{
    test::GeoText result;
    result.points = 8;
    result.vertices = "[7,6,5,4,3,2,1,0]";  // vertex v is at point 7 - v
    result.vertex_count = 8;
    result.primitive_count = primitive_count;
    result.primitives = primitives;
    return result;
}

GeometryTable table(int primitive_count, const std::string& primitives)
{
    return table_from_detail(text(primitive_count, primitives).read(), "g.geo");
}

std::string message(int primitive_count, const std::string& primitives)
{
    return test::input_error([&] { table(primitive_count, primitives); });
}

using Polygons = std::vector<std::vector<Index>>;

// Vertex v of the text is at point 7 - v; the corners of a polygon come out the other way round.

TEST(GeoPrimitives, polygon_runs_in_long_and_short_spelling)
{
    const Polygons expected = {{6, 4, 5}, {3, 0, 1, 2}};
    EXPECT_EQ(table(2, R"([[["type","Polygon_run"],["startvertex",1,"nprimitives",2,"nvertices",[3,4]]]])")
                  .polygons,
              expected);
    EXPECT_EQ(table(2, R"([[["type","p_r"],["s_v",1,"n_p",2,"r_v",[3,1,4,1]]]])").polygons, expected);
    EXPECT_EQ(
        table(2,
              R"([[["type","run","runtype","Poly","varyingfields",["vertex"],"uniformfields",{"closed":true}],
        [[[1,2,3]],[[4,5,6,7]]]]])")
            .polygons,
        expected);
    EXPECT_EQ(table(2, R"([[["type","Poly"],["vertex",[1,2,3],"closed",true]],
        [["type","Poly"],["vertex",[4,5,6,7],"closed",true]]])")
                  .polygons,
              expected);
}

TEST(GeoPrimitives, open_curves_are_counted_not_taken)
{
    for (const char* curves :
         {R"([[["type","PolygonCurve_run"],["startvertex",0,"nprimitives",2,"nvertices_rle",[4,2]]]])",
          R"([[["type","c_r"],["s_v",0,"n_p",2,"n_v",[3,5]]]])",
          R"([[["type","run","runtype","Poly","varyingfields",["closed","vertex"]],
              [[false,[1,2,3]],[false,[4,5]]]]])"}) {
        const GeometryTable result = table(2, curves);
        EXPECT_TRUE(result.polygons.empty());
        EXPECT_EQ(result.other_primitives, 2) << curves;
    }
    const GeometryTable mixed =
        table(3, R"([[["type","run","runtype","Poly","varyingfields",["closed","vertex"]],
        [[true,[0,1,2]],[false,[3,4]],[true,[5,6,7]]]]])");
    EXPECT_EQ(mixed.polygons, (Polygons{{7, 5, 6}, {2, 0, 1}}));
    EXPECT_EQ(mixed.other_primitives, 1);
}

TEST(GeoPrimitives, tetrahedra)
{
    for (const char* tets :
         {R"([[["type","Tetrahedron_run"],["startvertex",0,"nprimitives",2]]])",
          R"([[["type","Tetrahedron"],["vertex",[0,1,2,3]]],
                                 [["type","Tetrahedron"],["vertex",[4,5,6,7]]]])",
          R"([[["type","run","runtype","Tetrahedron","varyingfields",["vertex"],"uniformfields",{}],
                                 [[[0,1,2,3]],[[4,5,6,7]]]]])"}) {
        const GeometryTable result = table(2, tets);
        ASSERT_EQ(result.tets.size(), 2U) << tets;
        EXPECT_EQ(result.tets[0], Tet(7, 6, 5, 4));
        EXPECT_EQ(result.tets[1], Tet(3, 2, 1, 0));
    }
}

TEST(GeoPrimitives, soup)
{
    const GeometryTable result = table(1, R"([[["type","PolySoup"],["vertex",[0,2,4,6],"polyinfo",
        [[4,3],[1,2],[0,1,2,3,0,1,2,2,3,0]]]]])");
    EXPECT_EQ(result.polygons, (Polygons{{7, 1, 3, 5}, {7, 3, 5}, {3, 7, 1}}));
}

TEST(GeoPrimitives, unknown_kinds_are_kept_and_counted)
{
    const char* const kPrimitives = R"([[["type","Sphere"],["vertex",0,"transform",[1,0,0,0,1,0,0,0,1.5]]],
        [["type","Packed_run"],["startvertex",1,"nprimitives",3,"what",["ever"]]],
        [["type","run","runtype","Disk","varyingfields",["vertex"],"uniformfields",{}],[[4],[5]]],
        [["type","Polygon_run"],["startvertex",5,"nprimitives",1,"nvertices",[3]]]])";
    const GeometryTable result = table(7, kPrimitives);
    EXPECT_EQ(result.other_primitives, 6);
    EXPECT_EQ(result.polygons, (Polygons{{2, 0, 1}}));
    const GeoDetail detail = text(7, kPrimitives).read();
    for (const JsonEncoding encoding : {JsonEncoding::ascii, JsonEncoding::binary})
        EXPECT_TRUE(decode_geo(encode_geo(detail, encoding), "x") == detail);
}

TEST(GeoPrimitives, scattered_vertices_survive_a_round_trip)
{
    const GeoDetail detail = text(4, R"([[["type","Poly"],["vertex",[5,1,3],"closed",true]],
        [["type","Poly"],["vertex",[0,2],"closed",false]],[["type","Tetrahedron"],["vertex",[7,6,5,4]]],
        [["type","Polygon_run"],["startvertex",2,"nprimitives",1,"nvertices",[6]]]])")
                                 .read();
    ASSERT_EQ(detail.primitives.size(), 4U);
    for (const JsonEncoding encoding : {JsonEncoding::ascii, JsonEncoding::binary})
        EXPECT_TRUE(decode_geo(encode_geo(detail, encoding), "x") == detail);
}

TEST(GeoPrimitives, refuses_what_does_not_add_up)
{
    const std::pair<const char*, const char*> kBad[] = {
        {R"([[["type","Polygon_run"],["startvertex",6,"nprimitives",1,"nvertices",[3]]]])",
         "needs 3 vertices from"},
        {R"([[["type","Polygon_run"],["startvertex",9,"nprimitives",1,"nvertices",[3]]]])",
         "'startvertex' is 9"},
        {R"([[["type","Polygon_run"],["startvertex",0,"nprimitives",2,"nvertices",[3,3]]]])",
         "'nprimitives' is 2"},
        {R"([[["type","Polygon_run"],["startvertex",0,"nprimitives",1,"nvertices",[3,3]]]])",
         "2 corner counts for 1"},
        {R"([[["type","p_r"],["s_v",0,"n_p",1,"r_v",[3,2000000000]]]])", "more than the 1 polygons"},
        {R"([[["type","p_r"],["s_v",0,"n_p",1,"n_v",[2000000000]]]])", "needs 2000000000 vertices"},
        {R"([[["type","p_r"],["s_v",0,"n_p",1,"n_v",[2]]]])", "polygon 0 has 2 corners"},
        {R"([[["type","Tetrahedron"],["vertex",[0,1,2]]]])", "a tetrahedron has 3 vertices"},
        {R"([[["type","Poly"],["vertex",[0,1,8]]]])", "is 8; allowed is 0 to 7"},
        {R"([[["type","Poly"],["vertex",[0,1,-1]]]])", "is -1; allowed"},
        {R"([])", "there are 0 primitives; 1 are announced"},
        {R"([[["type","Sphere"],[]],[["type","Sphere"],[]]])", "more primitives than the 1 announced"},
        {R"([[["type","PolySoup"],["vertex",[0,1,2],"polyinfo",[[3],[2],[0,1,2]]]]])",
         "more corners than it has"},
        {R"([[["type","PolySoup"],["vertex",[0,1,2],"polyinfo",[[3],[1],[0,1,2,0]]]]])",
         "1 corners that no polygon"},
        {R"([[["type","PolySoup"],["vertex",[0,1,2],"polyinfo",[[3],[1],[0,1,3]]]]])",
         "is 3; allowed is 0 to 2"},
        {R"([[["type","Sphere_run"],["what",3]]])", "has no 'nprimitives'"},
        {R"([[["type","Sphere"]]])", "not a pair"},
    };
    for (const auto& [primitives, expected] : kBad)
        EXPECT_TRUE(test::contains(message(1, primitives), expected))
            << primitives << " -> " << message(1, primitives);
}

}  // namespace
}  // namespace stiction
