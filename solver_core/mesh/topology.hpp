#pragma once

// Edges, hinges and neighbourhoods of a triangle mesh, and whether it is closed, manifold and wound
// consistently.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/mesh/adjacency.hpp"

#include <optional>
#include <vector>

namespace stiction {

// Two triangles bending about their common edge: the stencil of a dihedral angle.
//
//          o1            first triangle  = (e0, e1, o0) up to rotation, the one with the lower number
//         /  \           second triangle = (e1, e0, o1) when the two are wound consistently
//       e0 -- e1
//         \  /
//          o0
struct Hinge {
    Index e0 = 0, e1 = 0;                // the edge, in the direction of the first triangle
    Index o0 = 0, o1 = 0;                // opposite nodes of the first and the second triangle
    Index triangle0 = 0, triangle1 = 0;  // triangle0 < triangle1
};

struct SurfaceTopology {
    std::vector<Edge> edges;               // ascending node pairs, sorted
    Adjacency edge_triangles;              // triangles of each edge, ascending
    std::vector<Triangle> triangle_edges;  // entry k: number of the edge from corner k to corner k + 1
    Adjacency node_triangles;              // triangles of each node, ascending

    std::vector<Hinge> hinges;         // edges with exactly two triangles, in the order of `edges`
    std::vector<Edge> boundary_edges;  // edges with one triangle, in its direction, in the order of `edges`

    // What keeps the mesh from being an oriented manifold, ascending; numbers of edges and of nodes.
    std::vector<Index> non_manifold_edges;  // three triangles or more
    std::vector<Index> inconsistent_edges;  // two triangles that run along the edge the same way
    std::vector<Index> bow_tie_nodes;       // triangles around the node form more than one fan
};

// Expects valid node numbers and three different corners a triangle (mesh_checks.hpp finds the others).
SurfaceTopology build_surface_topology(Index node_count, Span<const Triangle> triangles);

// The first offender in ascending order, if any.
std::optional<Edge> first_boundary_edge(const SurfaceTopology& topology);
std::optional<Edge> first_non_manifold_edge(const SurfaceTopology& topology);
std::optional<Edge> first_inconsistent_edge(const SurfaceTopology& topology);
std::optional<Index> first_bow_tie_node(const SurfaceTopology& topology);

bool is_closed(const SurfaceTopology& topology);    // every edge has exactly two triangles
bool is_manifold(const SurfaceTopology& topology);  // at most two triangles an edge, one fan a node
bool is_consistently_oriented(const SurfaceTopology& topology);

// Boundary of tetrahedra as outward triangles over the same nodes: lowest node first, sorted.
std::vector<Triangle> boundary_triangles(Index node_count, Span<const Tet> tets);

}  // namespace stiction
