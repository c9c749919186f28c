#pragma once

// The plane between features that touch. The direction between their closest points is noise, or that of a hair's breadth sideways, and
// bodies without thickness laid on each other have nothing but such pairs. A normal n of one of the features is the plane's when it separates the two
// surfaces around the point:
//
//   no neighbour on side A leans below it, none on side B above it,
//   and it points out of B and into A where these are solid
//
// Where several do, the one that points most into A is taken if A is solid, else the one against which A moves. Where none does, the
// features touch in passing (the upright edge of a block and an edge of its floor) and others carry. Two sheets have no such edges,
// and crumpled ones no such plane: theirs is the one against which A moves.

#include "solver_core/contact/contact_surface.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {

// Closer than this the direction between closest points is noise, m.
constexpr double kTouching = 1e-9;

// How close features touch: where a solid is one of them, a share of their shortest edge, whose square `edge2` finds.
constexpr double kTouchShare = 1e-4;
template <class Edge2>
double touching_distance(const ContactSurface& s, Index object_a, Index object_b, const Edge2& edge2)
{
    const bool any_solid = s.object_solid[static_cast<std::size_t>(object_a)] != 0 ||
                           s.object_solid[static_cast<std::size_t>(object_b)] != 0;
    return any_solid ? std::max(kTouching, kTouchShare * std::sqrt(edge2())) : kTouching;
}

Vec3 face_normal(const ContactSurface& s, Index t);

// Sum of the normals of the faces around a node or an edge: which side is outside.
Vec3 outward_of_node(const ContactSurface& s, Index node);
Vec3 outward_of_edge(const ContactSurface& s, Index edge);

// Vertex p on the feature of triangle t that its closest point is on (bits of closest_point_triangle), where p moves with u relative
// to it, m/s. False where no plane separates them.
bool touching_normal_of_vertex(const ContactSurface& s, Index p, Index t, unsigned feature, const Vec3& u,
                               Vec3& normal);

// Edge e on edge f, at `point`.
bool touching_normal_of_edges(const ContactSurface& s, Index e, Index f, const Vec3& point, const Vec3& u,
                              Vec3& normal);

}  // namespace stiction
