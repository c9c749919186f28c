#pragma once

// How deep the things of a step have come into each other, thickness included.
//
//   overlap = -(gap + sum_a g_a . dx_a - h n . v_obstacle)       the contact's own gap at the end of the step, contact_set.hpp
//   overlap = R - distance at the end                            two features of sheets that have not passed through each other
//
//   R   sum of the two radii, m
//
// The first is along the normal of the start. While features of sheets glide around each other that normal turns, by any angle where
// a sheet crumples, and the overlap along it is not theirs; a sheet has no inside that would tell the side they are on, only their
// motion does (passing_features.hpp).

#include "solver_core/contact/detect.hpp"

namespace stiction {

// The deepest overlap of any contact at positions x_after, m (>= 0).
double max_penetration(const ContactGeometry& geometry, const ContactSet& contacts, Span<const Vec3> x_before,
                       Span<const Vec3> x_after, double step);

}  // namespace stiction
