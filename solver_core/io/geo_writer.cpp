#include "solver_core/io/geo_file.hpp"
#include "solver_core/io/geo_parts.hpp"

namespace stiction {
namespace {

void write_topology(JsonWriter& writer, const GeoDetail& detail)
{
    writer.begin_list();
    writer.text("pointref");
    writer.begin_list();
    writer.text("indices");
    writer.integers(std::vector<std::int64_t>(detail.vertex_points.begin(), detail.vertex_points.end()),
                    JsonNumber::int32);
    writer.end_list();
    writer.end_list();
}

}  // namespace

std::string encode_geo(const GeoDetail& detail, JsonEncoding encoding)
{
    const std::unique_ptr<JsonWriter> owned = make_json_writer(encoding);
    JsonWriter& writer = *owned;
    writer.begin_list();
    writer.text("fileversion");
    writer.text(detail.file_version);
    writer.text("hasindex");
    writer.boolean(false);
    writer.text("pointcount");
    writer.integer(detail.point_count);
    writer.text("vertexcount");
    writer.integer(detail.count(GeoOwner::vertex));
    writer.text("primitivecount");
    writer.integer(detail.primitive_count);
    writer.text("topology");
    write_topology(writer, detail);
    writer.text("attributes");
    write_geo_attributes(writer, detail, encoding);
    writer.text("primitives");
    write_geo_primitives(writer, detail);
    constexpr std::pair<GeoOwner, const char*> kGroups[] = {{GeoOwner::point, "pointgroups"},
                                                            {GeoOwner::vertex, "vertexgroups"},
                                                            {GeoOwner::primitive, "primitivegroups"}};
    for (const auto& [owner, key] : kGroups) {
        const std::vector<GeoGroup>& groups = detail.groups[static_cast<std::size_t>(owner)];
        if (groups.empty()) continue;
        writer.text(key);
        write_geo_groups(writer, groups, detail.count(owner));
    }
    for (const auto& [key, value] : detail.extras) {
        writer.text(key);
        writer.value(value);
    }
    writer.end_list();
    return writer.take();
}

}  // namespace stiction
