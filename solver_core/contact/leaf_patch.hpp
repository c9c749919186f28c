#pragma once

// The nodes of a leaf with a frame of their own, in single precision: what tells two leaves apart that lie side
// by side or one on the other, more sharply than their boxes do.
//
// Neighbouring parts of one surface are at peace with each other when no two of their features can be in
// contact, because the surface there is still much as it was at rest.
//   X, x     rest and present position of a node
//   (u, v, n), origin   a frame that goes with patch A; of the rest shape and of the present one
//   strain   largest distance of a node's present (u, v) coordinates from its coordinates at rest
//   height   largest |n| coordinate at rest
//   closest  least rest distance of two features without a common node, one of them in the patch
// Two points that are d apart at rest are, whatever the bending does along n, now at least
//   sqrt(d^2 - (height_A + height_B)^2) - strain_A - strain_B
// apart in the plane of the frame, with heights and strains of both patches in the frame of one; call that
// `side`. A contact needs a distance below
//   min((1 + share) R, (1 + share) kRestShare d) + margin + approach,
// which grows more slowly with d; so d = closest decides for all of them. The approach counts along the line
// between the two points, which rises by at most `rise` over `side`: with m the relative way of any two nodes,
//   approach <= |m in the plane| + |m along n| rise / sqrt(side^2 + rise^2).
// A path through a face must make up for `side` in the plane as well.

#include "solver_core/base/span.hpp"
#include "solver_core/contact/patch_frame.hpp"

#include <vector>

namespace stiction {

struct ContactGeometry;
struct ContactSurface;

struct alignas(32) LeafPatch {
    static constexpr Index kNodes = 8;
    using Lanes = Lanes8;
    using Axis = PatchAxis;
    // Built once. The last node is repeated in unused lanes; `support` are three lanes that span the frame.
    Index nodes = 0;  // 0: more than there are lanes, and nothing is known
    Index node[kNodes] = {};
    int support[3] = {0, 0, 0};
    Lanes rest[3];
    PatchFrame rest_frame;
    float height = 0.0F;
    float closest = 0.0F;         // 0: this patch is never at peace
    float rest_magnitude = 0.0F;  // no rest coordinate is larger
    // Of the step at hand.
    Lanes now[3];
    PatchFrame frame;
    Axis lo = Axis::Zero(), hi = Axis::Zero();  // in the frame
    float strain = 0.0F;

    void begin_step(Span<const Vec3> x);
};

// Two leaves of one object; the boxes give radii, margins and the way the two come together at most.
bool at_peace(const LeafPatch& a, const LeafPatch& b, const Bvh::Node& box_a, const Bvh::Node& box_b,
              float magnitude);
// Farther apart than `reach` along an axis of a's frame. No present coordinate is larger than `magnitude`.
bool apart(const LeafPatch& a, const LeafPatch& b, float reach, float magnitude);

// One patch for each block. Where nothing is known about the rest shape none is ever at peace.
// `reference` are rest positions of all nodes, those of the colliders included.
void build_patches(const ContactGeometry& geometry, const Vec3Array& reference, ContactSurface& surface);

}  // namespace stiction
