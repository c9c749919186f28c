#include "solver_core/apps/render_label.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>
#include <string>

namespace stiction {
namespace {

constexpr Index kGlyphWidth = 5;
constexpr Index kGlyphHeight = 7;
constexpr std::uint8_t kInk = 84;

// Rows from the top, the highest of five bits on the left.
constexpr std::uint8_t kDigits[10][kGlyphHeight] = {
    {0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110},
    {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110},
    {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111},
    {0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110},
    {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010},
    {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110},
    {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110},
    {0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000},
    {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110},
    {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100},
};

void draw_dot(PixelImage& image, Index left, Index top, Index scale)
{
    for (Index y = std::max(0, top); y < std::min(image.height, top + scale); ++y)
        for (Index x = std::max(0, left); x < std::min(image.width, left + scale); ++x)
            std::fill_n(image.pixel(x, y), 3, kInk);
}

}  // namespace

void draw_number(PixelImage& image, Index right, Index bottom, Index number, Index scale)
{
    const std::string text = std::to_string(number);
    const Index advance = (kGlyphWidth + 1) * scale;
    Index left = right - static_cast<Index>(text.size()) * advance + scale;
    for (const char c : text) {
        STICTION_ASSERT(c >= '0' && c <= '9');
        for (Index row = 0; row < kGlyphHeight; ++row)
            for (Index column = 0; column < kGlyphWidth; ++column)
                if (kDigits[c - '0'][row] >> (kGlyphWidth - 1 - column) & 1)
                    draw_dot(image, left + column * scale, bottom - (kGlyphHeight - row) * scale, scale);
        left += advance;
    }
}

void paste(PixelImage& image, Index left, Index top, const PixelImage& part)
{
    STICTION_ASSERT(left >= 0 && top >= 0 && left + part.width <= image.width &&
                    top + part.height <= image.height);
    for (Index y = 0; y < part.height; ++y)
        std::copy_n(part.pixel(0, y), 3 * part.width, image.pixel(left, top + y));
}

}  // namespace stiction
