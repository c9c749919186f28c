#pragma once

#include <algorithm>
#include <cstddef>

namespace stiction {

// How many bytes `compressed` bytes of geometry may become. Geometry shrinks by less than a factor of 100; a
// file that claims much more is damaged or hostile, and would fill the memory before it is looked at.
constexpr std::size_t inflated_limit(std::size_t compressed)
{
    constexpr std::size_t kAlways = std::size_t(256) << 20;
    constexpr std::size_t kRatio = 256;
    constexpr std::size_t kNever = std::size_t(64) << 30;
    return std::min(kNever, std::max(kAlways, kRatio * std::min(compressed, kNever / kRatio)));
}

}  // namespace stiction
