#include "solver_core/mesh/adjacency.hpp"

#include <algorithm>
#include <numeric>

namespace stiction {
namespace {

template <class Element>
Adjacency elements_of_nodes(Index node_count, Span<const Element> elements)
{
    Adjacency result;
    result.offsets.assign(static_cast<std::size_t>(node_count) + 1, 0);
    for (const Element& element : elements)
        for (Index corner = 0; corner < element.size(); ++corner) ++result.offsets[element[corner] + 1];
    std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());

    result.items.resize(static_cast<std::size_t>(result.offsets.back()));
    std::vector<Index> next(result.offsets.begin(), result.offsets.end() - 1);
    for (std::size_t e = 0; e < elements.size(); ++e)
        for (Index corner = 0; corner < elements[e].size(); ++corner)
            result.items[next[elements[e][corner]]++] = static_cast<Index>(e);
    return result;
}

// Halving the path on the way up keeps the trees flat without recursion.
Index find_root(std::vector<Index>& parent, Index node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

template <class Element>
Components components(Index node_count, Span<const Element> elements)
{
    // The root of a piece is its lowest node, so that numbering roots in passing gives the promised order.
    std::vector<Index> parent(static_cast<std::size_t>(node_count));
    std::iota(parent.begin(), parent.end(), 0);
    for (const Element& element : elements) {
        for (Index corner = 1; corner < element.size(); ++corner) {
            const Index a = find_root(parent, element[0]);
            const Index b = find_root(parent, element[corner]);
            parent[std::max(a, b)] = std::min(a, b);
        }
    }
    Components result;
    result.of_node.resize(static_cast<std::size_t>(node_count));
    for (Index node = 0; node < node_count; ++node) {
        const Index root = find_root(parent, node);
        result.of_node[node] = root == node ? result.count++ : result.of_node[root];
    }
    return result;
}

}  // namespace

Adjacency triangles_of_nodes(Index node_count, Span<const Triangle> triangles)
{
    return elements_of_nodes(node_count, triangles);
}

Adjacency tets_of_nodes(Index node_count, Span<const Tet> tets)
{
    return elements_of_nodes(node_count, tets);
}

Components connected_components(Index node_count, Span<const Triangle> triangles)
{
    return components(node_count, triangles);
}

Components connected_components(Index node_count, Span<const Tet> tets)
{
    return components(node_count, tets);
}

}  // namespace stiction
