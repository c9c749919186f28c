#pragma once

// A binary tree of moving boxes over primitives (triangles): the shape of the tree is built once, the boxes
// are refitted in every step. What is found does not depend on the shape of the tree, only the time does.
//
// A box holds where its primitives start, the range of their displacements over the step, and how far from
// them something counts as near. Two boxes meet unless they start farther apart than they can come together:
//   distance <= reach_a + reach_b + |m_b - m_a|   for some displacements m of each
// What moves together stays small that way, however fast.
//
// Nodes lie in one array, the root first, a parent before its two neighbouring children. Boxes are kept in
// single precision, rounded outward: 64 bytes a node, and still conservative.

#include "solver_core/base/span.hpp"
#include "solver_core/mesh/aabb.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace stiction {

class Bvh {
public:
    struct alignas(64) Node {
        float lo[3];
        Index first;  // inner: first child, the other is next to it; leaf: first position in order()
        float hi[3];
        Index count;  // primitives of a leaf; 0 for an inner node
        float move_lo[3];
        float reach;
        float move_hi[3];
        float unused;
        bool is_leaf() const { return count > 0; }
    };
    struct NodePair {
        Index a = 0, b = 0;
    };
    // Leaves are numbered in the order of order().
    struct Leaves {
        Index first = 0, count = 0;
    };

    // Splits at the median along the longest side of the centres' box, ties by number: the same tree for the
    // same input. Every leaf begins at a multiple of leaf_size in order(), and all but the last are full.
    void build(Span<const Vec3> centres, Index leaf_size);
    // One primitive in single precision, rounded outward; first and count are zero.
    static Node rounded(const Aabb& box, const Aabb& displacement, double reach);
    // The primitives in the order of order(): leaves then read memory in line.
    void refit(Span<const Node> primitives);
    // The same from boxes of whole leaves, numbered in the order of order().
    void refit_leaves(Span<const Node> leaves);

    bool empty() const { return nodes_.empty(); }
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Index>& order() const { return order_; }  // primitive numbers, leaf by leaf
    Leaves leaves(Index node) const { return leaves_[static_cast<std::size_t>(node)]; }  // below the node

    // Not below reach_a + reach_b + the largest |m_b - m_a|: features farther apart than this stay apart.
    static float reach_between(const Node& a, const Node& b)
    {
        return (a.reach + b.reach +
                std::sqrt(square_sum(apart(a.move_lo, a.move_hi, b.move_lo, b.move_hi)))) *
               kUp;
    }
    static bool meet(const Node& a, const Node& b)
    {
        const float reach = reach_between(a, b);
        return square_sum(between(a, b)) <= reach * reach;
    }
    static float extent(const Node& node)
    {
        return (node.hi[0] - node.lo[0]) + (node.hi[1] - node.lo[1]) + (node.hi[2] - node.lo[2]);
    }
    bool root_contains(const Vec3& p) const;
    // Squared distance from p to a node's box, 0 inside.
    static double distance2(const Node& node, const Vec3& p);

    // Covers the rounding of the sums above: the boxes themselves are exact bounds.
    static constexpr float kUp = 1.0F + 2e-6F;

private:
#if defined(__SSE__)
    using Triple = __m128;
    // Three coordinates; the fourth lane, which holds something else, is cleared.
    static Triple load(const float* p)
    {
        const __m128 mask = _mm_castsi128_ps(_mm_setr_epi32(-1, -1, -1, 0));
        return _mm_and_ps(_mm_load_ps(p), mask);
    }
    // Largest difference of a point of one range and a point of the other, by component.
    static Triple apart(const float* lo_a, const float* hi_a, const float* lo_b, const float* hi_b)
    {
        return _mm_max_ps(_mm_sub_ps(load(hi_b), load(lo_a)), _mm_sub_ps(load(hi_a), load(lo_b)));
    }
    // The gap between the boxes, by component; 0 where they overlap.
    static Triple between(const Node& a, const Node& b)
    {
        return _mm_max_ps(apart(a.hi, a.lo, b.hi, b.lo), _mm_setzero_ps());
    }
    static float square_sum(Triple t)
    {
        const __m128 square = _mm_mul_ps(t, t);
        const __m128 pairs = _mm_add_ps(square, _mm_movehl_ps(square, square));
        return _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
    }
#else
    struct Triple {
        float value[3];
    };
    static Triple apart(const float* lo_a, const float* hi_a, const float* lo_b, const float* hi_b)
    {
        Triple t;
        for (int k = 0; k < 3; ++k) t.value[k] = std::max(hi_b[k] - lo_a[k], hi_a[k] - lo_b[k]);
        return t;
    }
    static Triple between(const Node& a, const Node& b)
    {
        Triple t = apart(a.hi, a.lo, b.hi, b.lo);
        for (float& value : t.value) value = std::max(value, 0.0F);
        return t;
    }
    static float square_sum(const Triple& t)
    {
        return (t.value[0] * t.value[0] + t.value[2] * t.value[2]) + t.value[1] * t.value[1];
    }
#endif

    // A subtree that is refitted by one thread; its nodes below the topmost are neighbours.
    struct Branch {
        Index top, begin, end;
    };
    void split(Index node, Index begin, Index end, Span<const Vec3> centres, Index leaf_size);
    template <class SetLeaf>
    void refit_above(const SetLeaf& set_leaf);
    std::vector<Node> nodes_;
    std::vector<Index> order_;
    std::vector<Leaves> leaves_;  // by node
    std::vector<Branch> branches_;
    std::vector<Index> trunk_;  // nodes above the branches, a parent before its children
};

// Pairs of nodes that meet and together cover all leaf pairs that meet, of two trees (or of one tree with
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
        if (Bvh::meet(a.nodes()[static_cast<std::size_t>(i)], b.nodes()[static_cast<std::size_t>(j)]))
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

// leaf(node_a, node_b) for every pair of leaves that meet below the given pair; a leaf with itself
// included.
template <class Leaf>
void visit_pairs(const Bvh& a, const Bvh& b, Bvh::NodePair pair, const Leaf& leaf)
{
    const bool inner = expand_pair(a, b, pair, [&](Bvh::NodePair next) { visit_pairs(a, b, next, leaf); });
    if (!inner)
        leaf(a.nodes()[static_cast<std::size_t>(pair.a)], b.nodes()[static_cast<std::size_t>(pair.b)]);
}

// visit(pair) for pairs of nodes that meet, have at most `most` leaves each and together cover all pairs of
// leaves that meet below the given pair.
template <class Visit>
void visit_groups(const Bvh& a, const Bvh& b, Bvh::NodePair pair, Index most, const Visit& visit)
{
    if (a.leaves(pair.a).count <= most && b.leaves(pair.b).count <= most)
        visit(pair);
    else
        expand_pair(a, b, pair, [&](Bvh::NodePair next) { visit_groups(a, b, next, most, visit); });
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
