#pragma once

// Stable neo-Hookean solids: finite energy and forces for every F, crushed and inverted ones too.  [Smith et al. 2018, 14]
//
//   Psi = (m/2)(I - 3) - (m/2) ln((I + 1)/4) + (l/2)(J - 1)^2 - (3 m/4)(J - 1)
//   P   = m I/(I + 1) F + q cof F,   q = l (J - 1) - 3 m/4
//
//   I = tr F^T F,  J = det F,  cof F = dJ/dF
//
// This is their equation 14 less a constant: its (l/2)(J - alpha)^2 with alpha = 1 + 3 m/(4 l) written out about J = 1. So
// Psi = 0 at rest and P = (3 m/4) I - (3 m/4) I = 0 there, without rounding. The logarithm makes F = 0 a saddle; without it
// a tet crushed to a point would rest there.
//
// Small strain, F = I + H, eps = sym H: I/(I + 1) = 3/4 + tr eps / 8 and cof F = I + tr eps I - H^T, so
//   P = (3 m/4) 2 eps + (l + m/8 - 3 m/4) tr eps I,
// Hooke's law with mu = 3 m/4, lambda = l - 5 m/8; hence m = 4 mu/3, l = lambda + 5 mu/6.
//
// Second derivatives: in principal stretches (principal_hessian.hpp) with k = I/(I + 1), c = 2 m/(I + 1)^2
//   A_ii = m k + c s_i^2 + l (s_j s_k)^2,  A_ij = c s_i s_j + l (s_j s_k)(s_i s_k) + q s_k,  D = m k,  E_k = -q s_k;
// as blocks d2Psi = m k b_a.b_b I + c (F b_a)(F b_b)^T + l (cof F b_a)(cof F b_b)^T - q [F (b_a x b_b)]_x.

#include "solver_core/elasticity/finite_tets.hpp"
#include "solver_core/elasticity/principal_hessian.hpp"

namespace stiction {

struct StableTets : FiniteTets {};

double energy(const StableTets& terms, Span<const Vec3> x, Index e);
// corner[4 (e - begin) + a] = dW/dx_a for the elements begin <= e < end.
void gradient(const StableTets& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);
// block[10 (e - begin) + block_of(a, b)] = d2W/dx_a dx_b.
void hessian(const StableTets& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block);

}  // namespace stiction
