#include "hdk_plugins/dop/data_stream.hpp"

#include <algorithm>
#include <cstdint>

namespace stiction {
namespace {

constexpr std::size_t kLengthBytes = 8;            // little endian
constexpr std::uint64_t kLargestBlock = 1U << 20;  // a damaged length must not ask for all memory at once

}  // namespace

void write_bytes(std::ostream& os, const std::string& bytes)
{
    char length[kLengthBytes];
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        length[i] = static_cast<char>((static_cast<std::uint64_t>(bytes.size()) >> (8 * i)) & 0xFFU);
    os.write(length, kLengthBytes);
    os.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool read_bytes(UT_IStream& is, std::string& bytes)
{
    char length[kLengthBytes] = {};
    is.bread(length, kLengthBytes);
    std::uint64_t left = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        left |= static_cast<std::uint64_t>(static_cast<unsigned char>(length[i])) << (8 * i);
    bytes.clear();
    while (left > 0 && !is.isError() && !is.isEof()) {
        const std::uint64_t block = std::min(left, kLargestBlock);
        const std::size_t before = bytes.size();
        bytes.resize(before + static_cast<std::size_t>(block));
        is.bread(&bytes[before], static_cast<exint>(block));
        left -= block;
    }
    return left == 0 && !is.isError();
}

}  // namespace stiction
