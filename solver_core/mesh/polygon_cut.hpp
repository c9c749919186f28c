#pragma once

// Polygons as triangles. Convex polygons, and others all of which is seen from their first corner, become fans around it;
// the rest are cut ear by ear.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

// Appends size - 2 triangles that turn like the polygon. Corners must be valid point numbers. A polygon that crosses
// itself or has no area has no cut; it becomes a fan too, for the checks of the mesh to judge.
void cut_polygon(Span<const Vec3> positions, Span<const Index> polygon, std::vector<Triangle>& triangles);

std::vector<Triangle> cut_polygons(Span<const Vec3> positions,
                                   const std::vector<std::vector<Index>>& polygons);

}  // namespace stiction
