#include "solver_core/mesh/leaf_boxes.hpp"

#include "solver_core/base/parallel.hpp"

namespace stiction {

void LeafBoxes::build(const Bvh& tree)
{
    const std::size_t leaves = tree.empty() ? 0 : static_cast<std::size_t>(tree.leaves(0).count);
    const std::size_t padded = leaves + static_cast<std::size_t>(kLanes);
    leaf_node_.resize(leaves);
    for (std::size_t n = 0; n < tree.nodes().size(); ++n)
        if (tree.nodes()[n].is_leaf())
            leaf_node_[static_cast<std::size_t>(tree.leaves(static_cast<Index>(n)).first)] =
                static_cast<Index>(n);
    reach_.assign(padded, 0.0F);
    for (int axis = 0; axis < 3; ++axis)
        for (std::vector<float>* values : {&lo_[axis], &hi_[axis], &move_lo_[axis], &move_hi_[axis]})
            values->assign(padded, 0.0F);
}

void LeafBoxes::set(const Bvh& tree)
{
    constexpr Index kChunk = 1024;
    parallel_for(static_cast<Index>(leaf_node_.size()), kChunk, [&](Index i) {
        const auto leaf = static_cast<std::size_t>(i);
        const Bvh::Node& box = node(tree, i);
        reach_[leaf] = box.reach;
        for (int axis = 0; axis < 3; ++axis) {
            lo_[axis][leaf] = box.lo[axis];
            hi_[axis][leaf] = box.hi[axis];
            move_lo_[axis][leaf] = box.move_lo[axis];
            move_hi_[axis][leaf] = box.move_hi[axis];
        }
    });
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
