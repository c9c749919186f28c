#pragma once

// Stretch of cloth: distance of each triangle's deformation gradient to the isometries (or to those with singular
// values within 1 -+ strain limit).
//
//   W = (w/2) |F - p|^2,   F = D_s G,  D_s = [x1-x0, x2-x0],  G = D_m^-1,  w = stretch * area   [Ly et al. 2020, sec. 2.3]
//
//   F   3x2 deformation gradient                    p   its projection on the admissible set E
//   G   inverse of the 2x2 rest edge matrix, 1/m    w   N m

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

struct TriangleStretch {
    static constexpr Index kCorners = 3;
    std::vector<Triangle> nodes;
    std::vector<Mat2> inverse_rest;    // G
    std::vector<double> weight;        // w
    std::vector<double> strain_limit;  // dimensionless, 0: isometric
    Index size() const { return static_cast<Index>(nodes.size()); }
};

// K block of element e: w g_a . g_b, with g_a the gradient of F with respect to node a.
Eigen::Matrix3d stiffness(const TriangleStretch& terms, Index e);

// corner[3 i + a] = w A^T p on node a of element begin + i, for begin <= e < end.
void project(const TriangleStretch& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);

double energy(const TriangleStretch& terms, Span<const Vec3> x, Index e);

}  // namespace stiction
