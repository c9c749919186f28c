#pragma once

// Words and pictures on pictures: what a contact sheet is put together with.

#include "solver_core/io/png.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace stiction {

using PixelColour = std::array<std::uint8_t, 3>;
constexpr PixelColour kInk = {84, 84, 84};

// Letters of 5 x 7 dots, each `scale` pixels wide, from the top left corner on. What lies outside is left out.
void draw_text(PixelImage& image, Index left, Index top, const std::string& text, Index scale,
               PixelColour ink = kInk);
// Pixels that so many letters take.
Index text_width(std::size_t letters, Index scale);

// Copies a picture to a place in a larger one.
void paste(PixelImage& image, Index left, Index top, const PixelImage& part);

}  // namespace stiction
