#pragma once

// Whether the surfaces around a pair of features are through each other already, as a step begins. Such a pair is let pass: to hold
// it back would keep what is crossed from coming apart, and tear at it in every step.

#include "solver_core/contact/pair_contact.hpp"

namespace stiction {

// Some edge of a triangle around one side's nodes goes through a triangle around the other's.
bool is_crossed(const ContactSurface& surface, const PairContact& pair);

}  // namespace stiction
