#pragma once

// Houdini's seekable compressed files (.bgeo.sc): "scf1", eight more bytes of header, Blosc chunks one after
// the other, an index for seeking, "1fcs".

#include <string>

namespace stiction {

bool is_scf(const std::string& bytes);
// The chunks' content, joined. Throws InputError; in a build without Blosc always.
std::string read_scf(const std::string& bytes, const std::string& name_for_messages);

}  // namespace stiction
