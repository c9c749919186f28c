#include "solver_core/io/geometry_file.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/io/gzip.hpp"
#include "solver_core/io/obj.hpp"
#include "solver_core/io/ply.hpp"
#include "solver_core/io/scf.hpp"
#include "solver_core/mesh/polygon_cut.hpp"
#include "solver_core/mesh/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <new>

namespace stiction {
namespace {

// Cuts `suffix` off the end of `text`.
bool strip(std::string& text, const std::string& suffix)
{
    if (text.size() < suffix.size() || text.compare(text.size() - suffix.size(), suffix.size(), suffix) != 0)
        return false;
    text.resize(text.size() - suffix.size());
    return true;
}

GeometryTable decode_plain(const std::string& bytes, const std::string& format, const std::string& extension,
                           const std::string& name)
{
    if (format == "geo" || format == "bgeo") return table_from_detail(decode_geo(bytes, name), name);
    if (format == "obj") return decode_obj(bytes, name);
    if (format == "ply") return decode_ply(bytes, name);
    throw InputError(name,
                     fmt::format("'.{}' is not a geometry format; allowed: .geo, .bgeo, .geo.gz, .bgeo.gz, "
                                 ".bgeo.sc, .obj, .ply",
                                 extension));
}

[[noreturn]] void refuse(const std::string& what) { throw InputError("geometry to write", what); }

void check_indices(const std::vector<Index>& indices, std::size_t points, const std::string& what)
{
    for (const Index index : indices)
        if (index < 0 || static_cast<std::size_t>(index) >= points)
            refuse(fmt::format("{} names point {}; there are {} points", what, index, points));
}

void check_attribute(const std::string& name, const GeometryTable::Attribute& attribute, std::size_t points)
{
    if (attribute.size < 1 || attribute.values.size() != points * static_cast<std::size_t>(attribute.size))
        refuse(fmt::format("attribute '{}' has {} values for {} points of size {}", name,
                           attribute.values.size(), points, attribute.size));
    if (name == "P") refuse("an attribute is called P, the name of the positions");
    if (!attribute.integer && name != "id") return;
    // 2^53: what a double counts exactly
    for (const double value : attribute.values)
        if (!(std::abs(value) <= 9007199254740992.0) || value != std::floor(value))
            refuse(fmt::format("the integer attribute '{}' has the value {}", name, value));
}

void check_table(const GeometryTable& table)
{
    const std::size_t points = table.positions.size();
    for (std::size_t i = 0; i < points; ++i)
        if (!table.positions[i].allFinite()) refuse(fmt::format("the position of point {} is not finite", i));
    for (std::size_t i = 0; i < table.polygons.size(); ++i) {
        if (table.polygons[i].size() < 3) refuse(fmt::format("polygon {} has fewer than 3 corners", i));
        check_indices(table.polygons[i], points, fmt::format("polygon {}", i));
    }
    for (std::size_t i = 0; i < table.tets.size(); ++i)
        check_indices({table.tets[i].data(), table.tets[i].data() + 4}, points, fmt::format("tet {}", i));
    for (const auto& [name, attribute] : table.point_attributes) check_attribute(name, attribute, points);
    for (const auto& [name, members] : table.point_groups) {
        check_indices(members, points, fmt::format("group '{}'", name));
        if (std::adjacent_find(members.begin(), members.end(), std::greater_equal<>()) != members.end())
            refuse(fmt::format("the members of group '{}' are not ascending", name));
    }
}

}  // namespace

std::vector<Triangle> surface_triangles(const GeometryTable& table)
{
    std::vector<Triangle> triangles;
    if (!table.tets.empty())
        triangles = boundary_triangles(static_cast<Index>(table.positions.size()), table.tets);
    for (const std::vector<Index>& polygon : table.polygons) cut_polygon(table.positions, polygon, triangles);
    return triangles;
}

std::string geometry_extension(const std::string& path)
{
    std::string name = path.substr(path.find_last_of('/') + 1);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string outer;
    if (strip(name, ".gz"))
        outer = ".gz";
    else if (strip(name, ".sc"))
        outer = ".sc";
    const std::size_t dot = name.find_last_of('.');
    return dot == std::string::npos ? std::string() : name.substr(dot + 1) + outer;
}

GeometryTable read_geometry(const std::string& path)
{
    return decode_geometry(read_file(path), geometry_extension(path), path);
}

GeometryTable decode_geometry(const std::string& bytes, const std::string& extension,
                              const std::string& name_for_messages)
{
    std::string format = extension;
    if (!strip(format, ".gz")) strip(format, ".sc");
    try {
        if (is_gzip(bytes))
            return decode_plain(gunzip(bytes, name_for_messages), format, extension, name_for_messages);
        if (is_scf(bytes))
            return decode_plain(read_scf(bytes, name_for_messages), format, extension, name_for_messages);
        return decode_plain(bytes, format, extension, name_for_messages);
    } catch (const std::bad_alloc&) {
        throw InputError(name_for_messages, "needs more memory than there is");
    } catch (const std::length_error&) {
        throw InputError(name_for_messages, "needs more memory than there is");
    }
}

std::string encode_geometry(const GeometryTable& table, const std::string& extension,
                            const GeometryWriteOptions& options)
{
    check_table(table);
    std::string format = extension;
    const bool compressed = strip(format, ".gz");
    std::string bytes;
    if (format == "bgeo" || format == "geo")
        bytes = encode_geo(detail_from_table(table, options),
                           format == "geo" ? JsonEncoding::ascii : JsonEncoding::binary);
    else if (format == "obj")
        bytes = encode_obj(table);
    else if (format == "ply")
        bytes = encode_ply(table, options);
    else
        refuse(fmt::format(
            "'{}' is not a format that can be written; allowed: bgeo, geo, bgeo.gz, geo.gz, obj, ply",
            extension));
    return compressed ? gzip(bytes) : bytes;
}

}  // namespace stiction
