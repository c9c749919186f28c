#pragma once

// The few leaves below a tree node as one patch: where a sheet is smooth, one look at two groups spares a look
// at every pair of their leaves. The test is that of leaf_patch.hpp, with bounds in place of nodes. A node of
// group B has coordinates (a, b, c) in B's own frame at rest and (a', b', c') now. Seen along u_A it has moved,
// against where it was at rest, by no more than
//   |u_A.(o_B - o_A) - U_A.(O_B - O_A)| + |u_A.u_B - U_A.U_B| |a| + |u_A.v_B - U_A.V_B| |b|
//     + |u_A.n_B| |c'| + |U_A.N_B| |c|
// and by B's own strain (a' - a, b' - b), capitals for the frames at rest; along v_A likewise.

#include "solver_core/contact/leaf_patch.hpp"

#include <vector>

namespace stiction {

struct PatchGroup {
    // Built once.
    Index first_block = 0, blocks = 0;
    Index support[3] = {0, 0, 0};  // nodes that span the frame
    PatchFrame rest_frame;
    PatchAxis extent = PatchAxis::Zero();  // largest |u|, |v|, |n| coordinate at rest
    float closest = 0.0F;                  // as in LeafPatch; 0: never at peace
    float rest_magnitude = 0.0F;
    // Of the step at hand.
    PatchFrame frame;
    float strain = 0.0F;
    float lo = 0.0F, hi = 0.0F;  // along n

    void begin_step(const std::vector<LeafPatch>& patches, Span<const Vec3> x);
};

// Two groups of one object; the boxes are those of their tree nodes.
bool at_peace(const PatchGroup& a, const PatchGroup& b, const Bvh::Node& box_a, const Bvh::Node& box_b,
              float magnitude);

// The groups of one object: tree nodes of at most LeafBoxes::kLanes leaves below a larger one.
struct PatchGroups {
    std::vector<PatchGroup> groups;
    std::vector<Index> of_node;  // by tree node; -1: none

    // first_block: of the object's leaves. `reference` are rest positions of all nodes.
    void build(const Bvh& tree, Index first_block, const std::vector<LeafPatch>& patches,
               const Vec3Array& reference);
};

}  // namespace stiction
