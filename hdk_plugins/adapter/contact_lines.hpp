#pragma once

// Contacts as lines to look at. Input are the points that a solver leaves (sim/contact_writer.hpp).

#include "solver_core/io/geo_detail.hpp"

#include <string>

namespace stiction {

enum class ContactLine { normal, impulse, slip };

// One line a contact from its point along the chosen vector, `scale` times as long. Colours Cd: stick blue, slip from orange to
// red by how near the edge of the cone it is, open grey; open ones are left out unless asked for. The lines' points carry
// state, cone and mu. Throws InputError when the geometry is not that of contacts.
GeoDetail contact_lines(const GeoDetail& contacts, ContactLine what, double scale, bool with_open,
                        const std::string& name_for_messages);

}  // namespace stiction
