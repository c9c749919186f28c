#pragma once

// Houdini's .geo (ASCII) and .bgeo (binary) as a GeoDetail, and the GeometryTable view of it.

#include "solver_core/io/geo_detail.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/io/json_writer.hpp"

#include <string>
#include <vector>

namespace stiction {

// ASCII or binary is seen from the bytes. Throws InputError.
GeoDetail decode_geo(const std::string& bytes, const std::string& name_for_messages);
// Nothing but the detail enters the bytes: no date, no host, no user.
std::string encode_geo(const GeoDetail& detail, JsonEncoding encoding);

// What the primitives of a detail are made of, each with the number of its primitive; a soup is many polygons of one.
// Houdini lists a polygon's corners clockwise seen from outside, we counter-clockwise: the first corner stays, the others
// turn around, here and on the way back. Throws InputError for a polygon of fewer than three corners.
struct GeoElements {
    std::vector<std::vector<Index>> polygons;  // point numbers
    std::vector<Index> polygon_primitive;
    std::vector<Tet> tets;
    std::vector<Index> tet_primitive;
    Index others = 0;  // open curves, packed and other primitives
};
GeoElements elements_of_detail(const GeoDetail& detail, const std::string& name_for_messages);

// Throws InputError when there is no P or a polygon has fewer than three corners.
GeometryTable table_from_detail(const GeoDetail& detail, const std::string& name_for_messages);
GeoDetail detail_from_table(const GeometryTable& table, const GeometryWriteOptions& options);

}  // namespace stiction
