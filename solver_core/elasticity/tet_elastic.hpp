#pragma once

// Elasticity of soft bodies: as-rigid-as-possible plus volume, both as distances to a set.
//
//   W = (w/2) |F - R|^2 + (w_vol/2) |F - p|^2,   F = D_s G,   R nearest rotation,  p nearest with det p = 1
//   w = 2 mu V,  w_vol = 3 lambda V
//
//   mu, lambda  Lame parameters, Pa        V  rest volume, m^3        G  inverse of the 3x3 rest edge matrix, 1/m
//
// For small strains the first term is the deviatoric and half of the volumetric corotated energy; a uniform dilation
// e has |F - p|^2 = 3 e^2 against (lambda/2)(3 e)^2, which gives the factor 3 of w_vol.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

struct TetElastic {
    static constexpr Index kCorners = 4;
    std::vector<Tet> nodes;
    std::vector<Mat3> inverse_rest;     // G
    std::vector<double> weight;         // w, J
    std::vector<double> volume_weight;  // w_vol, J
    Index size() const { return static_cast<Index>(nodes.size()); }
};

Eigen::Matrix4d stiffness(const TetElastic& terms, Index e);
void project(const TetElastic& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);
double energy(const TetElastic& terms, Span<const Vec3> x, Index e);

}  // namespace stiction
