// Files that Houdini itself wrote.

#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/io/json_reader.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

class HoudiniFiles : public ::testing::Test {
protected:
    void SetUp() override
    {
        files_ = test::houdini_files();
        if (files_.empty()) GTEST_SKIP() << "the folder of Houdini's files is not beside the repository";
    }
    std::string path(const std::string& name) const
    {
        for (const std::string& file : files_)
            if (std::filesystem::path(file).filename() == name) return file;
        return name;
    }
    GeoDetail read(const std::string& name) const { return decode_geo(read_file(path(name)), name); }

    std::vector<std::string> files_;
};

TEST_F(HoudiniFiles, all_are_read_and_written_again)
{
    EXPECT_GE(files_.size(), 18U);
    for (const std::string& file : files_) {
        SCOPED_TRACE(file);
        const GeoDetail detail = decode_geo(read_file(file), file);
        EXPECT_NO_THROW(read_geometry(file));
        for (const JsonEncoding encoding : {JsonEncoding::ascii, JsonEncoding::binary}) {
            const std::string bytes = encode_geo(detail, encoding);
            const GeoDetail again = decode_geo(bytes, "again");
            EXPECT_TRUE(again == detail);
            EXPECT_EQ(encode_geo(again, encoding), bytes);
        }
    }
}

TEST_F(HoudiniFiles, text_and_binary_twins_agree)
{
    int pairs = 0;
    for (const std::string& file : files_) {
        const std::filesystem::path binary(file);
        if (binary.extension() != ".bgeo") continue;
        std::filesystem::path text = binary;
        text.replace_extension(".geo");
        const GeoDetail a = decode_geo(read_file(binary.string()), "binary");
        const GeoDetail b = decode_geo(read_file(text.string()), "text");
        EXPECT_TRUE(a == b) << file;
        ++pairs;
    }
    EXPECT_GE(pairs, 9);
}

// 1 and 1.0 are the same number here; a real of 32 bits may be spelled with more digits than it has.
bool same_content(const JsonValue& a, const JsonValue& b)
{
    const auto number = [](const JsonValue& value, double& result) {
        if (const auto* integer = value.as<std::int64_t>())
            result = static_cast<double>(*integer);
        else if (const auto* real = value.as<double>())
            result = *real;
        else
            return false;
        return true;
    };
    double x = 0.0, y = 0.0;
    if (number(a, x) && number(b, y)) return static_cast<float>(x) == static_cast<float>(y);
    if (a.is_list() && b.is_list() && a.list_size() == b.list_size()) {
        for (std::size_t i = 0; i < a.list_size(); ++i)
            if (!same_content(a.element(i), b.element(i))) return false;
        return true;
    }
    return a == b;
}

const JsonValue& entry(const JsonValue& document, const std::string& key)
{
    static const JsonValue none;
    const auto& list = *document.as<JsonValue::Array>();
    for (std::size_t i = 0; i + 1 < list.size(); i += 2)
        if (*list[i].as<std::string>() == key) return list[i + 1];
    return none;
}

// The text that Houdini wrote against the text we write of it: no key, option, default or value is lost, whether the detail has a
// place for it or not.
TEST_F(HoudiniFiles, nothing_of_the_attributes_is_dropped)
{
    for (const std::string& file : files_) {
        if (std::filesystem::path(file).extension() != ".geo") continue;
        const std::string bytes = read_file(file);
        const JsonValue before = read_json_ascii(bytes, file);
        const JsonValue after =
            read_json_ascii(encode_geo(decode_geo(bytes, file), JsonEncoding::ascii), "again");
        EXPECT_TRUE(same_content(entry(before, "topology"), entry(after, "topology"))) << file;
        const JsonValue& owners = entry(before, "attributes");
        ASSERT_NE(owners.as<JsonValue::Array>(), nullptr) << file;
        for (const char* owner :
             {"vertexattributes", "pointattributes", "primitiveattributes", "globalattributes"})
            if (entry(owners, owner).list_size() > 0) {
                EXPECT_TRUE(same_content(entry(owners, owner), entry(entry(after, "attributes"), owner)))
                    << file << " " << owner;
            }
    }
}

