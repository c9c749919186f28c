#pragma once

// Rows of a ContactSet moved about whole: every array of the set is named here once.

#include "solver_core/contact/contact_set.hpp"

namespace stiction {

// No contacts; the memory stays.
void clear(ContactSet& set);

// Row c of `from` behind the rows of `to`, with blocks where `from` has them.
void append_row(const ContactSet& from, Index c, ContactSet& to);

}  // namespace stiction
