#pragma once

// A triangle as the camera's pixels meet it.

#include "solver_core/apps/render_camera.hpp"
#include "solver_core/apps/render_mesh.hpp"

#include <array>
#include <vector>

namespace stiction {

// A function a x + b y + c of the place in the picture, pixels.
struct PlaneFunction {
    double a = 0.0, b = 0.0, c = 0.0;
    double operator()(double x, double y) const { return a * x + (b * y + c); }
};

// n . ray(x, y) for a vector in view space.
PlaneFunction along_rays(const RenderCamera& camera, const Vec3& n);

// With corners v_i in view space and the ray d(x, y): w_0 = d . (v_1 x v_2) and so on cyclically, and the volume
// V = v_0 . (v_1 x v_2), the ray meets the triangle where all w_i have the sign of V, at 1 / depth = sum w_i / V, and
// w_i / sum w are the barycentric coordinates there. All are linear in x and y. No corner is divided by its depth, so
// none needs to be in front of the eye; and two triangles see their common edge with exactly opposite values, so no
// sample between them is lost.
struct RasterTriangle {
    std::array<PlaneFunction, 3> weight;  // w_i sign(V)
    PlaneFunction inverse_depth;
    Index mesh = 0;
    Index triangle = 0;
    double x0 = 0.0, x1 = 0.0, y0 = 0.0, y1 = 0.0;  // box around it, pixels, within the picture
};

// Factor on the inverse depth of colliders and grounds: they count as farther from the eye by a thousandth or two of the
// scene's radius, so that cloth without thickness that lies on them is seen, and hides them where its coarse triangles
// cut a round one.
double collider_depth_factor(const RenderScene& scene, const RenderCamera& camera);

// Triangles that may be seen, in the order of meshes and triangles.
std::vector<RasterTriangle> project_triangles(const RenderScene& scene, const RenderCamera& camera);

}  // namespace stiction
