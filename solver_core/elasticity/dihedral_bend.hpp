#pragma once

// Bending of sheets by the angle between neighbouring triangles.        [Bridson et al. 2003; Grinspun et al. 2003]
//
//   W = k (theta - theta_rest)^2,   theta = atan2((n1 x n0) . e/l, n0 . n1),   k = (bend/2) l^2 / (A0 + A1)
//
//   e = x1 - x0, l = |e|   the common edge, m                 n0 = e x (x2 - x0), n1 = (x3 - x0) x e   area normals, m^2
//   theta   0 when flat, positive when the wings rise to the side the normals point to, in (-pi, pi], rad
//   A0, A1  rest areas, m^2          bend  bending stiffness, N m          k  J
//
// An arc cosine of n0.n1, as in [Larionov 2022, sec. 5.3.3], loses the sign of the bend and has no derivative where the sheet
// is flat; atan2 is smooth but for the fold onto itself, where theta jumps from pi to -pi. With a flat rest shape W has a
// ridge there and no jump.
//
// Why this k: on a sheet of curvature tensor K (n across, t along the edge) a hinge with apex heights h0, h1 that stand over
// the points s0, s1 of the edge turns by
//   theta = K_nn (h0 + h1)/2 + K_nt (s0 - s1) - (K_tt/2)(s0 (l - s0)/h0 + s1 (l - s1)/h1)
// Equilateral triangles: theta = h (K_nn - K_tt/3), and the sum over the three directions of edges is the same for every
// direction of roll; it is (bend/2) kappa^2 per area for just this k. Right triangles, rolled along their short sides: too.
// The stencil cannot do it for every direction on other meshes. A sheet of 40 x 40 cells rolled to R = 0.8 m stores, over
// (bend/2)/R^2 per area, in directions of 0, 45, 90 and 135 degrees to the cells (measured in test_dihedral_bend.cpp):
//   @TABLE@
// curvature_bend.hpp has 1 in all of them, and a larger stencil.
//
// Second derivatives: d2W = 2k grad theta grad theta^T + 2k (theta - theta_rest) d2theta. The positive kind is the first
// term alone (Gauss-Newton): exact at rest. A triangle without area has no angle: energy +infinity.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/elasticity/principal_hessian.hpp"
#include "solver_core/mesh/topology.hpp"

#include <vector>

namespace stiction {

struct DihedralBend {
    static constexpr Index kCorners = 4;
    std::vector<Tet> nodes;          // x0, x1 the edge, x2 and x3 the apexes of the first and second triangle
    std::vector<double> stiffness;   // k, J
    std::vector<double> rest_angle;  // theta_rest, rad
    Index size() const { return static_cast<Index>(nodes.size()); }
};

// Adds the hinges of one sheet. `topology` and `rest` use the sheet's own numbering; first_node is added. Throws InputError
// for a hinge at a triangle without area. `rest_flat` takes 0 for every rest angle.
void append_hinges(DihedralBend& terms, const SurfaceTopology& topology, Span<const Vec3> rest,
                   Index first_node, double bend, bool rest_flat);

double dihedral_angle(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& x3);

double energy(const DihedralBend& terms, Span<const Vec3> x, Index e);
// corner[4 (e - begin) + a] = dW/dx_a for the hinges begin <= e < end.
void gradient(const DihedralBend& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);
// block[10 (e - begin) + block_of(a, b)] = d2W/dx_a dx_b.
void hessian(const DihedralBend& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block);

}  // namespace stiction
