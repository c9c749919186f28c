#pragma once

// Woven cloth: orthotropic St. Venant-Kirchhoff membranes, warp u and weft v.              [Larionov 2022, eqs. 5.5 and 5.6]
//
//   Psi = (1/2) e^T C e  per rest area,   e = (E_uu, E_vv, 2 E_uv),   E = (F^T F - I)/2,   W = area Psi
//   C = [ C_00  C_01  0   ]      C_00 = k_u / (1 - nu_uv nu_vu)      C_01 = nu_uv k_v / (1 - nu_uv nu_vu) = nu_vu k_u / (...)
//       [ C_01  C_11  0   ]      C_11 = k_v / (1 - nu_uv nu_vu)      C_22 = shear
//       [ 0     0    C_22 ]      nu_vu = nu_uv k_v / k_u
//
//   k_u, k_v     stiffness along warp and weft: Young's modulus times thickness, N/m
//   nu_uv        contraction along v over stretch along u when pulled along u alone (Hooke: e = C^-1 sigma), 1
//   shear        shear modulus times thickness, N/m
//
// The paper prints nu_vu for "a contraction in direction u when an extension is applied in direction v", which is the same
// as here. C is positive definite where nu_uv^2 k_v < k_u.
//
// F is taken along the material's own axes: G = (own frame's) times the rotation whose columns are warp and weft. Energy is
// finite for every x. Under compression St. Venant-Kirchhoff softens: pushed along one direction, the stress has its
// extreme at a stretch of 1/sqrt(3) and vanishes again at 0.
//
// Second derivatives: d2Psi = B_a^T C B_b + (b_a . S b_b) I with B_a = de/dx_a (3x3) and S = C e as a 2x2 matrix, N/m. The
// first term is positive semidefinite; the positive kind takes of S its positive part, a sheet under compression having no
// stiffness of its own against buckling. That is no more than the exact matrix plus what makes it so, not the nearest.

#include "solver_core/elasticity/finite_triangles.hpp"
#include "solver_core/elasticity/principal_hessian.hpp"

namespace stiction {

struct OrthotropicStiffness {
    double warp = 0.0;     // k_u, N/m
    double weft = 0.0;     // k_v, N/m
    double poisson = 0.0;  // nu_uv
    double shear = 0.0;    // N/m
};

struct OrthotropicMembrane : FiniteTriangles {
    std::vector<Vec3> normal;   // C_00, C_11, C_01, N/m
    std::vector<double> shear;  // C_22, N/m
};

// Adds triangles in their own numbering; first_node is added. `materials` has one entry, or one an element; `warp` one
// direction in rest space each or one for all, of which the part in the triangle's plane counts. Throws InputError for a
// triangle without area, and for a warp direction that stands on its triangle.
void append_orthotropic(OrthotropicMembrane& terms, Span<const Vec3> rest, Span<const Triangle> triangles,
                        Index first_node, Span<const OrthotropicStiffness> materials, Span<const Vec3> warp);

double energy(const OrthotropicMembrane& terms, Span<const Vec3> x, Index e);
// corner[3 (e - begin) + a] = dW/dx_a for the elements begin <= e < end.
void gradient(const OrthotropicMembrane& terms, Span<const Vec3> x, Index begin, Index end,
              Span<Vec3> corner);
// block[6 (e - begin) + block_of(a, b)] = d2W/dx_a dx_b.
void hessian(const OrthotropicMembrane& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block);

}  // namespace stiction
