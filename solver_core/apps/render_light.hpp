#pragma once

// A studio: one key light with a soft shadow, a bright sky that surfaces hide from each other, a paper background.

#include "solver_core/apps/render_camera.hpp"
#include "solver_core/apps/render_mesh.hpp"
#include "solver_core/apps/render_shadow.hpp"

namespace stiction {

// A place on a surface as the camera sees it; normals look to the camera's side.
struct RenderPoint {
    Vec3 position = Vec3::Zero();
    Vec3 normal = Vec3::UnitY();  // smooth
    double footprint = 0.0;       // side of a pixel here, m
    double turn = 0.0;            // radians; differs from pixel to pixel
    bool is_front = true;
};

class RenderLight {
public:
    RenderLight(const RenderScene& scene, const RenderCamera& camera);

    // Linear colours, 0 to 1.
    Vec3 background(double x, double y) const;
    Vec3 shade(const RenderMesh& mesh, const RenderPoint& point) const;
    // A ground is the background seen through shadow and checker: where it fades it leaves no border. Its share of
    // the pixel is 0 outside the disc that is drawn.
    Vec3 shade_ground(const RenderGround& ground, const RenderPoint& point, const Vec3& behind) const;
    double ground_share(const Vec3& position) const;

private:
    struct Irradiance {
        double key;  // shadowed
        double sky;
        double sky_open;  // as if nothing hid it
    };
    Irradiance irradiance(const RenderPoint& point) const;

    const RenderScene& scene_;
    const RenderCamera& camera_;
    ShadowMap key_;
    std::vector<ShadowMap> sky_;
    std::vector<double> sky_radiance_;  // of each map, scaled so that an open floor receives 1
};

}  // namespace stiction
