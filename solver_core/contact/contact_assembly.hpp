#pragma once

// From found contacts to the sorted ContactSet.
//
// Three reductions, all functions of what was found and so of the query alone:
//   a vertex inside a solid has one contact with it, the one found by the search of all its triangles;
//   a vertex in a shallow hollow is nearest to each of the facets around it; of contacts with adjacent
//   triangles whose normals differ by less than kSameFacet (cosine) only the nearest stays;
//   an edge-edge contact stays only where the vertices do not see the other side already: its distance must
//   be smaller than that of every vertex-face contact of its four end nodes that points the same way
//   (kSameWay), by kEdgeCloser of that distance or of the radii, whichever is larger. Flat sheets on each
//   other then touch at vertices alone, and crossed ridges at their edges.

#include "solver_core/contact/obstacle_contact.hpp"
#include "solver_core/contact/pair_search.hpp"

#include <vector>

namespace stiction {

constexpr double kSameFacet = 0.98;  // 11 degrees
constexpr double kSameWay = 0.5;     // 60 degrees
constexpr double kEdgeCloser = 0.1;

struct AssemblyBuffers {
    // Contacts by vertex and by first edge: row i of the sorted lists begins at begin[i].
    std::vector<Index> vertex_begin, edge_begin;
    std::vector<const PairContact*> vertex_sorted, edge_sorted;
    std::vector<std::uint8_t> keep_vertex, keep_edge;  // of the sorted lists
    std::vector<ObstacleContact> obstacle;
    std::vector<const PairContact*> between;  // the final contacts between deformable objects
};

// `vertices` and `faces` hold the contacts with convex colliders, `pairs` all others.
void assemble_contacts(const ContactGeometry& geometry, const ContactSurface& surface,
                       const std::vector<ObstacleContact>& vertices,
                       const std::vector<ObstacleContact>& faces, const PairContacts& pairs,
                       AssemblyBuffers& buffers, ContactSet& contacts);

}  // namespace stiction