TEST_F(HoudiniFiles, cube_with_groups)
{
    const GeoDetail detail = read("cube_multi_groups_16.bgeo");
    EXPECT_EQ(detail.point_count, 32);
    EXPECT_EQ(detail.primitive_count, 24);
    const std::vector<GeoGroup>& groups = detail.groups[static_cast<std::size_t>(GeoOwner::primitive)];
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].name, "faces");
    EXPECT_EQ(groups[0].members, (std::vector<Index>{2, 3, 4, 8, 9, 10, 14, 15, 16, 20, 21, 22}));
    EXPECT_EQ(groups[1].members.size(), 24U);
    const GeometryTable table = table_from_detail(detail, "cube");
    EXPECT_EQ(table.polygons[0], (std::vector<Index>{1, 0, 4, 5}));
    EXPECT_EQ(table.positions[31], Vec3(5.5, 0.5, 0.5));
}

TEST_F(HoudiniFiles, group_of_flags)
{
    const GeoDetail detail = read("cube_primgroup_14.geo");
    const std::vector<GeoGroup>& groups = detail.groups[static_cast<std::size_t>(GeoOwner::primitive)];
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].members, (std::vector<Index>{2, 3, 4}));
}

TEST_F(HoudiniFiles, four_component_positions_with_a_constant_fourth)
{
    const GeoDetail detail = read("cube_primgroup_14.bgeo");
    const GeoAttribute* positions = detail.find(GeoOwner::point, "P");
    ASSERT_EQ(positions->size, 4);
    for (std::size_t i = 3; i < positions->reals.size(); i += 4) EXPECT_EQ(positions->reals[i], 1.0);
    EXPECT_EQ(table_from_detail(detail, "cube").positions[1], Vec3(0.5, -0.5, -0.5));
}

// The tetrahedron of this file is made of four triangles, beside a quad.
TEST_F(HoudiniFiles, surface_of_a_tetrahedron)
{
    const GeometryTable table = read_geometry(path("grid_tetra_15.bgeo"));
    EXPECT_EQ(table.polygons,
              (std::vector<std::vector<Index>>{{0, 2, 3, 1}, {4, 6, 7}, {4, 7, 5}, {4, 5, 6}, {5, 7, 6}}));
    EXPECT_TRUE(table.tets.empty());
}

// A cube as one primitive: 5 quads, the sixth face as 2 triangles. Every edge is used once in each direction.
TEST_F(HoudiniFiles, soup_is_a_closed_surface)
{
    const GeometryTable table = read_geometry(path("psoup_simple.bgeo"));
    EXPECT_EQ(table.polygons.size(), 7U);
    std::map<std::pair<Index, Index>, int> edges;
    for (const std::vector<Index>& polygon : table.polygons)
        for (std::size_t i = 0; i < polygon.size(); ++i)
            ++edges[{polygon[i], polygon[(i + 1) % polygon.size()]}];
    for (const auto& [edge, count] : edges) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(edges.count({edge.second, edge.first}), 1U);
    }
}

// Houdini's polygons run clockwise seen from outside; ours enclose a positive volume.
TEST_F(HoudiniFiles, closed_surfaces_face_outward)
{
    for (const char* file : {"cube_primgroup_14.geo", "psoup_simple.bgeo"}) {
        const GeometryTable table = read_geometry(path(file));
        EXPECT_GT(enclosed_volume(table.positions, surface_triangles(table)), 0.9) << file;
    }
}

TEST_F(HoudiniFiles, particles_with_attributes)
{
    const GeoDetail detail = read("simple_partanim_14.0017.bgeo");
    EXPECT_EQ(detail.attributes_of(GeoOwner::point).size(), 13U);
    const GeometryTable table = table_from_detail(detail, "particles");
    EXPECT_EQ(table.positions.size(), 10U);
    EXPECT_EQ(table.point_attributes.at("v").size, 3);
    EXPECT_EQ(table.point_attributes.at("v").values[3], static_cast<double>(20.1482182F));
    EXPECT_TRUE(table.point_attributes.at("id").integer);
    EXPECT_EQ(table.point_attributes.at("id").values[9], 9.0);
    EXPECT_EQ(table.point_groups.at("stream_source_first_input").size(), 10U);
    const GeoAttribute* names = detail.find(GeoOwner::global, "varmap");
    ASSERT_NE(names, nullptr);
    EXPECT_EQ(names->strings[1], "nextid -> NEXTID");
    EXPECT_EQ(detail.find(GeoOwner::global, "nextid")->integers, std::vector<std::int64_t>{10});
}

TEST_F(HoudiniFiles, empty)
{
    const GeometryTable table = read_geometry(path("empty_16.bgeo"));
    EXPECT_TRUE(table.positions.empty());
    EXPECT_TRUE(table.polygons.empty());
}

}  // namespace
}  // namespace stiction
