#pragma once

#include <string>

namespace stiction {

// Bytes as text, RFC 4648 with padding.
std::string encode_base64(const std::string& bytes);

}  // namespace stiction
