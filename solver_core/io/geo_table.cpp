#include "solver_core/base/error.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/io/round_to_float.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>
#include <utility>

namespace stiction {
namespace {

Vec3Array read_positions(const GeoDetail& detail, const std::string& name)
{
    const GeoAttribute* attribute = detail.find(GeoOwner::point, "P");
    if (!attribute) throw InputError(name, "has no point attribute P; a geometry file needs positions");
    const auto stride = static_cast<std::size_t>(attribute->size);
    Vec3Array positions(static_cast<std::size_t>(detail.point_count));
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = Eigen::Map<const Vec3>(&attribute->reals[i * stride]);
    return positions;
}

// The same polygon seen from the other side.
template <class Corner>
void turn_around(Corner first, Corner last)
{
    if (first != last) std::reverse(first + 1, last);
}

void read_polygons(const GeoDetail& detail, const GeoPrimitives& run, Index first_primitive,
                   const std::string& name, GeoElements& elements)
{
    auto vertex = run.vertices.begin();
    Index primitive = first_primitive;
    for (const Index corners : run.corners) {
        if (corners < 3)
            throw InputError(
                name, fmt::format("polygon {} has {} corners; at least 3 are needed; remove degenerate "
                                  "polygons (Clean)",
                                  elements.polygons.size(), corners));
        std::vector<Index>& polygon = elements.polygons.emplace_back();
        polygon.reserve(static_cast<std::size_t>(corners));
        for (Index i = 0; i < corners; ++i) polygon.push_back(detail.vertex_points[*vertex++]);
        turn_around(polygon.begin(), polygon.end());
        elements.polygon_primitive.push_back(primitive);
        if (run.kind == GeoPrimitives::Kind::polygon) ++primitive;
    }
}

void read_tets(const GeoDetail& detail, const GeoPrimitives& run, Index first_primitive,
               GeoElements& elements)
{
    for (std::size_t i = 0; i < run.vertices.size(); i += 4) {
        Tet& tet = elements.tets.emplace_back();
        for (int c = 0; c < 4; ++c) tet[c] = detail.vertex_points[run.vertices[i + std::size_t(c)]];
        elements.tet_primitive.push_back(first_primitive + static_cast<Index>(i / 4));
    }
}

// How Houdini is to treat an attribute when the geometry is transformed.
const char* type_info(const std::string& name)
{
    if (name == "P") return "point";
    if (name == "v" || name == "force") return "vector";
    if (name == "N") return "normal";
    if (name == "Cd") return "color";
    return nullptr;
}

GeoAttribute make_attribute(const std::string& name, int size, GeoStorage storage)
{
    GeoAttribute attribute;
    attribute.name = name;
    attribute.size = size;
    attribute.storage = storage;
    attribute.kind = is_real(storage) ? GeoAttribute::Kind::real : GeoAttribute::Kind::integer;
    attribute.has_defaults = true;
    attribute.defaults = {0.0};
    if (const char* info = size == 3 ? type_info(name) : nullptr) {
        JsonValue::Map type;
        type.emplace_back("type", JsonValue{std::string("string"), 0});
        type.emplace_back("value", JsonValue{std::string(info), 0});
        JsonValue::Map options;
        options.emplace_back("type", JsonValue{std::move(type), 0});
        attribute.options.data = std::move(options);
    }
    return attribute;
}

// Values of 32-bit reals are rounded here, so that a detail equals the one read back from its bytes.
void append_real(GeoAttribute& attribute, double value)
{
    const bool narrow = attribute.storage == GeoStorage::real32;
    attribute.reals.push_back(narrow ? round_to_float(value) : value);
}

GeoAttribute make_attribute(const std::string& name, const GeometryTable::Attribute& source,
                            GeoStorage real_storage)
{
    GeoStorage storage = real_storage;
    if (source.integer || name == "id") {
        storage = GeoStorage::int32;
        for (const double value : source.values)
            if (std::abs(value) > std::numeric_limits<std::int32_t>::max()) storage = GeoStorage::int64;
    }
    GeoAttribute attribute = make_attribute(name, source.size, storage);
    for (const double value : source.values) {
        if (is_real(storage))
            append_real(attribute, value);
        else
            attribute.integers.push_back(static_cast<std::int64_t>(value));
    }
    return attribute;
}

// Every corner becomes a vertex of its own, in order.
void add_primitives(const GeometryTable& table, GeoDetail& detail)
{
    const auto add_vertex = [&detail](GeoPrimitives& run, Index point) {
        run.vertices.push_back(static_cast<Index>(detail.vertex_points.size()));
        detail.vertex_points.push_back(point);
    };
    GeoPrimitives polygons;
    for (const std::vector<Index>& polygon : table.polygons) {
        polygons.corners.push_back(static_cast<Index>(polygon.size()));
        for (const Index point : polygon) add_vertex(polygons, point);
        turn_around(detail.vertex_points.end() - static_cast<std::ptrdiff_t>(polygon.size()),
                    detail.vertex_points.end());
    }
    polygons.count = static_cast<Index>(table.polygons.size());
    GeoPrimitives tets;
    tets.kind = GeoPrimitives::Kind::tetrahedron;
    tets.count = static_cast<Index>(table.tets.size());
    for (const Tet& tet : table.tets)
        for (int corner = 0; corner < 4; ++corner) add_vertex(tets, tet[corner]);
    detail.primitive_count = polygons.count + tets.count;
    if (polygons.count > 0) detail.primitives.push_back(std::move(polygons));
    if (tets.count > 0) detail.primitives.push_back(std::move(tets));
}

}  // namespace

GeoElements elements_of_detail(const GeoDetail& detail, const std::string& name_for_messages)
{
    GeoElements elements;
    Index primitive = 0;
    for (const GeoPrimitives& run : detail.primitives) {
        switch (run.kind) {
            case GeoPrimitives::Kind::polygon:
            case GeoPrimitives::Kind::soup:
                read_polygons(detail, run, primitive, name_for_messages, elements);
                break;
            case GeoPrimitives::Kind::tetrahedron: read_tets(detail, run, primitive, elements); break;
            case GeoPrimitives::Kind::curve:
            case GeoPrimitives::Kind::opaque: elements.others += run.count; break;
        }
        primitive += run.count;
    }
    return elements;
}

GeometryTable table_from_detail(const GeoDetail& detail, const std::string& name_for_messages)
{
    GeometryTable table;
    table.positions = read_positions(detail, name_for_messages);
    GeoElements elements = elements_of_detail(detail, name_for_messages);
    table.polygons = std::move(elements.polygons);
    table.tets = std::move(elements.tets);
    table.other_primitives = elements.others;
    for (const GeoAttribute& attribute : detail.attributes_of(GeoOwner::point)) {
        const bool integer = attribute.kind == GeoAttribute::Kind::integer;
        if (attribute.name == "P" || (!integer && attribute.kind != GeoAttribute::Kind::real)) continue;
        GeometryTable::Attribute& values = table.point_attributes[attribute.name];
        values.size = attribute.size;
        values.integer = integer;
        if (integer)
            values.values.assign(attribute.integers.begin(), attribute.integers.end());
        else
            values.values = attribute.reals;
    }
    for (const GeoGroup& group : detail.groups[static_cast<std::size_t>(GeoOwner::point)]) {
        const std::set<Index> members(group.members.begin(), group.members.end());
        table.point_groups[group.name].assign(members.begin(), members.end());
    }
    return table;
}

GeoDetail detail_from_table(const GeometryTable& table, const GeometryWriteOptions& options)
{
    const GeoStorage storage = options.double_precision ? GeoStorage::real64 : GeoStorage::real32;
    GeoDetail detail;
    detail.point_count = static_cast<Index>(table.positions.size());
    GeoAttribute positions = make_attribute("P", 3, storage);
    for (const Vec3& position : table.positions)
        for (int c = 0; c < 3; ++c) append_real(positions, position[c]);
    std::vector<GeoAttribute>& attributes = detail.attributes_of(GeoOwner::point);
    attributes.push_back(std::move(positions));
    for (const auto& [name, attribute] : table.point_attributes)
        attributes.push_back(make_attribute(name, attribute, storage));
    add_primitives(table, detail);
    for (const auto& [name, members] : table.point_groups)
        detail.groups[static_cast<std::size_t>(GeoOwner::point)].push_back({name, false, members});
    return detail;
}

}  // namespace stiction
