#pragma once

// The leaves of a tree side by side: a box is tested against eight neighbouring leaves at once. Below a node of
// few leaves that is quicker than going down the tree.

#include "solver_core/math/lane_bits.hpp"
#include "solver_core/mesh/bvh.hpp"

#include <vector>

namespace stiction {

class LeafBoxes {
public:
    static constexpr Index kLanes = 8;

    void build(const Bvh& tree);
    // After the tree was refitted.
    void set(const Bvh& tree);
    // Bit k is set when the leaf with number first + k meets the box, as in Bvh::meet.
    unsigned meet(const Bvh::Node& box, Bvh::Leaves range) const;
    const Bvh::Node& node(const Bvh& tree, Index leaf) const
    {
        return tree.nodes()[static_cast<std::size_t>(leaf_node_[static_cast<std::size_t>(leaf)])];
    }

private:
    std::vector<Index> leaf_node_;
    std::vector<float> lo_[3], hi_[3], move_lo_[3], move_hi_[3], reach_;
};

}  // namespace stiction
