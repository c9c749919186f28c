#pragma once

// Numbers and pictures on pictures: what a contact sheet is put together with.

#include "solver_core/io/png.hpp"

namespace stiction {

// Digits of 5 x 7 dots, each `scale` pixels wide, that end at `right` and `bottom`. What lies outside is left out.
void draw_number(PixelImage& image, Index right, Index bottom, Index number, Index scale);

// Copies a picture to a place in a larger one.
void paste(PixelImage& image, Index left, Index top, const PixelImage& part);

}  // namespace stiction
