#pragma once

// The nearest isometry to a 3x2 deformation gradient, and strain limiting of one.
//
//   F = R S,  S = (F^T F)^(1/2) symmetric 2x2,  R^T R = I       [polar decomposition]
//   C = F^T F,  s = sqrt(det C),  t = sqrt(tr C + 2 s)   =>   S = (C + s I)/t,  det S = s
//   R = F S^-1 = F (adj C + s I) / (s t)                        [adj(C + sI) = adj C + s I in 2x2]

#include "solver_core/base/types.hpp"

namespace stiction {

// R above, in closed form; any isometry completing the map when F is singular.
Mat32 nearest_isometry(const Mat32& f);

// The nearest matrix to F (in Frobenius norm) whose singular values lie in [low, high], 0 <= low <= high.
Mat32 clamp_singular_values(const Mat32& f, double low, double high);

}  // namespace stiction
