#pragma once

// Strings of bytes in Houdini's streams. What is in them carries its own checksum.

#include <UT/UT_IStream.h>

#include <ostream>
#include <string>

namespace stiction {

void write_bytes(std::ostream& os, const std::string& bytes);
// False when the stream ends before its time.
bool read_bytes(UT_IStream& is, std::string& bytes);

}  // namespace stiction
