#include "solver_core/mesh/leaf_boxes.hpp"

#include "solver_core/base/parallel.hpp"

namespace stiction {

void LeafBoxes::build(const Bvh& tree, Index most_leaves)
{
    lane_node_.clear();
    below_.assign(tree.nodes().size(), {});
    if (!tree.empty()) place(tree, 0, most_leaves);
    const std::size_t padded = lane_node_.size() + static_cast<std::size_t>(kLanes);
    reach_.assign(padded, 0.0F);
    for (int axis = 0; axis < 3; ++axis)
        for (std::vector<float>* values : {&lo_[axis], &hi_[axis], &move_lo_[axis], &move_hi_[axis]})
            values->assign(padded, 0.0F);
}

void LeafBoxes::place(const Bvh& tree, Index node, Index most_leaves)
{
    const auto first = static_cast<Index>(lane_node_.size());
    if (tree.leaves(node).count <= most_leaves)
        lane_node_.push_back(node);
    else
        for (Index k = 0; k < 2; ++k)
            place(tree, tree.nodes()[static_cast<std::size_t>(node)].first + k, most_leaves);
    below_[static_cast<std::size_t>(node)] = {first, static_cast<Index>(lane_node_.size()) - first};
}

void LeafBoxes::set(const Bvh& tree)
{
    constexpr Index kChunk = 1024;
    parallel_for(static_cast<Index>(lane_node_.size()), kChunk, [&](Index i) {
        const auto lane = static_cast<std::size_t>(i);
        const Bvh::Node& box = tree.nodes()[static_cast<std::size_t>(node(i))];
        reach_[lane] = box.reach;
        for (int axis = 0; axis < 3; ++axis) {
            lo_[axis][lane] = box.lo[axis];
            hi_[axis][lane] = box.hi[axis];
            move_lo_[axis][lane] = box.move_lo[axis];
            move_hi_[axis][lane] = box.move_hi[axis];
        }
    });
}

unsigned LeafBoxes::meet(const Bvh::Node& box, Bvh::Leaves range, Lanes8& reach) const
{
    const auto load = [&](const std::vector<float>& values) {
        return Eigen::Map<const Lanes8>(values.data() + range.first);
    };
    Lanes8 gap2 = Lanes8::Zero(), way2 = Lanes8::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        const Lanes8 gap = (load(lo_[axis]) - box.hi[axis]).max(box.lo[axis] - load(hi_[axis])).max(0.0F);
        const Lanes8 way =
            (load(move_hi_[axis]) - box.move_lo[axis]).max(box.move_hi[axis] - load(move_lo_[axis]));
        gap2 += gap * gap;
        way2 += way * way;
    }
    reach = (load(reach_) + box.reach + way2.sqrt()) * Bvh::kUp;
    const Lanes8 excess = gap2 - reach * reach;
    return not_positive(excess) & ((1U << range.count) - 1U);
}

}  // namespace stiction
