#pragma once

// The vertex-face contacts of every node, and which of them stay.
//
// Two reductions, both functions of what was found and so of the query alone:
//   a vertex inside a solid has one contact with it, the one found by the search of all its triangles;
//   a vertex in a shallow hollow is nearest to each of the facets around it; of contacts with adjacent
//   triangles whose normals differ by less than kSameFacet (cosine) only the nearest stays.
//
// The contacts that stay make most edge-edge contacts superfluous: such a one stays only where the vertices do
// not see the other side already. Its distance must be smaller than that of every vertex-face contact of its
// four end nodes that points the same way (kSameWay), by kEdgeSeen kEdgeCloser of that distance or of the radii,
// whichever is larger. It rests kEdgeCloser of the radii closer than vertices do (edge_edge_contact), so that it comes to
// bear where it rests: edges that appeared with an overlap were thrown apart, step by step, and cloth over a coarse mesh
// never came to rest. Flat sheets on each other then touch at vertices alone, and crossed ridges at their edges.

#include "solver_core/contact/leaf_features.hpp"
#include "solver_core/contact/pair_contact.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

constexpr double kSameFacet = 0.98;  // 11 degrees
constexpr double kSameWay = 0.5;     // 60 degrees
constexpr double kEdgeSeen = 0.5;

// Counts contacts into rows by a: row i of `sorted` begins at begin[i]. Within a row they stand as they came.
void sort_into_rows(const std::vector<const PairContact*>& contacts, std::size_t rows,
                    std::vector<Index>& begin, std::vector<const PairContact*>& sorted);

class VertexRows {
public:
    void set(const std::vector<const PairContact*>& contacts, std::size_t nodes);

    // Does a contact of an end node make this edge-edge contact superfluous?
    bool see(const PairContact& edge) const;
    // What the contacts of an edge's nodes with an object rule out, for use in lanes: bounds that are never
    // sharper than see().
    EdgeWitnesses witnesses(const Edge& edge, Index other_object) const;

    const std::vector<const PairContact*>& sorted() const { return sorted_; }  // by node, then by triangle
    const std::vector<std::uint8_t>& keep() const { return keep_; }            // of sorted()

private:
    std::vector<Index> begin_;
    std::vector<const PairContact*> sorted_;
    std::vector<std::uint8_t> keep_;
    // What witnesses() needs of a contact that stays, close together.
    struct Sight {
        EdgeWitnesses::Witness witness;
        Index object;  // seen by the node; -1: the contact does not stay
    };
    std::vector<Sight> sights_;
};

}  // namespace stiction
