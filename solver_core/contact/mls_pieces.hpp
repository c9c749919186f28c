#pragma once

// A closed triangle surface as smooth potentials: one for all of it, or one for each part between sharp edges.
//
// Moving least squares round off an edge over the radius R, outwards where samples of one side stick out and inwards at
// corners. With `sharp`, triangles are joined over edges that bend by less than crease_angle; each joined part (a piece) has
// samples and a potential Psi_i of its own that knows nothing of the others and runs on past the edge. Near an edge
//
//   convex   the solid is where both Psi are negative:   Psi = max(Psi_i, Psi_j)
//   concave  the solid is where either is negative:      Psi = min(Psi_i, Psi_j)
//
// At a point: p, the piece of the nearest sample; the largest Psi among p and the pieces it meets in a convex edge; then the
// smallest of that and those it meets in a concave one. Pieces that do not meet p are left out, so the far side of a thin
// plate does not speak. Where all edges are of one kind that is max or min whatever p is; at a corner where convex and
// concave edges meet it is a choice.
//
// max(...) >= 0 is one constraint, that of the largest. min(...) >= 0 is several, that each of them holds: `active`.

#include "solver_core/contact/mls_radius.hpp"

namespace stiction {

struct SmoothSettings {
    MlsKernel kernel;
    MlsSampleKind samples = MlsSampleKind::triangle;
    MlsRadiusRule radius_rule = MlsRadiusRule::uniform;
    double radius_factor = 1.0;      // R over the longest edge, or over the spacing of points, 1
    double background_factor = 2.0;  // end of the field over R, 1
    bool sharp = false;
    double crease_angle = 0.7;  // rad (40 degrees): a cylinder of nine sides is round
};

// What is known at a point: one stencil a piece, and which of them count.
struct PieceStencil {
    bool known = false;
    double psi = 0.0;
    std::vector<Index> active;  // pieces whose potential must each be kept; the smallest is psi
    std::vector<MlsStencil> piece;
};

class MlsPieces {
public:
    // Throws InputError with an empty place for triangles without area, or out of reach (check_coverage).
    void build(Span<const Triangle> triangles, Span<const Vec3> x, const SmoothSettings& settings);
    // Free points with normals: one piece, since points know no edges. Throws for fewer than three points, a normal of
    // length zero, a point that no other is near (check_neighbourhoods), and `sharp`.
    void build_points(Span<const Vec3> points, Span<const Vec3> normals, const SmoothSettings& settings);
    Index update(Span<const Vec3> x);

    // `excluded`: one list of samples a piece, or none.
    void evaluate(const Vec3& x, PieceStencil& out, Span<const Span<const Index>> excluded = {}) const;

    Index size() const { return static_cast<Index>(piece_.size()); }
    const MlsSurface& piece(Index i) const { return piece_[static_cast<std::size_t>(i)]; }
    // Which triangle a sample of a triangle-sampled piece is.
    Index triangle_of(Index i, Index sample) const;
    double reach() const;
    double largest_radius() const;
    Aabb box() const;
    bool is_convex_edge(Index i, Index j) const { return edge_kind(i, j) > 0; }
    bool is_concave_edge(Index i, Index j) const { return edge_kind(i, j) < 0; }

private:
    int edge_kind(Index i, Index j) const;
    std::vector<MlsSurface> piece_;
    std::vector<std::vector<Index>> triangle_;  // by piece
    std::vector<signed char> edge_kind_;        // piece by piece: +1 convex, -1 concave, 0 no common edge
};

// The number of the piece of each triangle, in the order of their first triangles.
std::vector<Index> smooth_pieces(Span<const Triangle> triangles, Span<const Vec3> x, double crease_angle);

}  // namespace stiction
