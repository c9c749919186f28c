#include "solver_core/mesh/topology.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <tuple>

namespace stiction {
namespace {

// One side of one triangle, filed under its lower node.
struct EdgeUse {
    Index other;  // the higher node
    Index triangle;
    Index corner;  // the side runs from this corner to the next
};

bool operator<(const EdgeUse& a, const EdgeUse& b)
{
    return std::tie(a.other, a.triangle, a.corner) < std::tie(b.other, b.triangle, b.corner);
}

// Sides bucketed by lower node, each bucket sorted: linear but for the short sorts.
std::vector<EdgeUse> sorted_uses(Index node_count, Span<const Triangle> triangles,
                                 std::vector<Index>& offsets)
{
    offsets.assign(static_cast<std::size_t>(node_count) + 1, 0);
    for (const Triangle& t : triangles)
        for (Index k = 0; k < 3; ++k) ++offsets[std::min(t[k], t[(k + 1) % 3]) + 1];
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());

    std::vector<EdgeUse> uses(static_cast<std::size_t>(offsets.back()));
    std::vector<Index> next(offsets.begin(), offsets.end() - 1);
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const Triangle& t = triangles[i];
        for (Index k = 0; k < 3; ++k) {
            const Index a = t[k], b = t[(k + 1) % 3];
            assert(a != b && a >= 0 && b >= 0 && a < node_count && b < node_count);
            uses[next[std::min(a, b)]++] = {std::max(a, b), static_cast<Index>(i), k};
        }
    }
    for (Index node = 0; node < node_count; ++node)
        std::sort(uses.begin() + offsets[node], uses.begin() + offsets[node + 1]);
    return uses;
}

// Files one edge by the number of its triangles.
void classify_edge(Span<const Triangle> triangles, Span<const EdgeUse> uses, Index edge,
                   SurfaceTopology& result)
{
    const Triangle& t0 = triangles[uses[0].triangle];
    const Index k0 = uses[0].corner;
    if (uses.size() == 1) {
        result.boundary_edges.emplace_back(t0[k0], t0[(k0 + 1) % 3]);
    } else if (uses.size() == 2) {
        const Triangle& t1 = triangles[uses[1].triangle];
        const Index k1 = uses[1].corner;
        result.hinges.push_back({t0[k0], t0[(k0 + 1) % 3], t0[(k0 + 2) % 3], t1[(k1 + 2) % 3],
                                 uses[0].triangle, uses[1].triangle});
        if (t0[k0] == t1[k1]) result.inconsistent_edges.push_back(edge);
    } else {
        result.non_manifold_edges.push_back(edge);
    }
}

// Counts the fans around a node: triangles are joined when they share an edge that ends there.
class FanCounter {
public:
    Index count(Span<const Triangle> triangles, const SurfaceTopology& topology, Index node)
    {
        const Span<const Index> around = topology.node_triangles[node];
        spokes_.clear();
        parent_.resize(around.size());
        for (std::size_t local = 0; local < around.size(); ++local) {
            parent_[local] = static_cast<Index>(local);
            const Triangle& t = triangles[around[local]];
            const Index k = t[0] == node ? 0 : t[1] == node ? 1 : 2;
            const Triangle& sides = topology.triangle_edges[around[local]];
            spokes_.push_back({sides[k], static_cast<Index>(local)});
            spokes_.push_back({sides[(k + 2) % 3], static_cast<Index>(local)});
        }
        std::sort(spokes_.begin(), spokes_.end());
        Index fans = static_cast<Index>(around.size());
        for (std::size_t i = 1; i < spokes_.size(); ++i) {
            if (spokes_[i][0] != spokes_[i - 1][0]) continue;
            const Index a = root(spokes_[i - 1][1]), b = root(spokes_[i][1]);
            if (a == b) continue;
            parent_[b] = a;
            --fans;
        }
        return fans;
    }

private:
    Index root(Index i)
    {
        while (parent_[i] != i) {
            parent_[i] = parent_[parent_[i]];
            i = parent_[i];
        }
        return i;
    }

    std::vector<std::array<Index, 2>> spokes_;  // edge, local triangle
    std::vector<Index> parent_;
};

std::optional<Edge> first_of(const std::vector<Index>& numbers, const std::vector<Edge>& edges)
{
    if (numbers.empty()) return std::nullopt;
    return edges[numbers.front()];
}

}  // namespace

