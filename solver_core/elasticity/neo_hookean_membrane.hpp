#pragma once

// Neo-Hookean membranes: cloth and shells that stretch as an isotropic sheet.
//
//   Psi = (mu/2)(tr C - 2) - mu ln J + (lambda/2)(ln J)^2   per rest area;   W = area Psi;   +infinity at J = 0
//   P   = mu F + q N,   q = lambda ln J - mu,   N = F C^-1
//
//   F = D_s G (3x2),  C = F^T F (2x2),  J = sqrt(det C) the area ratio,  N^T F = I
//   mu = E t / (2 (1 + nu)),  lambda = E t nu / (1 - nu^2)   (sheet_lame: plane stress), N/m
//
// Two-dimensional compressible form: the law of classic_neo_hookean.hpp in the plane of the sheet, with the Lame parameters
// of plane stress. Small strain: P = 2 mu eps + lambda tr eps I, plane-stress Hooke with E t and nu. The other candidate, a
// solid incompressible through the thickness (Psi = (mu/2)(tr C + 1/det C - 3)), knows nu = 1/2 only, and a compressible
// solid with its thickness relaxed has no closed form; cloth is given by E t and nu, so those two are what the law keeps.
// A triangle in space cannot invert; one that collapses to a line has infinite energy, and there neither gradient nor
// Hessian are numbers.
//
// Second derivatives: principal stretches s_0, s_1 (principal_hessian.hpp with F extended by zero)
//   A_ii = mu + (lambda - q)/s_i^2,  A_01 = lambda/(s_0 s_1),  pair of the plane D = mu, E = -q/(s_0 s_1),
//   pairs with the normal D = mu + q/s_i^2 (stress over stretch: negative under compression, where a sheet buckles);
// as blocks, g_a = N b_a, n the unit normal:
//   d2Psi = mu b_a.b_b I + lambda g_a g_b^T + q (g_a.g_b n n^T - g_b g_a^T)

#include "solver_core/elasticity/finite_triangles.hpp"
#include "solver_core/elasticity/principal_hessian.hpp"

namespace stiction {

struct NeoHookeanMembrane : FiniteTriangles {
    std::vector<double> mu;
    std::vector<double> lambda;
};

// Adds triangles in their own numbering; first_node is added. `materials` (sheet_lame) has one entry, or one an element.
// Throws InputError for a triangle without area: its number, the area, the remedy.
void append_membrane(NeoHookeanMembrane& terms, Span<const Vec3> rest, Span<const Triangle> triangles,
                     Index first_node, Span<const Lame> materials);

double energy(const NeoHookeanMembrane& terms, Span<const Vec3> x, Index e);
// corner[3 (e - begin) + a] = dW/dx_a for the elements begin <= e < end.
void gradient(const NeoHookeanMembrane& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);
// block[6 (e - begin) + block_of(a, b)] = d2W/dx_a dx_b.
void hessian(const NeoHookeanMembrane& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block);

}  // namespace stiction
