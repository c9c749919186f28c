#include "solver_core/base/error.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/io/geo_parts.hpp"
#include "solver_core/io/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace stiction {
namespace {

// A constant page stores one element for 1024: no file of n bytes holds more elements than this times n.
constexpr std::size_t kMaxElementsPerByte = 1024;

constexpr std::array<const char*, 3> kGroupKeys = {"vertexgroups", "pointgroups", "primitivegroups"};

// Entries that are read into the detail, or describe the file rather than the geometry.
constexpr std::array<const char*, 11> kKnownKeys = {
    "fileversion", "hasindex",   "pointcount", "vertexcount", "primitivecount", "info",
    "topology",    "attributes", "primitives", "index",       "indexposition"};

bool is_known(const std::string& key)
{
    const auto same = [&key](const char* known) { return key == known; };
    return std::any_of(kKnownKeys.begin(), kKnownKeys.end(), same) ||
           std::any_of(kGroupKeys.begin(), kGroupKeys.end(), same);
}

Index read_count(const GeoSource& source, const GeoList& document, const char* key)
{
    const JsonValue* value = document.find(key);
    if (!value) return 0;
    const std::size_t limit =
        std::min<std::size_t>(std::numeric_limits<Index>::max(), source.size() * kMaxElementsPerByte);
    return static_cast<Index>(source.integer(*value, 0, static_cast<std::int64_t>(limit), key));
}

std::vector<Index> read_topology(const GeoSource& source, const GeoList& document, Index point_count)
{
    const Index vertex_count = read_count(source, document, "vertexcount");
    const JsonValue* value = document.find("topology");
    if (!value) {
        if (vertex_count > 0) source.fail(document.value(), "there are vertices but no 'topology'");
        return {};
    }
    const GeoList topology(source, *value, "'topology'");
    const GeoList references(source, topology.at("pointref"), "'pointref'");
    const JsonValue& list = references.at("indices");
    std::vector<Index> points = source.indices(list, 0, point_count - 1, "the points of the vertices");
    if (points.size() != static_cast<std::size_t>(vertex_count))
        source.fail(list, fmt::format("{} vertices; {} are announced", points.size(), vertex_count));
    return points;
}

GeoDetail read_document(const GeoSource& source, const JsonValue& root)
{
    const GeoList document(source, root, "the document");
    GeoDetail detail;
    document.at("pointcount");
    if (const JsonValue* version = document.find("fileversion"))
        detail.file_version = source.text(*version, "'fileversion'");
    detail.point_count = read_count(source, document, "pointcount");
    detail.primitive_count = read_count(source, document, "primitivecount");
    detail.vertex_points = read_topology(source, document, detail.point_count);
    if (const JsonValue* attributes = document.find("attributes"))
        read_geo_attributes(source, *attributes, detail);
    const JsonValue* primitives = document.find("primitives");
    if (primitives)
        read_geo_primitives(source, *primitives, detail);
    else if (detail.primitive_count > 0)
        source.fail(root, "there are primitives announced but no 'primitives'");
    for (std::size_t i = 0; i < kGroupKeys.size(); ++i)
        if (const JsonValue* groups = document.find(kGroupKeys[i]))
            detail.groups[i] = read_geo_groups(source, *groups, detail.count(kGeoOwners[i]));
    const JsonValue::Array& entries = document.entries();
    for (std::size_t i = 0; i < entries.size(); i += 2)
        if (const std::string& key = *entries[i].as<std::string>(); !is_known(key))
            detail.extras.emplace_back(key, entries[i + 1]);
    return detail;
}

void refuse_classic(const std::string& bytes, const std::string& name)
{
    if (bytes.compare(0, 9, "PGEOMETRY") != 0 && bytes.compare(0, 5, "BgeoV") != 0) return;
    throw InputError(name,
                     "is in Houdini's geometry format from before version 12; open it in Houdini and save it "
                     "as .bgeo again");
}

}  // namespace

GeoDetail decode_geo(const std::string& bytes, const std::string& name_for_messages)
{
    refuse_classic(bytes, name_for_messages);
    const bool ascii = !is_binary_json(bytes);
    const JsonValue root =
        ascii ? read_json_ascii(bytes, name_for_messages) : read_json_binary(bytes, name_for_messages);
    return read_document(GeoSource(bytes, name_for_messages, ascii), root);
}

}  // namespace stiction
