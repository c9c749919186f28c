#pragma once

// One geometry of colliders as several: the primitives' text attribute `name` tells them apart, as it does pieces of cloth.

#include "hdk_plugins/adapter/geometry_piece.hpp"

#include <string>
#include <vector>

namespace stiction {

// In the order of their first primitives, triangles in node numbers. Names that share a point are one piece with the name that
// comes first: a body cut there would be open. Without the attribute all points and primitives are one piece without a name. Throws
// InputError when there are no faces.
std::vector<GeometryPiece> split_colliders(const GeoDetail& detail, const std::string& name_for_messages);

}  // namespace stiction
