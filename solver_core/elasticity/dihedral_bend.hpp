#pragma once

// Bending of sheets by the angle between neighbouring triangles.        [Bridson et al. 2003; Grinspun et al. 2003]
//
//   W = k (theta - theta_rest)^2,   theta = atan2((n1 x n0) . e/l, n0 . n1)
//
//   e = x1 - x0, l = |e|   the common edge, m                 n0 = e x (x2 - x0), n1 = (x3 - x0) x e   area normals, m^2
//   theta   0 when flat, positive when the wings rise to the side the normals point to, in (-pi, pi], rad
//   bend  bending stiffness, N m          k  stiffness of a hinge, J
//
// An arc cosine of n0.n1, as in [Larionov 2022, sec. 5.3.3], loses the sign of the bend and has no derivative where the sheet
// is flat; atan2 is smooth but for the fold onto itself, where theta jumps from pi to -pi. With a flat rest shape W has a
// ridge there and no jump.
//
// The stiffness k. On a sheet of curvature tensor K (n across, t along the edge) a hinge whose apexes stand at heights h0, h1
// over the points s0, s1 of the edge turns by
//   theta = p K_nn + q K_nt - r K_tt,   p = (h0 + h1)/2,  q = s0 - s1,  r = (s0 (l - s0)/h0 + s1 (l - s1)/h1)/2,
// of which a roll K = kappa c c^T, averaged over its direction c, has <theta^2> = kappa^2 (3 (p^2 + r^2) + q^2 - 2 p r)/8.
// A hinge answers for the area S = A0/m0 + A1/m1 (a triangle shares its area A among its m inner edges), and
//   k <theta^2> = (bend/2) kappa^2 S
// makes the energy of a rolled sheet (bend/2)/R^2 per area on the average over directions, on every mesh. In one direction it
// cannot be right on all: a sheet of 40 x 40 cells rolled to R = 0.8 m stores, over that number (test_dihedral_bend.cpp),
//   direction to the cells      0     45     90    135 degrees
//   diagonal                 0.66   2.00   0.66   0.68
//   alternating              0.88   1.12   0.88   1.12
//   crossed                  1.10   0.90   1.10   0.90
//   irregular                0.84   1.17   0.82   1.17
//   equilateral triangles    1.00   in every direction
// curvature_bend.hpp has 1 in all of them, and a larger stencil. The usual k = (bend/2) l^2/(A0 + A1) agrees with this one on
// equilateral triangles and is up to 3 times too stiff on the others.
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
