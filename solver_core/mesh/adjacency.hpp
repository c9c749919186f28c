#pragma once

// Who touches whom: lists of varying length in one array, and the connected pieces of a mesh.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

// Row i is items[offsets[i]] ... items[offsets[i + 1] - 1].
struct Adjacency {
    std::vector<Index> offsets{0};
    std::vector<Index> items;

    Index rows() const { return static_cast<Index>(offsets.size()) - 1; }
    Span<const Index> operator[](Index row) const
    {
        return {items.data() + offsets[row], static_cast<std::size_t>(offsets[row + 1] - offsets[row])};
    }
};

// Elements around each node, in ascending order.
Adjacency triangles_of_nodes(Index node_count, Span<const Triangle> triangles);
Adjacency tets_of_nodes(Index node_count, Span<const Tet> tets);

// Pieces joined by elements, numbered in the order of their lowest node. A node without element is its own
// piece.
struct Components {
    Index count = 0;
    std::vector<Index> of_node;
};

Components connected_components(Index node_count, Span<const Triangle> triangles);
Components connected_components(Index node_count, Span<const Tet> tets);

}  // namespace stiction
