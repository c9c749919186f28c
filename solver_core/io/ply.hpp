#pragma once

#include "solver_core/io/geometry_file.hpp"

#include <string>

namespace stiction {

// Stanford PLY: "vertex", "face" and "tetrahedron" elements; others are passed over. Further properties of
// vertices become point attributes: nx ny nz is N, vx vy vz is v, a_0 a_1 ... is a, and a uchar group_g is
// the group g.
GeometryTable decode_ply(const std::string& bytes, const std::string& name_for_messages);
// Binary little endian.
std::string encode_ply(const GeometryTable& table, const GeometryWriteOptions& options);

}  // namespace stiction
