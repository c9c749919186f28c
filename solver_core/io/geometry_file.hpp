#pragma once

// Geometry on disk: .obj, .ply, .geo, .bgeo (gzip too), as plain tables.

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
    };
    std::map<std::string, Attribute> point_attributes;       // written as fpreal32, or int32 for the names below
    std::map<std::string, std::vector<Index>> point_groups;  // members, ascending
};

// Format by extension. Throws InputError (path, byte or line, what was found) for what cannot be read.
GeometryTable read_geometry(const std::string& path);
// The file's bytes; `extension` is "bgeo", "geo", "obj" or "ply" (also "bgeo.gz").
std::string encode_geometry(const GeometryTable& table, const std::string& extension);
// The same reader on bytes in memory (fuzzing, tests).
GeometryTable decode_geometry(const std::string& bytes, const std::string& extension, const std::string& name_for_messages);

}  // namespace stiction
