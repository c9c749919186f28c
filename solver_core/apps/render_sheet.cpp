#include "solver_core/apps/render_sheet.hpp"

#include "solver_core/apps/render_font.hpp"
#include "solver_core/apps/render_label.hpp"
#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

constexpr std::int64_t kMostPixels = 1 << 27;
constexpr PixelColour kEmpty = {236, 235, 232};
constexpr PixelColour kBadInk = {179, 55, 43};
constexpr Index kGap = 6;          // pixels between the pictures
constexpr Index kLabelStep = 170;  // with every so many pixels of height the letters get a pixel a dot larger

struct SheetSize {
    Index scale = 1;  // of the letters
    Index line = 0;   // height of one
    Index tile_height = 0;
    std::int64_t width = 0, height = 0;
};

SheetSize sheet_size(std::size_t tiles, const SheetLayout& layout, Index lines)
{
    SheetSize size;
    size.scale = 1 + layout.height / kLabelStep;
    size.line = (kGlyphHeight + 4) * size.scale;
    size.tile_height = layout.height + lines * size.line;
    const auto count = static_cast<std::int64_t>(tiles);
    const std::int64_t columns = std::min<std::int64_t>(layout.columns, count);
    const std::int64_t rows = (count + columns - 1) / columns;
    size.width = columns * (layout.width + kGap) - kGap;
    size.height = rows * (size.tile_height + kGap) - kGap;
    return size;
}

std::string cut(const std::string& label, Index width, Index scale)
{
    if (text_width(label.size(), scale) <= width) return label;
    std::string shorter = label;
    while (!shorter.empty() && text_width(shorter.size() + 2, scale) > width) shorter.pop_back();
    return shorter + "..";
}

}  // namespace

void require_sheet_size(std::size_t tiles, const SheetLayout& layout)
{
    const SheetSize size = sheet_size(tiles, layout, 1);
    if (size.width * size.height > kMostPixels)
        throw InputError("--frames",
                         fmt::format("{} pictures of {}x{} found; allowed: {} million pixels in a sheet; "
                                     "choose fewer frames or a smaller --size",
                                     tiles, layout.width, layout.height, kMostPixels / 1000000));
}

PixelImage draw_sheet(const std::vector<SheetTile>& tiles, const SheetLayout& layout,
                      const RenderCamera& camera, const RenderOptions& options)
{
    require_sheet_size(tiles.size(), layout);
    const bool has_notes =
        std::any_of(tiles.begin(), tiles.end(), [](const SheetTile& tile) { return !tile.note.empty(); });
    const SheetSize size = sheet_size(tiles.size(), layout, has_notes ? 2 : 1);
    const Index columns = std::min(layout.columns, static_cast<Index>(tiles.size()));
    PixelImage sheet(static_cast<Index>(size.width), static_cast<Index>(size.height), {255, 255, 255});
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const SheetTile& tile = tiles[i];
        const auto number = static_cast<Index>(i);
        const Index left = number % columns * (layout.width + kGap);
        const Index top = number / columns * (size.tile_height + kGap);
        paste(sheet, left, top,
              tile.run != nullptr ? render_picture(tile.run->scene_at(tile.frame), camera, options)
                                  : PixelImage(layout.width, layout.height, kEmpty));
        const auto write = [&](const std::string& text, Index line, PixelColour ink) {
            draw_text(sheet, left + 2 * size.scale, top + layout.height + line * size.line + 2 * size.scale,
                      cut(text, layout.width - 4 * size.scale, size.scale), size.scale, ink);
        };
        write(tile.label, 0, kInk);
        write(tile.note, 1, tile.is_bad ? kBadInk : kInk);
    }
    return sheet;
}

Vec3Array common_outline(const std::vector<RenderRun>& runs)
{
    Vec3Array outline;
    for (const RenderRun& run : runs)
        outline.insert(outline.end(), run.outline().begin(), run.outline().end());
    return outline;
}

void share_focus(std::vector<RenderRun>& runs)
{
    const Vec3Array outline = common_outline(runs);
    if (outline.empty()) return;
    Vec3 low = outline.front();
    Vec3 high = outline.front();
    for (const Vec3& x : outline) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    const Vec3 focus = 0.5 * (low + high);
    double radius = 0.0;
    for (const Vec3& x : outline) radius = std::max(radius, (x - focus).norm());
    for (RenderRun& run : runs) run.set_focus(focus, std::max(radius, 1e-6));
}

}  // namespace stiction
