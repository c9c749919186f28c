#pragma once

// Points of a surface that the surface itself hides from the other side: some neighbour is nearer, so the pair of closest
// points is no local minimum of the distance and belongs to the neighbour. In the narrow phase, hence in the header.
//
//   d   direction to the other side, |d| = length      lean   sine by which a neighbour must lean towards d to be nearer

#include "solver_core/contact/contact_surface.hpp"

namespace stiction {

// For faces and nodes: anything above rounding.
constexpr double kFaceLean = 1e-9;
// For edges it is generous: facets of a nearly flat sheet over a straight edge tie, and which of them is first by a hair
// must not decide.
constexpr double kEdgeLean = 0.1;

// Does `along` lean towards d by more than the sine `lean`?
inline bool leans(const Vec3& d, double length, const Vec3& along, double lean)
{
    const double dot = d.dot(along);
    return dot > 0.0 && dot * dot > lean * lean * length * length * along.squaredNorm();
}

// Is some face around `edge` nearer than the edge's own point?
inline bool edge_hides(const ContactSurface& s, Index edge, const Vec3& point, const Vec3& d, double length,
                       double lean)
{
    for (const Index corner : s.edge_corners[edge])
        if (leans(d, length, s.x[static_cast<std::size_t>(corner)] - point, lean)) return true;
    return false;
}

// Is some edge around the node nearer than the node?
inline bool node_hides(const ContactSurface& s, Index node, const Vec3& d, double length,
                       double lean = kFaceLean)
{
    const Vec3& x = s.x[static_cast<std::size_t>(node)];
    for (const Index j : s.node_neighbours[node])
        if (leans(d, length, s.x[static_cast<std::size_t>(j)] - x, lean)) return true;
    return false;
}

// Is p hidden by its own surface from what it is nearest to, a feature with the node q, d from there to p? It does not come up to meet
// a rim: they meet elsewhere, at the rim's own nodes or edge on edge. A node of the floor just before the upright face of a block is
// hidden in the same way: the floor goes on below the block. This holds for nodes of mesh colliders and for bodies without
// thickness, which touch at distance 0; thick ones pass each other's rims at a distance that tells gliding from hitting.
inline bool is_inner(const ContactSurface& s, Index p, Index q, const Vec3& d, double length,
                     double lean = kFaceLean)
{
    const auto is_bare = [&](Index node) {
        const auto i = static_cast<std::size_t>(node);
        return s.radius[i] == 0.0 && s.object_solid[static_cast<std::size_t>(s.node_object[i])] != 0;
    };
    return (p >= s.deformable_nodes || (is_bare(p) && is_bare(q))) && node_hides(s, p, -d, length, lean);
}

}  // namespace stiction
