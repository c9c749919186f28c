#include "solver_core/base/error.hpp"
#include "solver_core/io/byte_order.hpp"
#include "solver_core/io/ply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace stiction {
namespace {

enum class Storage { real32, real64, int32, flag };

// One property of the vertices: a component of an attribute, or membership of a group.
struct Column {
    std::string name;
    Storage storage = Storage::real32;
    std::vector<double> values;
};

const char* type_name(Storage storage)
{
    switch (storage) {
        case Storage::real32: return "float";
        case Storage::real64: return "double";
        case Storage::int32: return "int";
        case Storage::flag: break;
    }
    return "uchar";
}

void append_value(std::string& out, double value, Storage storage)
{
    switch (storage) {
        case Storage::real32: return append_little_endian(out, static_cast<float>(value));
        case Storage::real64: return append_little_endian(out, value);
        case Storage::int32: return append_little_endian(out, static_cast<std::int32_t>(value));
        case Storage::flag: return append_little_endian(out, static_cast<std::uint8_t>(value));
    }
}

std::string component_name(const std::string& attribute, int size, int component)
{
    if (size == 1) return attribute;
    if (size == 3 && (attribute == "N" || attribute == "v"))
        return fmt::format("{}{}", attribute == "N" ? 'n' : 'v', "xyz"[component]);
    return fmt::format("{}_{}", attribute, component);
}

// PLY has no 64-bit integers: what int does not hold is written as double, which holds it up to 2^53.
Storage storage_of(const std::string& name, const GeometryTable::Attribute& attribute, Storage real)
{
    if (!attribute.integer && name != "id") return real;
    const bool fits = std::all_of(attribute.values.begin(), attribute.values.end(), [](double value) {
        return std::abs(value) <= std::numeric_limits<std::int32_t>::max();
    });
    return fits ? Storage::int32 : Storage::real64;
}

std::vector<Column> make_columns(const GeometryTable& table, Storage real)
{
    const std::size_t points = table.positions.size();
    std::vector<Column> columns = {{"x", real, {}}, {"y", real, {}}, {"z", real, {}}};
    for (const Vec3& position : table.positions)
        for (int c = 0; c < 3; ++c) columns[static_cast<std::size_t>(c)].values.push_back(position[c]);
    for (const auto& [name, attribute] : table.point_attributes) {
        for (int c = 0; c < attribute.size; ++c) {
            Column column{component_name(name, attribute.size, c), storage_of(name, attribute, real), {}};
            const auto size = static_cast<std::size_t>(attribute.size);
            for (std::size_t i = 0; i < points; ++i)
                column.values.push_back(attribute.values[i * size + static_cast<std::size_t>(c)]);
            columns.push_back(std::move(column));
        }
    }
    for (const auto& [name, members] : table.point_groups) {
        Column column{"group_" + name, Storage::flag, std::vector<double>(points, 0.0)};
        for (const Index member : members) column.values[static_cast<std::size_t>(member)] = 1.0;
        columns.push_back(std::move(column));
    }
    return columns;
}

void check_names(const std::vector<Column>& columns)
{
    std::set<std::string> names;
    for (const Column& column : columns) {
        if (column.name.find_first_of(" \t\r\n\f\v") != std::string::npos)
            throw InputError("geometry to write",
                             fmt::format("'{}' has a space, which a .ply property cannot have; "
                                         "write .bgeo",
                                         column.name));
        if (!names.insert(column.name).second)
            throw InputError("geometry to write",
                             fmt::format("two .ply properties would be called '{}'; write .bgeo "
                                         "or rename the attribute",
                                         column.name));
    }
}

template <class Corners>
void append_corners(std::string& out, const Corners& corners, bool short_count)
{
    if (short_count)
        append_little_endian(out, static_cast<std::uint8_t>(corners.size()));
    else
        append_little_endian(out, static_cast<std::int32_t>(corners.size()));
    for (const Index corner : corners) append_little_endian(out, corner);
}

}  // namespace

std::string encode_ply(const GeometryTable& table, const GeometryWriteOptions& options)
{
    const std::vector<Column> columns =
        make_columns(table, options.double_precision ? Storage::real64 : Storage::real32);
    check_names(columns);
    const bool short_count =
        std::all_of(table.polygons.begin(), table.polygons.end(),
                    [](const std::vector<Index>& polygon) { return polygon.size() < 256; });
    std::string out = "ply\nformat binary_little_endian 1.0\n";
    fmt::format_to(std::back_inserter(out), "element vertex {}\n", table.positions.size());
    for (const Column& column : columns)
        fmt::format_to(std::back_inserter(out), "property {} {}\n", type_name(column.storage), column.name);
    fmt::format_to(std::back_inserter(out), "element face {}\nproperty list {} int vertex_indices\n",
                   table.polygons.size(), short_count ? "uchar" : "int");
    if (!table.tets.empty())
        fmt::format_to(std::back_inserter(out),
                       "element tetrahedron {}\nproperty list uchar int vertex_indices\n", table.tets.size());
    out += "end_header\n";
    for (std::size_t i = 0; i < table.positions.size(); ++i)
        for (const Column& column : columns) append_value(out, column.values[i], column.storage);
    for (const std::vector<Index>& polygon : table.polygons) append_corners(out, polygon, short_count);
    for (const Tet& tet : table.tets)
        append_corners(out, std::vector<Index>(tet.data(), tet.data() + 4), true);
    return out;
}

}  // namespace stiction
