#pragma once

// The features of two blocks that may touch by their bounds, tested side by side in lanes (leaf_features.hpp).

#include "solver_core/contact/near_blocks.hpp"
#include "solver_core/contact/vertex_rows.hpp"

#include <vector>

namespace stiction {

struct FeaturePair {
    Index a = 0, b = 0;  // a node and a place in the surface's leaves, or two edges
};

// Nodes of either block with faces of the other, appended.
void list_nodes(const ContactSurface& surface, const BlockPair& pair, std::vector<FeaturePair>& pairs);

// Edges of one block with edges of the other, appended. With `vertices`: pairs that are closest inside both edges and that no vertex
// has seen. Without: all that are near each other, for edges that pass within the step may begin beside each other.
void list_edges(const ContactSurface& surface, const VertexRows* vertices, const BlockTask& task,
                const BlockPair& pair, std::vector<FeaturePair>& pairs);

}  // namespace stiction
