#pragma once

// Blocks of triangles, the leaves of the trees, that are near each other.

#include "solver_core/contact/contact_surface.hpp"

#include <atomic>
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

// Flags that several threads may set, by block.
class BlockFlags {
public:
    void clear(std::size_t blocks)
    {
        if (flags_.size() != blocks) flags_ = std::vector<std::atomic<std::uint8_t>>(blocks);
        for (std::atomic<std::uint8_t>& flag : flags_) flag.store(0, std::memory_order_relaxed);
    }
    bool is_set(Index block) const
    {
        return flags_[static_cast<std::size_t>(block)].load(std::memory_order_relaxed) != 0;
    }
    // Most are set many times; writing once alone keeps the cache lines with every thread.
    void set(Index block)
    {
        if (!is_set(block)) flags_[static_cast<std::size_t>(block)].store(1, std::memory_order_relaxed);
    }

private:
    std::vector<std::atomic<std::uint8_t>> flags_;
};

struct NearBlocks {
    std::vector<BlockTask> tasks;
    std::vector<std::vector<BlockPair>> near;  // by task; it may be longer
    std::vector<Bvh::NodePair> cuts, scratch;
    BlockFlags is_near;  // to any other block
};

// Pairs of blocks that are near each other and may touch, by task, with the bounds of their features (leaf_features.hpp).
void find_near_blocks(const ContactGeometry& geometry, ContactSurface& surface, bool sheets_alone,
                      NearBlocks& blocks);

}  // namespace stiction
