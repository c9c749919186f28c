#pragma once

#include "solver_core/io/geo_detail.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/scene/scene.hpp"

#include <string>

namespace stiction {

// The smooth surface that the method staggered lets others touch, as triangles: the same settings, the same samples.
// `resolution` cells along the longest side. Throws InputError when the geometry does not enclose a volume.
GeometryTable smooth_skin(const GeoDetail& geometry, const SurfaceSettings& settings, Index resolution,
                          const std::string& name_for_messages);

}  // namespace stiction
