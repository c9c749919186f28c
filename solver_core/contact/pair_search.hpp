#pragma once

// The broad phase: which feature pairs are worth a look. Triangle pairs come from the trees' overlaps, and
// each triangle brings the nodes and edges it owns, so every pair of features comes up at most once.

#include "solver_core/contact/pair_contact.hpp"

#include <vector>

namespace stiction {

struct PairBuffers {
    struct Task {
        Index object_a = 0, object_b = 0;
        Bvh::NodePair nodes;
    };
    std::vector<Task> tasks;
    std::vector<Bvh::NodePair> cuts, scratch;
    struct Found {
        std::vector<PairContact> vertex_face, edge_edge;
    };
    std::vector<Found> found;                      // by task
    std::vector<std::vector<PairContact>> inside;  // by chunk of vertices
};

// All contacts between features of the surface, unsorted; vertices inside solids are among the first. They
// are kept where they were found (PairBuffers), since most edge pairs are dropped later.
struct PairContacts {
    std::vector<const PairContact*> vertex_face, edge_edge;
};

void find_pair_contacts(const ContactGeometry& geometry, const ContactSurface& surface, PairBuffers& buffers,
                        PairContacts& contacts);

// The boxes of two features overlap: part of what makes a pair a contact.
bool edge_boxes_overlap(const ContactSurface& surface, Index e, Index f);

// May this vertex be inside this object: a closed surface, not the vertex's own, and one of the two
// deformable.
bool can_be_inside(const ContactGeometry& geometry, const ContactSurface& surface, Index vertex,
                   Index object);

// The nearest triangle of an object, by its tree. A guess (any triangle of the object, or -1) changes the
// time alone.
NearestTriangle nearest_triangle(const ContactSurface& surface, Index object, const Vec3& p,
                                 Index guess = -1);

}  // namespace stiction
