#pragma once

// Oriented points from a file: scans, and whatever else has points with normals.

#include "solver_core/contact/collider.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/scene/place.hpp"
#include "solver_core/scene/scene.hpp"

namespace stiction {

// All points of the table with their normals, the point attribute N (nx, ny, nz of .ply, vn of .obj), made unit vectors.
// Throws InputError with an empty place that says what is missing or which point is bad. Polygons do not matter.
PointsShape oriented_points(const GeometryTable& table);

// The same from a file of the scene; `place` is the file's, for messages.
PointsShape read_points(const Scene& scene, const std::string& file, const Place& place);

// Points and normals of a thing that is scaled by `scale`: normals keep off the surface.
void scale_points(const Vec3& scale, PointsShape& points);

}  // namespace stiction
