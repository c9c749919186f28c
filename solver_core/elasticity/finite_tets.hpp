#pragma once

// Tetrahedra of finite strain: what every law for them shares.
//
//   F = D_s G,  D_s = [x1-x0, x2-x0, x3-x0];   W = V Psi(F);   force gradient of corner a: V P b_a,  P = dPsi/dF
//
//   G    inverse of the 3x3 rest edge matrix, 1/m; its row a - 1 is b_a, the gradient of corner a's shape function
//   V    rest volume, m^3         mu, lambda  Lame parameters of the small-strain limit, Pa, one pair an element

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/elasticity/lame.hpp"

#include <Eigen/Geometry>

#include <vector>

namespace stiction {

struct FiniteTets {
    static constexpr Index kCorners = 4;
    std::vector<Tet> nodes;
    std::vector<Mat3> inverse_rest;  // G
    std::vector<double> volume;      // V
    std::vector<double> mu;
    std::vector<double> lambda;
    Index size() const { return static_cast<Index>(nodes.size()); }
};

// Adds tets in their own numbering; first_node is added. `materials` has one entry, or one an element. Throws InputError
// for a tet without positive volume: its number, the signed volume, the remedy.
void append_tets(FiniteTets& terms, Span<const Vec3> rest, Span<const Tet> tets, Index first_node,
                 Span<const Lame> materials);

inline Mat3 deformation_gradient(const FiniteTets& terms, Span<const Vec3> x, Index e)
{
    const Tet& t = terms.nodes[e];
    Mat3 edges;
    edges << x[t[1]] - x[t[0]], x[t[2]] - x[t[0]], x[t[3]] - x[t[0]];
    return edges * terms.inverse_rest[e];
}

// dJ/dF, J = det F.
inline Mat3 cofactor(const Mat3& f)
{
    Mat3 c;
    c << f.col(1).cross(f.col(2)), f.col(2).cross(f.col(0)), f.col(0).cross(f.col(1));
    return c;
}

inline Mat3 cross_matrix(const Vec3& w)
{
    Mat3 m;
    m << 0.0, -w[2], w[1], w[2], 0.0, -w[0], -w[1], w[0], 0.0;
    return m;
}

// corner[a] = V P b_a.
inline void corner_gradients(const FiniteTets& terms, Index e, const Mat3& p, Vec3* corner)
{
    const Mat3 g = terms.volume[e] * p * terms.inverse_rest[e].transpose();
    corner[0] = -(g.col(0) + g.col(1) + g.col(2));
    for (Index a = 1; a < FiniteTets::kCorners; ++a) corner[a] = g.col(a - 1);
}

}  // namespace stiction
