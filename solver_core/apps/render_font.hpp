#pragma once

// Letters for labels on pictures: 5 x 7 dots.

#include "solver_core/base/types.hpp"

#include <cstdint>

namespace stiction {

constexpr Index kGlyphWidth = 5;
constexpr Index kGlyphHeight = 7;

// Rows from the top, the highest of five bits on the left. What has no glyph is a question mark.
const std::uint8_t* glyph_of(char c);

}  // namespace stiction
