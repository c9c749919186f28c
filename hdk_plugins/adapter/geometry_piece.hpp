#pragma once

// Host geometry as objects of a scene. One geometry is one object, or one for every value of the primitives' text
// attribute `name`: materials and friction are an object's, so that is how one geometry carries several.

#include "solver_core/base/types.hpp"
#include "solver_core/io/geo_detail.hpp"

#include <string>
#include <vector>

namespace stiction {

struct GeometryPiece {
    std::string name;               // empty where the primitives have none
    std::vector<Index> points;      // of the geometry, ascending: node k of the piece is points[k]
    std::vector<Index> primitives;  // of the geometry, ascending
    // In node numbers. Polygons as triangles (mesh/polygon_cut.hpp), counter-clockwise seen from outside; a piece with tets
    // has no triangles: what polygons it has lie on its skin.
    std::vector<Triangle> triangles;
    std::vector<Tet> tets;
    std::vector<Index> element_primitives;  // of the geometry: which one each triangle or tet comes from
};

// Refuses tables that do not hold together: what follows reads them without looking again. Throws InputError.
void check_detail(const GeoDetail& detail, const std::string& name_for_messages);

// The pieces in the order of their first primitives. Points of no polygon and no tet belong to none. Throws InputError when
// two pieces share a point, or nothing is left to simulate.
std::vector<GeometryPiece> split_pieces(const GeoDetail& detail, const std::string& name_for_messages);
// The text of every primitive's attribute `name`; empty when there is none.
std::vector<std::string> primitive_names(const GeoDetail& detail);
// All polygons, and the skin of all tets, as one surface over all points: a collider.
std::vector<Triangle> collider_triangles(const GeoDetail& detail, const std::string& name_for_messages);

// Positions of points, and a point attribute of three numbers; empty when there is none.
Vec3Array positions_of(const GeoDetail& detail);
Vec3Array point_vectors(const GeoDetail& detail, const std::string& name);

}  // namespace stiction
