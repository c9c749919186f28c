#pragma once

// How far the features of a pair keep apart, and whether they may come to touch within the step.

#include "solver_core/contact/pair_contact.hpp"

namespace stiction {

// Sum of the two radii; `apart` is false when the parts start so close that their rest distance limits it.
struct Radii {
    double sum = 0.0;
    bool apart = true;
};

Radii vertex_face_radii(const ContactGeometry& geometry, const ContactSurface& surface,
                        const PairContact& contact);
Radii edge_edge_radii(const ContactGeometry& geometry, const ContactSurface& surface,
                      const PairContact& contact);

// gap < approach h + margin(radii)
bool in_reach(const ContactSurface& surface, const PairContact& contact, double radii);

}  // namespace stiction