SurfaceTopology build_surface_topology(Index node_count, Span<const Triangle> triangles)
{
    SurfaceTopology result;
    std::vector<Index> offsets;
    const std::vector<EdgeUse> uses = sorted_uses(node_count, triangles, offsets);
    result.triangle_edges.resize(triangles.size());
    result.edge_triangles.items.reserve(uses.size());

    for (Index node = 0; node < node_count; ++node) {
        for (Index begin = offsets[node], end = begin; begin < offsets[node + 1]; begin = end) {
            while (end < offsets[node + 1] && uses[end].other == uses[begin].other) ++end;
            const Index edge = static_cast<Index>(result.edges.size());
            result.edges.emplace_back(node, uses[begin].other);
            for (Index u = begin; u < end; ++u) {
                result.edge_triangles.items.push_back(uses[u].triangle);
                result.triangle_edges[uses[u].triangle][uses[u].corner] = edge;
            }
            result.edge_triangles.offsets.push_back(static_cast<Index>(result.edge_triangles.items.size()));
            classify_edge(triangles, {uses.data() + begin, static_cast<std::size_t>(end - begin)}, edge,
                          result);
        }
    }

    result.node_triangles = triangles_of_nodes(node_count, triangles);
    FanCounter fans;
    for (Index node = 0; node < node_count; ++node)
        if (fans.count(triangles, result, node) > 1) result.bow_tie_nodes.push_back(node);
    return result;
}

std::optional<Edge> first_boundary_edge(const SurfaceTopology& topology)
{
    if (topology.boundary_edges.empty()) return std::nullopt;
    return topology.boundary_edges.front();
}

std::optional<Edge> first_non_manifold_edge(const SurfaceTopology& topology)
{
    return first_of(topology.non_manifold_edges, topology.edges);
}

std::optional<Edge> first_inconsistent_edge(const SurfaceTopology& topology)
{
    return first_of(topology.inconsistent_edges, topology.edges);
}

std::optional<Index> first_bow_tie_node(const SurfaceTopology& topology)
{
    if (topology.bow_tie_nodes.empty()) return std::nullopt;
    return topology.bow_tie_nodes.front();
}

bool is_closed(const SurfaceTopology& topology)
{
    return topology.boundary_edges.empty() && topology.non_manifold_edges.empty();
}

bool is_manifold(const SurfaceTopology& topology)
{
    return topology.non_manifold_edges.empty() && topology.bow_tie_nodes.empty();
}

bool is_consistently_oriented(const SurfaceTopology& topology)
{
    return topology.inconsistent_edges.empty() && topology.non_manifold_edges.empty();
}

std::vector<Triangle> boundary_triangles(Index node_count, Span<const Tet> tets)
{
    // Face opposite corner 3, 2, 1, 0, seen counter-clockwise from outside a tet of positive volume.
    static constexpr Index kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

    std::vector<Index> offsets(static_cast<std::size_t>(node_count) + 1, 0);
    for (const Tet& tet : tets)
        for (const auto& face : kFaces) ++offsets[std::min({tet[face[0]], tet[face[1]], tet[face[2]]}) + 1];
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());

    // Rotated to its lowest node first, a face and its twin seen from the other side differ in the order of
    // the last two: both lie next to each other when sorted by (low, high).
    std::vector<Triangle> faces(static_cast<std::size_t>(offsets.back()));
    std::vector<Index> next(offsets.begin(), offsets.end() - 1);
    for (const Tet& tet : tets) {
        for (const auto& face : kFaces) {
            Triangle t(tet[face[0]], tet[face[1]], tet[face[2]]);
            while (t[0] > t[1] || t[0] > t[2]) t = Triangle(t[1], t[2], t[0]);
            faces[next[t[0]]++] = t;
        }
    }
    const auto key = [](const Triangle& t) {
        return std::array<Index, 2>{std::min(t[1], t[2]), std::max(t[1], t[2])};
    };
    std::vector<Triangle> result;
    for (Index node = 0; node < node_count; ++node) {
        const auto begin = faces.begin() + offsets[node], end = faces.begin() + offsets[node + 1];
        const auto first_result = static_cast<std::ptrdiff_t>(result.size());
        std::sort(begin, end, [&](const Triangle& a, const Triangle& b) { return key(a) < key(b); });
        for (auto i = begin, j = begin; i != end; i = j) {
            while (j != end && key(*j) == key(*i)) ++j;
            if (j - i == 1) result.push_back(*i);
        }
        std::sort(result.begin() + first_result, result.end(), [](const Triangle& a, const Triangle& b) {
            return std::tie(a[1], a[2]) < std::tie(b[1], b[2]);
        });
    }
    return result;
}

}  // namespace stiction
