#pragma once

// A contact in words, for people who have to find it: what touches what, and where.

#include "solver_core/sim/model.hpp"

#include <string>

namespace stiction {

std::string contact_text(const Model& model, const ContactSet& contacts, Index c);

}  // namespace stiction
