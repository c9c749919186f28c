#include "solver_core/mesh/bvh.hpp"

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
    const auto count = static_cast<Index>(centres.size());
    order_.resize(centres.size());
    for (Index i = 0; i < count; ++i) order_[static_cast<std::size_t>(i)] = i;
    if (count == 0) return;
    nodes_.reserve(2 * centres.size());
    nodes_.emplace_back();
    leaves_.assign(1, {});
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
    split(child, begin, middle, centres, leaf_size);
    split(child + 1, middle, end, centres, leaf_size);
}

void Bvh::refit(Span<const Node> primitives)
{
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        Node& node = nodes_[i];
        const auto first = static_cast<std::size_t>(node.first);
        const Node* parts = node.is_leaf() ? primitives.data() + first : nodes_.data() + first;
        const Index count = node.is_leaf() ? node.count : 2;
        copy_box(node, parts[0]);
        for (Index k = 1; k < count; ++k) cover(node, parts[k]);
    }
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
