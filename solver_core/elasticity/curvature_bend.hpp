#pragma once

// Bending of cloth: the squared curvature vector at every inner vertex, with rest curvature.
//
//   W = (w/2) |c(x) - p|^2,   c(x) = sum_a k_a x_a,   w = bend S / A^2
//
//   c    integrated curvature vector of the vertex: cotangent Laplacian of the rest shape, zero on a flat sheet, m
//   k_a  (cot alpha + cot beta)/2 for a neighbour, minus their sum for the vertex itself
//   p    rest curvature carried along: same length as at rest, in the direction of c today (flat rest: p = 0)
//   A    Voronoi area of the vertex at rest (mixed area where a triangle is obtuse), m^2            [Meyer et al. 2003]
//   S    area the vertex answers for: its own and its share of border vertices, which have no curvature of their own, m^2
//
// A sheet rolled to radius R stores (bend/2)(1/R)^2 per area whichever way it is rolled and cut. (The stencil on the
// four nodes of a hinge is sparser, but its energy changes threefold with the direction of the bend on a diagonal grid.)
// Inner edges between two border vertices, as in a strip one cell wide, keep the hinge stencil: nothing else holds them.
//
// For a flat rest shape a term is quadratic: it lives in the matrix alone and costs nothing in the local step, so flat
// stencils come after the curved ones.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/mesh/topology.hpp"

#include <vector>

namespace stiction {

struct CurvatureBend {
    std::vector<Index> begin{0};  // entries of stencil e: begin[e] .. begin[e+1]-1
    std::vector<Index> node;
    std::vector<double> coefficient;     // k_a, sum to zero
    std::vector<double> weight;          // w, N/m
    std::vector<double> rest_curvature;  // signed length of c at rest, + along the normal
    std::vector<Index> normal_begin{0};  // triangles whose area normals add up to the stencil's
    std::vector<Triangle> normal;
    Index curved = 0;  // stencils [0, curved) have rest curvature
    Index size() const { return static_cast<Index>(weight.size()); }
};

// Adds the stencils of one sheet. `triangles`, `rest` and `topology` use the sheet's own numbering; first_node is added.
// Call sort_curved_first once all are in.
void append_sheet(CurvatureBend& terms, const SurfaceTopology& topology, Span<const Triangle> triangles,
                  Span<const Vec3> rest, Index first_node, double bend, bool rest_flat);
void sort_curved_first(CurvatureBend& terms);

// K entry of two of a stencil's nodes (entry numbers a, b).
double stiffness(const CurvatureBend& terms, Index e, Index a, Index b);
// corner[a - begin[first]] = w k_a p for the entries a of the curved stencils [first, last).
void project(const CurvatureBend& terms, Span<const Vec3> x, Index first, Index last, Span<Vec3> corner);
double energy(const CurvatureBend& terms, Span<const Vec3> x, Index e);

}  // namespace stiction
