#pragma once

// Checksums of files and of states: 64-bit xxHash (XXH3), printed as 16 hexadecimal digits.

#include <cstddef>
#include <cstdint>
#include <string>

namespace stiction {

std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed = 0);
std::string hash_hex(std::uint64_t hash);

}  // namespace stiction
