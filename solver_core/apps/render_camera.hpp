#pragma once

// A pinhole camera, and one that sees given points.

#include "solver_core/base/types.hpp"

namespace stiction {

// View space: x right, y up, z forward, in metres. Pixels: x right, y down, from the picture's upper left corner.
struct RenderCamera {
    Vec3 eye = Vec3::Zero();
    Vec3 right = Vec3::UnitX();
    Vec3 up = Vec3::UnitY();
    Vec3 forward = -Vec3::UnitZ();
    Index width = 1280;
    Index height = 720;
    double pixel = 0.001;  // side of a pixel at distance 1

    Vec3 to_view(const Vec3& world) const
    {
        const Vec3 p = world - eye;
        return {right.dot(p), up.dot(p), forward.dot(p)};
    }
    // From the eye through a place of the picture; its part along `forward` is 1.
    Vec3 ray(double x, double y) const
    {
        return forward + pixel * ((x - 0.5 * width) * right + (0.5 * height - y) * up);
    }
};

// `fov` is the angle across the longer side, degrees.
RenderCamera look_at(const Vec3& eye, const Vec3& target, double fov, Index width, Index height);

// Looks along a given direction from where all points are just seen, with a margin around.
RenderCamera camera_around(const Vec3Array& points, const Vec3& direction, double fov, Index width,
                           Index height);

// Down and to the side: the three-quarter view of the automatic camera.
Vec3 three_quarter_direction();

}  // namespace stiction
