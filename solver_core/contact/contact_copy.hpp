#pragma once

// Rows of a ContactSet moved about whole: every array of the set is named here once.

#include "solver_core/contact/contact_set.hpp"

namespace stiction {

// No contacts; the memory stays.
void clear(ContactSet& set);

// What a row has besides its nodes.
struct ContactRow {
    ContactKey key;
    double gap = 0.0;
    Vec3 normal = Vec3::UnitY();
    Vec3 point = Vec3::Zero();
    Vec3 obstacle_velocity = Vec3::Zero();
    double mu = 0.0;
};
// Ends a row: what was added to `node` and its parallel arrays since the last one are its entries.
void close_row(const ContactRow& row, ContactSet& set);

// Row c of `from` behind the rows of `to`, with blocks where `from` has them.
void append_row(const ContactSet& from, Index c, ContactSet& to);

}  // namespace stiction
