#pragma once

// Geometry on disk: .obj, .ply, .geo, .bgeo (gzip too, .bgeo.sc read only), as plain tables.

#include "solver_core/base/types.hpp"

#include <map>
#include <string>
#include <vector>

namespace stiction {

// Points, polygons, tets, and the point attributes and groups we carry.
struct GeometryTable {
    Vec3Array positions;
    std::vector<std::vector<Index>> polygons;
    std::vector<Tet> tets;
    // point attributes by name: components per point and values point by point
    struct Attribute {
        int size = 1;
        std::vector<double> values;
        bool integer = false;  // written as int32; attributes named id are so anyway, all others as fpreal32
    };
    std::map<std::string, Attribute> point_attributes;
    std::map<std::string, std::vector<Index>> point_groups;  // members, ascending
    // Open curves, packed and other primitives of a file: their points are in the table, they are not.
    Index other_primitives = 0;
};

struct GeometryWriteOptions {
    bool double_precision = false;  // positions and real attributes as fpreal64 instead of fpreal32
};

// Format by extension. Throws InputError (path, byte or line, what was found) for what cannot be read.
GeometryTable read_geometry(const std::string& path);
// The file's bytes; `extension` is "bgeo", "geo", "bgeo.gz", "geo.gz", "obj" or "ply". An .obj holds
// positions (in full precision) and polygons: attributes and groups are left out, tets are refused. The same
// table gives the same bytes. Throws InputError for an unknown extension and for a table that does not hold
// together.
std::string encode_geometry(const GeometryTable& table, const std::string& extension,
                            const GeometryWriteOptions& options = {});
// The same reader on bytes in memory (fuzzing, tests).
GeometryTable decode_geometry(const std::string& bytes, const std::string& extension,
                              const std::string& name_for_messages);
// The surface of a table: its polygons as triangles, and the boundary of its tets.
std::vector<Triangle> surface_triangles(const GeometryTable& table);
// "bgeo.sc" of "shot/cloth.0001.bgeo.sc", "obj" of "a.OBJ".
std::string geometry_extension(const std::string& path);

}  // namespace stiction
