#pragma once

// One ContactSet out of two of the same positions: contacts keep their rows' data, new ones are added by key.

#include "solver_core/contact/contact_set.hpp"

#include <vector>

namespace stiction {

struct ContactMerge {
    std::vector<Index> added;  // rows of the other set, ascending
    ContactSet merged;         // exchanged with the set that grows, so neither allocates once warm
};

// Adds to `contacts` what `found` has and they lack. A contact that both have stays as it stands in `contacts`.
// Both have blocks, or neither. False, with nothing touched but the buffers, when there is nothing to add.
bool add_new_contacts(const ContactSet& found, ContactMerge& merge, ContactSet& contacts);

}  // namespace stiction
