#pragma once

// Pictures as PNG files: 8 bits a channel, red green blue.

#include "solver_core/base/types.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

// sRGB values row by row from the top, three bytes a pixel.
struct PixelImage {
    Index width = 0;
    Index height = 0;
    std::vector<std::uint8_t> bytes;

    PixelImage() = default;
    PixelImage(Index w, Index h, std::array<std::uint8_t, 3> colour = {0, 0, 0});
    std::uint8_t* pixel(Index x, Index y)
    {
        return bytes.data() + 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                   static_cast<std::size_t>(x));
    }
    const std::uint8_t* pixel(Index x, Index y) const { return const_cast<PixelImage*>(this)->pixel(x, y); }
};

// The file's bytes; the same picture gives the same bytes.
std::string encode_png(const PixelImage& image);

}  // namespace stiction
