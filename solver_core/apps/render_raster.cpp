#include "solver_core/apps/render_raster.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kNearest = 1e-3;  // m; with a corner nearer than this a triangle may be anywhere
constexpr double kBehind = 2e-3;   // in radii of the scene

// Sets the box; false when the triangle is outside the picture.
bool set_box(RasterTriangle& triangle, const std::array<Vec3, 3>& corner, const RenderCamera& camera)
{
    const double width = camera.width, height = camera.height;
    const double nearest = std::min({corner[0].z(), corner[1].z(), corner[2].z()});
    if (std::max({corner[0].z(), corner[1].z(), corner[2].z()}) <= 0.0) return false;
    triangle.x0 = triangle.y0 = 0.0;
    triangle.x1 = width;
    triangle.y1 = height;
    if (nearest < kNearest) return true;  // partly behind the eye: anywhere
    double box[4] = {width, 0.0, height, 0.0};
    for (const Vec3& v : corner) {
        const double x = 0.5 * width + v.x() / (v.z() * camera.pixel);
        const double y = 0.5 * height - v.y() / (v.z() * camera.pixel);
        box[0] = std::min(box[0], x);
        box[1] = std::max(box[1], x);
        box[2] = std::min(box[2], y);
        box[3] = std::max(box[3], y);
    }
    triangle.x0 = std::max(0.0, box[0]);
    triangle.x1 = std::min(width, box[1]);
    triangle.y0 = std::max(0.0, box[2]);
    triangle.y1 = std::min(height, box[3]);
    return triangle.x0 < triangle.x1 && triangle.y0 < triangle.y1;
}

}  // namespace

PlaneFunction along_rays(const RenderCamera& camera, const Vec3& n)
{
    PlaneFunction f;
    f.a = camera.pixel * n.x();
    f.b = -camera.pixel * n.y();
    f.c = n.z() - 0.5 * camera.width * f.a - 0.5 * camera.height * f.b;
    return f;
}

double collider_depth_factor(const RenderScene& scene, const RenderCamera& camera)
{
    const double distance = (scene.focus - camera.eye).norm();
    return distance / (distance + kBehind * scene.radius);
}

std::vector<RasterTriangle> project_triangles(const RenderScene& scene, const RenderCamera& camera)
{
    std::vector<RasterTriangle> result;
    Vec3Array view;
    for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
        const RenderMesh& mesh = scene.meshes[m];
        const double factor = mesh.is_collider ? collider_depth_factor(scene, camera) : 1.0;
        view.clear();
        for (const Vec3& p : mesh.positions) view.push_back(camera.to_view(p));
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const Triangle& node = mesh.triangles[t];
            const std::array<Vec3, 3> v = {view[node[0]], view[node[1]], view[node[2]]};
            const double volume = v[0].dot(v[1].cross(v[2]));
            RasterTriangle triangle;
            if (volume == 0.0 || !set_box(triangle, v, camera)) continue;
            const double sign = volume > 0.0 ? 1.0 : -1.0;
            for (int i = 0; i < 3; ++i) {
                PlaneFunction& w = triangle.weight[i];
                w = along_rays(camera, sign * v[(i + 1) % 3].cross(v[(i + 2) % 3]));
                triangle.inverse_depth.a += factor * w.a / std::abs(volume);
                triangle.inverse_depth.b += factor * w.b / std::abs(volume);
                triangle.inverse_depth.c += factor * w.c / std::abs(volume);
            }
            triangle.mesh = static_cast<Index>(m);
            triangle.triangle = static_cast<Index>(t);
            result.push_back(triangle);
        }
    }
    return result;
}

}  // namespace stiction
