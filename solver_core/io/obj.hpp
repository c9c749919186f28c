#pragma once

#include "solver_core/io/geometry_file.hpp"

#include <string>

namespace stiction {

// Wavefront: vertices and faces; texture coordinates, normals, groups and materials are passed over.
GeometryTable decode_obj(const std::string& bytes, const std::string& name_for_messages);
std::string encode_obj(const GeometryTable& table);

}  // namespace stiction
