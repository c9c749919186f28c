#pragma once

// Pairs of features that the motion of a step leads through each other (passing_features.hpp), as contacts: the plane lies
// across their closest points at the start, which separates them there, and the gap is what they may come nearer within the
// step, down to kKeptShare of their radii.

#include "solver_core/contact/pair_contact.hpp"

namespace stiction {

constexpr double kKeptShare = 0.5;

// False when the pair does not pass.
bool vertex_passes_face(const ContactSurface& surface, Index p, const SurfaceTriangle& triangle,
                        PairContact& out);
bool edges_pass(const ContactSurface& surface, Index e, Index f, PairContact& out);

}  // namespace stiction
