#pragma once

// The broad phase: which feature pairs are worth a look. The trees give pairs of leaves, blocks of triangles;
// each block brings the nodes and edges its triangles own, so every pair of features comes up at most once.
// Then the features of a pair of blocks are tested in lanes (leaf_features.hpp), and what is left one by one.
// Nodes go first, since what they see rules out most pairs of edges (vertex_rows.hpp).

#include "solver_core/contact/near_features.hpp"

#include <vector>

namespace stiction {

struct PairBuffers {
    NearBlocks blocks;
    struct Found {
        std::vector<FeaturePair> pairs;  // nodes and faces, then edges: near by their bounds
        std::vector<PairContact> vertex_face, edge_edge;
    };
    std::vector<Found> found;                      // by task
    std::vector<std::vector<PairContact>> inside;  // by chunk of vertices
    std::vector<const PairContact*> vertex_face;   // all of them
};

// Contacts between features of the surface; vertices inside solids are among the first. They are kept where
// they were found (PairBuffers). Edge pairs are unsorted, and those that the vertices see are left out.
struct PairContacts {
    VertexRows vertices;
    std::vector<const PairContact*> edge_edge;
};

void find_pair_contacts(const ContactGeometry& geometry, ContactSurface& surface, PairBuffers& buffers,
                        PairContacts& contacts);

// Pairs of sheets' features that pass through each other with the surface's velocities (ContactSurface::follow), unsorted,
// kept where they were found.
void find_passing_pairs(const ContactGeometry& geometry, ContactSurface& surface, PairBuffers& buffers,
                        std::vector<const PairContact*>& passing);

// The boxes of two features overlap: part of what makes a pair a contact.
bool edge_boxes_overlap(const ContactSurface& surface, Index e, Index f);
bool node_and_face_boxes_overlap(const ContactSurface& surface, Index p, const SurfaceTriangle& face);

// May this vertex be inside this object: a closed surface, not the vertex's own, and one of the two
// deformable.
bool can_be_inside(const ContactGeometry& geometry, const ContactSurface& surface, Index vertex,
                   Index object);

// The nearest triangle of an object, by its tree. A guess (any triangle of the object, or -1) changes the
// time alone.
NearestTriangle nearest_triangle(const ContactSurface& surface, Index object, const Vec3& p,
                                 Index guess = -1);

}  // namespace stiction
