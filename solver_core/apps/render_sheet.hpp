#pragma once

// A contact sheet: labelled pictures in rows, of frames or of runs, all seen by one camera.

#include "solver_core/apps/render_picture.hpp"
#include "solver_core/apps/render_run.hpp"

#include <string>
#include <vector>

namespace stiction {

struct SheetTile {
    const RenderRun* run = nullptr;  // none: an empty place
    Index frame = 0;
    std::string label;
    std::string note;     // a second line below, where one of the tiles has it
    bool is_bad = false;  // the note is red
};

struct SheetLayout {
    Index columns = 4;
    Index width = 480;  // of a picture
    Index height = 270;
};

// Throws InputError for a sheet of too many pixels.
void require_sheet_size(std::size_t tiles, const SheetLayout& layout);

// A label that is wider than its picture is cut.
PixelImage draw_sheet(const std::vector<SheetTile>& tiles, const SheetLayout& layout,
                      const RenderCamera& camera, const RenderOptions& options);

// Outermost points of all runs.
Vec3Array common_outline(const std::vector<RenderRun>& runs);
// Gives all runs the focus and radius of their common outline, so that their floors look alike.
void share_focus(std::vector<RenderRun>& runs);

}  // namespace stiction
