#pragma once

// Blocks of triangles, the leaves of the trees, that are near each other.

#include "solver_core/contact/contact_surface.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

// A pair of tree nodes to be looked at by one thread.
struct BlockTask {
    Index object_a = 0, object_b = 0;
    Bvh::NodePair nodes;
};

struct BlockPair {
    Index a = 0, b = 0;
    float reach = 0.0F;  // Bvh::reach_between their boxes
};

struct NearBlocks {
    std::vector<BlockTask> tasks;
    std::vector<std::vector<BlockPair>> near;  // by task; it may be longer
    std::vector<Bvh::NodePair> cuts, scratch;
    std::vector<std::uint8_t> is_near;  // of every block: to any other
};

// Pairs of blocks that are near each other and may touch, by task, with the bounds of their features (leaf_features.hpp).
void find_near_blocks(const ContactGeometry& geometry, ContactSurface& surface, bool sheets_alone,
                      NearBlocks& blocks);

}  // namespace stiction
