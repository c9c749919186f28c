#pragma once

// A binary tree of boxes over primitives (triangles): the shape of the tree is built once, the boxes are
// refitted in every step. What is found does not depend on the shape of the tree, only the time does.
//
// Nodes lie in one array, the root first, a parent before its two neighbouring children. Boxes are kept in
// single precision, rounded outward: 32 bytes a node, and still conservative.

#include "solver_core/base/span.hpp"
#include "solver_core/mesh/aabb.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace stiction {

class Bvh {
public:
    struct alignas(32) Node {
        float lo[3];
        Index first;  // inner: first child, the other is next to it; leaf: first position in order()
        float hi[3];
        Index count;  // primitives of a leaf; 0 for an inner node
        bool is_leaf() const { return count > 0; }
    };
    struct NodePair {
        Index a = 0, b = 0;
    };

    // Splits at the median along the longest side of the centres' box, ties by number: the same tree for the
    // same input. Every leaf begins at a multiple of leaf_size in order(), and all but the last are full.
    void build(Span<const Vec3> centres, Index leaf_size);
    // The box in single precision, rounded outward; the node's other members are zero.
    static Node rounded(const Aabb& box);
    // Boxes of the primitives in the order of order(): leaves then read memory in line.
    void refit(Span<const Aabb> boxes);

    bool empty() const { return nodes_.empty(); }
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Index>& order() const { return order_; }  // primitive numbers, leaf by leaf

    static bool overlap(const Node& a, const Node& b)
    {
#if defined(__SSE__)
        // Four lanes at a time; the fourth holds no coordinate and is masked off.
        const __m128 below = _mm_cmple_ps(_mm_load_ps(a.lo), _mm_load_ps(b.hi));
        const __m128 above = _mm_cmple_ps(_mm_load_ps(b.lo), _mm_load_ps(a.hi));
        return (_mm_movemask_ps(_mm_and_ps(below, above)) & 7) == 7;
#else
        return (a.lo[0] <= b.hi[0]) & (b.lo[0] <= a.hi[0]) & (a.lo[1] <= b.hi[1]) & (b.lo[1] <= a.hi[1]) &
               (a.lo[2] <= b.hi[2]) & (b.lo[2] <= a.hi[2]);
#endif
    }
    static float extent(const Node& node)
    {
        return (node.hi[0] - node.lo[0]) + (node.hi[1] - node.lo[1]) + (node.hi[2] - node.lo[2]);
    }
    bool root_contains(const Vec3& p) const;
    // Squared distance from p to a node's box, 0 inside.
    static double distance2(const Node& node, const Vec3& p);

private:
    void split(Index node, Index begin, Index end, Span<const Vec3> centres, Index leaf_size);
    std::vector<Node> nodes_;
    std::vector<Index> order_;
};

// Overlapping pairs of nodes that together cover all overlapping leaf pairs of two trees (or of one tree with
// itself), cut until there are at least `wanted` or nothing is left to cut. Appends to `tasks`; `scratch` is
// a reusable buffer.
void cut_pairs(const Bvh& a, const Bvh& b, std::size_t wanted, std::vector<Bvh::NodePair>& tasks,
               std::vector<Bvh::NodePair>& scratch);

// The pair's next cuts: children of the larger node; both for a node with itself. False for two leaves.
template <class Visit>
bool expand_pair(const Bvh& a, const Bvh& b, Bvh::NodePair pair, const Visit& visit)
{
    const Bvh::Node& node_a = a.nodes()[static_cast<std::size_t>(pair.a)];
    const Bvh::Node& node_b = b.nodes()[static_cast<std::size_t>(pair.b)];
    const auto check = [&](Index i, Index j) {
        if (Bvh::overlap(a.nodes()[static_cast<std::size_t>(i)], b.nodes()[static_cast<std::size_t>(j)]))
            visit(Bvh::NodePair{i, j});
    };
    if (&node_a == &node_b) {
        if (node_a.is_leaf()) return false;
        visit(Bvh::NodePair{node_a.first, node_a.first});
        check(node_a.first, node_a.first + 1);
        visit(Bvh::NodePair{node_a.first + 1, node_a.first + 1});
        return true;
    }
    if (node_a.is_leaf() && node_b.is_leaf()) return false;
    const bool cut_a = !node_a.is_leaf() && (node_b.is_leaf() || Bvh::extent(node_a) >= Bvh::extent(node_b));
    for (Index k = 0; k < 2; ++k)
        if (cut_a)
            check(node_a.first + k, pair.b);
        else
            check(pair.a, node_b.first + k);
    return true;
}

// leaf(node_a, node_b) for every overlapping pair of leaves below the given pair; a leaf with itself
// included.
template <class Leaf>
void visit_pairs(const Bvh& a, const Bvh& b, Bvh::NodePair pair, const Leaf& leaf)
{
    const bool inner = expand_pair(a, b, pair, [&](Bvh::NodePair next) { visit_pairs(a, b, next, leaf); });
    if (!inner)
        leaf(a.nodes()[static_cast<std::size_t>(pair.a)], b.nodes()[static_cast<std::size_t>(pair.b)]);
}

// Branch and bound for a minimum: leaf(position in order()) tests one primitive and may lower bound2, the
// squared distance beyond which nothing is of interest any more. Subtrees are visited nearest first and left
// out when farther than that.
template <class Leaf>
void visit_nearest(const Bvh& tree, const Vec3& p, double& bound2, const Leaf& leaf, Index at = 0)
{
    const Bvh::Node& node = tree.nodes()[static_cast<std::size_t>(at)];
    if (node.is_leaf()) {
        for (Index i = 0; i < node.count; ++i) leaf(node.first + i);
        return;
    }
    Index child[2] = {node.first, node.first + 1};
    double d2[2] = {Bvh::distance2(tree.nodes()[static_cast<std::size_t>(child[0])], p),
                    Bvh::distance2(tree.nodes()[static_cast<std::size_t>(child[1])], p)};
    if (d2[1] < d2[0]) {
        std::swap(d2[0], d2[1]);
        std::swap(child[0], child[1]);
    }
    for (int k = 0; k < 2; ++k)
        if (d2[k] <= bound2) visit_nearest(tree, p, bound2, leaf, child[k]);
}

}  // namespace stiction
