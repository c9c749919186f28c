#pragma once

// Triangles to pixels: a depth buffer with 3 x 3 samples a pixel, tile by tile.

#include "solver_core/apps/render_camera.hpp"
#include "solver_core/apps/render_mesh.hpp"
#include "solver_core/io/png.hpp"

namespace stiction {

struct RenderOptions {
    bool wireframe = false;
};

// The same bytes for any number of threads.
PixelImage render_picture(const RenderScene& scene, const RenderCamera& camera, const RenderOptions& options);

}  // namespace stiction
