#pragma once

// The order in which the local step visits contacts, and which may be visited at once.   [Ly et al. 2020, sec. 4.2]
//
// Layer 0: contacts with an obstacle, which does not react and so anchors the rest. A self-contact's layer is one more
// than that of its nearer side, by breadth-first search over the contact graph; groups that reach no obstacle start at
// their first contact. Inside a layer, contacts that share a node fall into different batches (greedy colouring in
// contact order), so a batch can run in parallel with the same bits.

#include "solver_core/contact/contact_set.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

struct ContactLayers {
    std::vector<Index> order;        // contacts, batch after batch
    std::vector<Index> batch_begin;  // batch b: order[batch_begin[b]] .. order[batch_begin[b+1]-1]
    std::vector<char> parallel;      // whether batch b's contacts share no node (else: one after the other)
    Index batches() const { return static_cast<Index>(parallel.size()); }

    // Buffers kept between steps.
    std::vector<Index> layer;                     // of every contact
    std::vector<Index> node_begin, node_contact;  // contacts of every node
    std::vector<Index> queue, by_layer, color_of, color_begin;
    std::vector<std::uint64_t> node_colors;
};

void build_layers(const ContactSet& contacts, Index node_count, ContactLayers& layers);

}  // namespace stiction
