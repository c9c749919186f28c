#pragma once

// The narrow phase of feature pairs: vertex against face, edge against edge. Whether a pair is a contact
// depends on the pair and its direct neighbourhood alone, so the result is the same whoever enumerates the
// pairs.
//
//   d        vector from the closest point of side B to that of side A, |d| the distance
//   R        sum of the two radii at the closest points; within one object at most half the rest distance
//   gap      |d| - R, of two edges |d| - (1 - kEdgeCloser) R; negative of the depth, less R, when A is inside a solid B
//   approach largest closing speed along n of any two nodes of the two features (so that no crossing is
//            missed when the features also turn or stretch)
// Included when  gap < max(0, approach) h + margin(R)  and the swept boxes of the two features overlap.
//
// Only closest points that are a local minimum of the distance to the whole surface count: when the closest
// point of a triangle lies on one of its edges or corners and a neighbouring triangle is nearer, the pair is
// the neighbour's. That leaves one contact per pair of features (the triangle with the smallest number names
// it) and none against the inner edges of a smooth surface, which would hold back a sheet that slides over
// it.

#include "solver_core/contact/contact_surface.hpp"

namespace stiction {

// Parts of one object that start closer than R touch at this share of their rest distance.
constexpr double kRestShare = 0.5;
// Edges rest closer to each other than vertices to faces, by this share of the radii: vertex_rows.hpp says why.
constexpr double kEdgeCloser = 0.1;

struct PairContact {
    ContactKind kind = ContactKind::vertex_face;  // vertex_face or edge_edge
    Index a = 0, b = 0;  // vertex and triangle, or edge and edge (a < b), of the ContactSurface
    Index object_a = 0, object_b = 0;
    bool inside = false;    // a vertex found inside a solid by the search of all the solid's triangles
    double distance = 0.0;  // signed: negative inside a solid
    double gap = 0.0;
    Vec3 normal = Vec3::Zero();  // from b's side to a's side
    Vec3 point = Vec3::Zero();   // on b's side
    Index node[4] = {0, 0, 0, 0};
    double weight[4] = {0, 0, 0, 0};  // positive on a's side, negative on b's
};

// Vertex `p` against a triangle, given as it stands in `triangles` or in `leaves`. False when this pair is no contact.
bool vertex_face_contact(const ContactGeometry& geometry, const ContactSurface& surface, Index p,
                         const SurfaceTriangle& triangle, PairContact& out);

// Edge `e` against edge `f`, e < f. Only pairs whose closest points lie inside both edges and that are not
// parallel: the others are vertex-face pairs already.
bool edge_edge_contact(const ContactGeometry& geometry, const ContactSurface& surface, Index e, Index f,
                       PairContact& out);

// Vertex `p` at any depth inside the solid object: against the nearest of all its triangles. False when p is
// outside. `nearest` finds that triangle: the least (squared distance, number).
struct NearestTriangle {
    Index triangle = -1;
    double distance2 = 0.0;
};
bool vertex_inside_contact(const ContactGeometry& geometry, const ContactSurface& surface, Index p,
                           const NearestTriangle& nearest, PairContact& out);
void consider_nearest(const ContactSurface& surface, const Vec3& p, Index t, NearestTriangle& best);

// Outward pseudonormal (not of unit length) of the feature of triangle t on which some closest point lies:
// the face's own normal, the sum over the edge's faces, or the sum by angles around the corner. Its side
// tells inside from outside.
Vec3 feature_normal(const ContactSurface& surface, Index t, unsigned feature);

}  // namespace stiction
