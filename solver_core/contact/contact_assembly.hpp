#pragma once

// From found contacts to the sorted ContactSet: pairs with mesh colliders become contacts with obstacles, and all are
// sorted by key.

#include "solver_core/contact/obstacle_contact.hpp"
#include "solver_core/contact/pair_search.hpp"

#include <vector>

namespace stiction {

struct AssemblyBuffers {
    // Contacts by first edge: row i begins at edge_begin[i].
    std::vector<Index> edge_begin;
    std::vector<const PairContact*> edge_sorted;
    std::vector<ObstacleContact> obstacle;
    std::vector<const PairContact*> between;  // the final contacts between deformable objects
};

// `vertices` and `faces` hold the contacts with convex colliders, `pairs` all others.
void assemble_contacts(const ContactGeometry& geometry, const ContactSurface& surface,
                       const std::vector<ObstacleContact>& vertices,
                       const std::vector<ObstacleContact>& faces, const PairContacts& pairs,
                       AssemblyBuffers& buffers, ContactSet& contacts);

// Pairs that pass through each other (find_passing_pairs) as a set of their own.
void assemble_passing(const ContactGeometry& geometry, const std::vector<const PairContact*>& pairs,
                      AssemblyBuffers& buffers, ContactSet& contacts);

// Nodes that enter a collider (find_entering_nodes), ascending by key, as a set of their own.
void assemble_entering(const ContactGeometry& geometry, const std::vector<ObstacleContact>& nodes,
                       AssemblyBuffers& buffers, ContactSet& contacts);

}  // namespace stiction
