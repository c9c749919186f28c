#pragma once

// Classic neo-Hookean solids: an infinite wall against inversion.                              [Sifakis and Barbic 2012]
//
//   Psi = (mu/2)(tr C - 3) - mu ln J + (lambda/2)(ln J)^2,  C = F^T F,  J = det F;  +infinity at J <= 0
//   P   = mu F + q F^-T,   q = lambda ln J - mu
//
// Small strain: F^-T = I - H^T and ln J = tr eps, so P = 2 mu eps + lambda tr eps I: mu and lambda are Lame's own.
//
// The energy of an element that is inverted or flat is infinite: a line search goes back from there. Gradient and Hessian
// exist only where the energy is finite; elsewhere they are not numbers.
//
// Second derivatives: in principal stretches (principal_hessian.hpp)
//   A_ii = mu + (lambda - q)/s_i^2,  A_ij = lambda/(s_i s_j),  D = mu,  E_k = -q/(s_i s_j);
// as blocks, with g_a = F^-T b_a:  d2Psi = mu b_a.b_b I + lambda g_a g_b^T - q g_b g_a^T.

#include "solver_core/elasticity/finite_tets.hpp"
#include "solver_core/elasticity/principal_hessian.hpp"

namespace stiction {

struct ClassicTets : FiniteTets {};

double energy(const ClassicTets& terms, Span<const Vec3> x, Index e);
// corner[4 (e - begin) + a] = dW/dx_a for the elements begin <= e < end.
void gradient(const ClassicTets& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);
// block[10 (e - begin) + block_of(a, b)] = d2W/dx_a dx_b.
void hessian(const ClassicTets& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block);

}  // namespace stiction
