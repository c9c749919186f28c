#pragma once

// Bending of cloth: the quadratic model on the four nodes of each inner edge, with rest curvature.
//
//   W = (w/2) |c(x) - p|^2,   c(x) = sum_a k_a x_a,   w = 3 bend / (A0 + A1)          [Bergou et al. 2006]
//
//   k_a  cotangent combinations of the rest shape; they sum to zero and vanish on affine maps of a flat rest shape
//   c    integrated curvature vector of the edge, m      A0, A1  areas of the two rest triangles, m^2
//   p    rest curvature carried along: same length as at rest, in the direction of c today (flat rest: p = 0)
//   w    N / m
//
// Node order: 0, 1 the edge, 2 and 3 the opposite corners. For a flat rest shape the term is quadratic: it lives in
// the matrix alone and costs nothing in the local step, so flat hinges come after the curved ones.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <array>
#include <vector>

namespace stiction {

struct HingeBend {
    static constexpr Index kCorners = 4;
    std::vector<std::array<Index, 4>> nodes;
    std::vector<Eigen::Vector4d> coefficient;  // k_a
    std::vector<double> weight;                // w
    std::vector<double> rest_curvature;        // signed length of c at rest, + towards the normal of the hinge
    Index curved = 0;                          // hinges [0, curved) have rest curvature
    Index size() const { return static_cast<Index>(nodes.size()); }
};

// Appends the hinge of edge (nodes 0, 1) with opposite corners 2 and 3 in the rest shape `rest`. Call
// sort_curved_first once all are in.
void append_hinge(HingeBend& terms, const std::array<Index, 4>& nodes, Span<const Vec3> rest, double bend, bool rest_flat);
void sort_curved_first(HingeBend& terms);

Eigen::Matrix4d stiffness(const HingeBend& terms, Index e);
void project(const HingeBend& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);
double energy(const HingeBend& terms, Span<const Vec3> x, Index e);

}  // namespace stiction
