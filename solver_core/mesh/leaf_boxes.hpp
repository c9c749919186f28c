#pragma once

// The leaves of a tree side by side, or its topmost nodes of a few leaves each: a box is tested against eight neighbouring ones at
// once. Below a node of few of them that is quicker than going down the tree.

#include "solver_core/math/lane_bits.hpp"
#include "solver_core/mesh/bvh.hpp"

#include <vector>

namespace stiction {

class LeafBoxes {
public:
    static constexpr Index kLanes = 8;

    // In lanes: the topmost nodes with at most so many leaves. They are numbered in the order of their leaves.
    void build(const Bvh& tree, Index most_leaves = 1);
    // After the tree was refitted.
    void set(const Bvh& tree);
    // Those below a node of the tree that is not itself below one of them.
    Bvh::Leaves below(Index node) const { return below_[static_cast<std::size_t>(node)]; }
    // Number of a lane's node in the tree.
    Index node(Index lane) const { return lane_node_[static_cast<std::size_t>(lane)]; }
    // Bit k is set when the lane with number first + k meets the box, as in Bvh::meet. `reach` gets Bvh::reach_between.
    unsigned meet(const Bvh::Node& box, Bvh::Leaves range, Lanes8& reach) const;
    unsigned meet(const Bvh::Node& box, Bvh::Leaves range) const
    {
        Lanes8 reach;
        return meet(box, range, reach);
    }

private:
    void place(const Bvh& tree, Index node, Index most_leaves);

    std::vector<Index> lane_node_;
    std::vector<Bvh::Leaves> below_;  // by node of the tree
    std::vector<float> lo_[3], hi_[3], move_lo_[3], move_hi_[3], reach_;
};

}  // namespace stiction
