#include "solver_core/base/hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace stiction {

std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed)
{
    return XXH3_64bits_withSeed(data, size, seed);
}

std::string hash_hex(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace stiction
