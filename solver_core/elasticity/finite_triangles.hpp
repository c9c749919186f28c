#pragma once

// Triangles of finite strain: what every membrane law shares.
//
//   F = D_s G (3x2),  D_s = [x1-x0, x2-x0];   W = area Psi(F);   gradient of corner a: area P b_a,  P = dPsi/dF (3x2)
//
//   G   inverse of the 2x2 rest edge matrix, 1/m; its row a - 1 is b_a, the gradient of corner a's shape function

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/elasticity/lame.hpp"

#include <vector>

namespace stiction {

struct FiniteTriangles {
    static constexpr Index kCorners = 3;
    std::vector<Triangle> nodes;
    std::vector<Mat2> inverse_rest;  // G
    std::vector<double> area;        // m^2
    Index size() const { return static_cast<Index>(nodes.size()); }
};

// Rest shapes in the frame of mesh/rest_triangle.hpp. Throws InputError for a triangle without area: its number, the area,
// the remedy.
void append_triangles(FiniteTriangles& terms, Span<const Vec3> rest, Span<const Triangle> triangles,
                      Index first_node);

inline Mat32 deformation_gradient(const FiniteTriangles& terms, Span<const Vec3> x, Index e)
{
    const Triangle& t = terms.nodes[e];
    Mat32 edges;
    edges << x[t[1]] - x[t[0]], x[t[2]] - x[t[0]];
    return edges * terms.inverse_rest[e];
}

// corner[a] = area P b_a.
inline void corner_gradients(const FiniteTriangles& terms, Index e, const Mat32& p, Vec3* corner)
{
    const Mat32 g = terms.area[e] * p * terms.inverse_rest[e].transpose();
    corner[0] = -(g.col(0) + g.col(1));
    corner[1] = g.col(0);
    corner[2] = g.col(1);
}

}  // namespace stiction
