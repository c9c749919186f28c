#pragma once

// The volume projection of soft bodies: singular values of the nearest matrix with determinant 1.
//
//   minimise |s - sigma|^2  subject to  s0 s1 s2 = 1,  s > 0
//
// Where the product is 1 the multiplier of the constraint, m, gives  s_i (s_i - sigma_i) = m  for every i: the larger root
// of that quadratic for all but the smallest value, t, which may be either root. With t as the unknown both cases are one
// function,
//
//   m(t) = t (t - sigma_min),   s_i(t) = (sigma_i + sqrt(sigma_i^2 + 4 m)) / 2,   g(t) = ln(t s_1 s_2) = 0
//   dg/d(ln t) = 1 + sum_i (t^2 + m) / (s_i^2 + m)
//
// For t >= sigma_min / 2 the slope lies in [1, 3] and Newton on ln t is safe from anywhere. Below, where a body that is
// blown up gives way in one direction only, g rises to a peak and falls; a root before the peak is a minimum too, and the
// nearer of the two is taken. It exists only above twice the volume (for equal values beyond 1.89), and there the nearest
// point jumps.

#include "solver_core/base/types.hpp"

namespace stiction {

// At most one of the values may be negative (an inverted element, as svd3 gives it); s is positive in any case.
Vec3 nearest_unit_determinant(const Vec3& sigma);

}  // namespace stiction
