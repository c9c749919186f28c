#include "solver_core/mesh/leaf_boxes.hpp"

namespace stiction {

void LeafBoxes::set(const Bvh& tree, Index leaf_size)
{
    const std::size_t leaves = tree.empty() ? 0 : static_cast<std::size_t>(tree.leaves(0).count);
    const std::size_t padded = leaves + static_cast<std::size_t>(kLanes);
    leaf_node_.resize(leaves);
    reach_.resize(padded, 0.0F);
    for (int axis = 0; axis < 3; ++axis)
        for (std::vector<float>* values : {&lo_[axis], &hi_[axis], &move_lo_[axis], &move_hi_[axis]})
            values->resize(padded, 0.0F);
    for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
        const Bvh::Node& node = tree.nodes()[n];
        if (!node.is_leaf()) continue;
        const auto leaf = static_cast<std::size_t>(node.first / leaf_size);
        leaf_node_[leaf] = static_cast<Index>(n);
        reach_[leaf] = node.reach;
        for (int axis = 0; axis < 3; ++axis) {
            lo_[axis][leaf] = node.lo[axis];
            hi_[axis][leaf] = node.hi[axis];
            move_lo_[axis][leaf] = node.move_lo[axis];
            move_hi_[axis][leaf] = node.move_hi[axis];
        }
    }
}

unsigned LeafBoxes::meet(const Bvh::Node& box, Bvh::Leaves range) const
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
    const Lanes8 reach = (load(reach_) + box.reach + way2.sqrt()) * Bvh::kUp;
    const Lanes8 excess = gap2 - reach * reach;
    return not_positive(excess) & ((1U << range.count) - 1U);
}

}  // namespace stiction
