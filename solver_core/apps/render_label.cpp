#include "solver_core/apps/render_label.hpp"

#include "solver_core/apps/render_font.hpp"
#include "solver_core/base/assert.hpp"

#include <algorithm>

namespace stiction {
namespace {

void draw_dot(PixelImage& image, Index left, Index top, Index scale, PixelColour ink)
{
    for (Index y = std::max(0, top); y < std::min(image.height, top + scale); ++y)
        for (Index x = std::max(0, left); x < std::min(image.width, left + scale); ++x)
            std::copy(ink.begin(), ink.end(), image.pixel(x, y));
}

}  // namespace

Index text_width(std::size_t letters, Index scale)
{
    return static_cast<Index>(letters) * (kGlyphWidth + 1) * scale - (letters > 0 ? scale : 0);
}

void draw_text(PixelImage& image, Index left, Index top, const std::string& text, Index scale,
               PixelColour ink)
{
    for (const char c : text) {
        const std::uint8_t* rows = glyph_of(c);
        for (Index row = 0; row < kGlyphHeight; ++row)
            for (Index column = 0; column < kGlyphWidth; ++column)
                if (rows[row] >> (kGlyphWidth - 1 - column) & 1)
                    draw_dot(image, left + column * scale, top + row * scale, scale, ink);
        left += (kGlyphWidth + 1) * scale;
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
