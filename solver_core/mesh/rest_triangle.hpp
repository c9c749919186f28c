#pragma once

// Rest shapes of elements, as the deformation gradient wants them.
//
// For a triangle with corners X0, X1, X2 at rest and x0, x1, x2 now:
//   F = D_s D_m^-1 (3x2),  D_s = [x1 - x0, x2 - x0] (3x2),  D_m = [X1 - X0, X2 - X0] in its own plane (2x2)
// with the first in-plane axis along X1 - X0 and the second turned from it towards X2. For a tet likewise
// with three edges, all 3x3.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

struct RestTriangle {
    Mat2 inverse;       // D_m^-1, 1/m; upper triangular
    double area = 0.0;  // m^2
};

struct RestTet {
    Mat3 inverse;         // D_m^-1, 1/m
    double volume = 0.0;  // m^3
};

// Elements must not be degenerate (mesh_checks.hpp finds those that are).
RestTriangle rest_triangle(const Vec3& x0, const Vec3& x1, const Vec3& x2);
RestTet rest_tet(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& x3);

std::vector<RestTriangle> rest_triangles(Span<const Vec3> positions, Span<const Triangle> triangles);
std::vector<RestTet> rest_tets(Span<const Vec3> positions, Span<const Tet> tets);

}  // namespace stiction
