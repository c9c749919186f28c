#include "solver_core/mesh/bvh.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// A single-precision value not above / not below: the nearest one, moved by more than its rounding.
constexpr float kRounding = 1.2e-7F, kTiny = 1e-18F;

float round_down(double value)
{
    const float nearest = static_cast<float>(value);
    return nearest - (std::fabs(nearest) * kRounding + kTiny);
}

float round_up(double value) { return -round_down(-value); }

void cover(Bvh::Node& node, const Bvh::Node& part)
{
    for (int k = 0; k < 3; ++k) {
        node.lo[k] = std::min(node.lo[k], part.lo[k]);
        node.hi[k] = std::max(node.hi[k], part.hi[k]);
        node.move_lo[k] = std::min(node.move_lo[k], part.move_lo[k]);
        node.move_hi[k] = std::max(node.move_hi[k], part.move_hi[k]);
    }
    node.reach = std::max(node.reach, part.reach);
}

// Leaves of a branch: enough to be worth a thread's while, few enough to share a tree among several.
constexpr Index kBranchLeaves = 512;

// Takes over all but the place in the tree.
void copy_box(Bvh::Node& node, const Bvh::Node& from)
{
    const Index first = node.first, count = node.count;
    node = from;
    node.first = first;
    node.count = count;
}

}  // namespace

void Bvh::build(Span<const Vec3> centres, Index leaf_size)
{
    nodes_.clear();
    leaves_.clear();
    branches_.clear();
    trunk_.clear();
    const auto count = static_cast<Index>(centres.size());
    order_.resize(centres.size());
    for (Index i = 0; i < count; ++i) order_[static_cast<std::size_t>(i)] = i;
    if (count == 0) return;
    nodes_.reserve(2 * centres.size());
    nodes_.emplace_back();
    leaves_.assign(1, {});
    trunk_.push_back(0);
    split(0, 0, count, centres, leaf_size);
}

void Bvh::split(Index node, Index begin, Index end, Span<const Vec3> centres, Index leaf_size)
{
    const Index leaves = (end - begin + leaf_size - 1) / leaf_size;
    leaves_[static_cast<std::size_t>(node)] = {begin / leaf_size, leaves};
    if (end - begin <= leaf_size) {
        nodes_[static_cast<std::size_t>(node)].first = begin;
        nodes_[static_cast<std::size_t>(node)].count = end - begin;
        return;
    }
    Aabb box;
    for (Index i = begin; i < end; ++i)
        box.include(centres[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])]);
    int axis = 0;
    (box.hi - box.lo).maxCoeff(&axis);
    // Near the middle, on a multiple of the leaf size: all leaves but the last are full and begin at such a
    // multiple.
    const Index middle = begin + (leaves + 1) / 2 * leaf_size;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](Index i, Index j) {
                         const double ci = centres[static_cast<std::size_t>(i)][axis];
                         const double cj = centres[static_cast<std::size_t>(j)][axis];
                         return ci < cj || (ci == cj && i < j);
                     });
    const auto child = static_cast<Index>(nodes_.size());
    nodes_[static_cast<std::size_t>(node)].first = child;
    nodes_[static_cast<std::size_t>(node)].count = 0;
    nodes_.emplace_back();
    nodes_.emplace_back();
    leaves_.resize(nodes_.size());
    const bool is_trunk = leaves > kBranchLeaves;
    const Index bounds[3] = {begin, middle, end};
    for (Index k = 0; k < 2; ++k) {
        const auto below = static_cast<Index>(nodes_.size());
        const bool begins_branch =
            is_trunk && (bounds[k + 1] - bounds[k] + leaf_size - 1) / leaf_size <= kBranchLeaves;
        if (is_trunk && !begins_branch) trunk_.push_back(child + k);
        split(child + k, bounds[k], bounds[k + 1], centres, leaf_size);
        if (begins_branch) branches_.push_back({child + k, below, static_cast<Index>(nodes_.size())});
    }
}

template <class SetLeaf>
void Bvh::refit_above(const SetLeaf& set_leaf)
{
    const auto fit = [&](Index n) {
        Node& node = nodes_[static_cast<std::size_t>(n)];
        if (node.is_leaf()) {
            set_leaf(n, node);
            return;
        }
        const Node* children = nodes_.data() + node.first;
        copy_box(node, children[0]);
        cover(node, children[1]);
    };
    parallel_for(static_cast<Index>(branches_.size()), 1, [&](Index b) {
        const Branch& branch = branches_[static_cast<std::size_t>(b)];
        for (Index n = branch.end; n-- > branch.begin;) fit(n);
        fit(branch.top);
    });
    // A tree that is too small for branches is one itself.
    if (branches_.empty())
        for (auto n = static_cast<Index>(nodes_.size()); n-- > 0;) fit(n);
    else
        for (auto n = trunk_.rbegin(); n != trunk_.rend(); ++n) fit(*n);
}

void Bvh::refit(Span<const Node> primitives)
{
    refit_above([&](Index, Node& node) {
        const Node* parts = primitives.data() + node.first;
        copy_box(node, parts[0]);
        for (Index k = 1; k < node.count; ++k) cover(node, parts[k]);
    });
}

void Bvh::refit_leaves(Span<const Node> leaves)
{
    refit_above([&](Index n, Node& node) {
        copy_box(node, leaves[static_cast<std::size_t>(leaves_[static_cast<std::size_t>(n)].first)]);
    });
}

Bvh::Node Bvh::rounded(const Aabb& box, const Aabb& displacement, double reach)
{
    Node node{};
    for (int k = 0; k < 3; ++k) {
        node.lo[k] = round_down(box.lo[k]);
        node.hi[k] = round_up(box.hi[k]);
        node.move_lo[k] = round_down(displacement.lo[k]);
        node.move_hi[k] = round_up(displacement.hi[k]);
    }
    node.reach = round_up(reach);
    return node;
}

bool Bvh::root_contains(const Vec3& p) const
{
    return !nodes_.empty() && distance2(nodes_.front(), p) == 0.0;
}

double Bvh::distance2(const Node& node, const Vec3& p)
{
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double lo = static_cast<double>(node.lo[k]), hi = static_cast<double>(node.hi[k]);
        const double d = p[k] < lo ? lo - p[k] : (p[k] > hi ? p[k] - hi : 0.0);
        sum += d * d;
    }
    return sum;
}

void cut_pairs(const Bvh& a, const Bvh& b, std::size_t wanted, std::vector<Bvh::NodePair>& tasks,
               std::vector<Bvh::NodePair>& scratch)
{
    if (a.empty() || b.empty()) return;
    if (&a != &b && !Bvh::meet(a.nodes().front(), b.nodes().front())) return;
    const std::size_t before = tasks.size();
    tasks.push_back({0, 0});
    // Level by level, so that the cuts are of similar size.
    bool cut = true;
    while (cut && tasks.size() - before < wanted) {
        cut = false;
        scratch.assign(tasks.begin() + static_cast<std::ptrdiff_t>(before), tasks.end());
        tasks.resize(before);
        for (const Bvh::NodePair& pair : scratch) {
            const bool inner = expand_pair(a, b, pair, [&](Bvh::NodePair next) { tasks.push_back(next); });
            if (!inner) tasks.push_back(pair);
            cut |= inner;
        }
    }
}

}  // namespace stiction
