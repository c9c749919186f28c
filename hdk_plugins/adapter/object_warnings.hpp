#pragma once

// Attributes of an object that look as if they meant something, and do not.

#include "hdk_plugins/adapter/piece_attributes.hpp"

#include <string>
#include <vector>

namespace stiction {

// At most one line for each kind: what has no counterpart here, and what is of another form than it has to be.
std::vector<std::string> object_warnings(const PieceAttributes& attributes, const std::string& object_name);

}  // namespace stiction
