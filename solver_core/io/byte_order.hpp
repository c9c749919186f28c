#pragma once

// Numbers in bytes: little endian on disk, whatever the machine.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace stiction {

inline bool is_little_endian()
{
    const std::uint16_t one = 1;
    unsigned char first = 0;
    std::memcpy(&first, &one, 1);
    return first == 1;
}

template <class T>
void append_little_endian(std::string& out, T value)
{
    static_assert(std::is_arithmetic_v<T>);
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (!is_little_endian()) std::reverse(bytes, bytes + sizeof(T));
    out.append(bytes, sizeof(T));
}

// The number at `data`, whose bytes are reversed first when `swapped`.
template <class T>
T load_bytes(const char* data, bool swapped)
{
    static_assert(std::is_arithmetic_v<T>);
    char bytes[sizeof(T)];
    std::memcpy(bytes, data, sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

template <class T>
T load_little_endian(const char* data)
{
    return load_bytes<T>(data, !is_little_endian());
}

}  // namespace stiction
