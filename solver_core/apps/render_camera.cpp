#include "solver_core/apps/render_camera.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;
constexpr double kAzimuth = 32.0;    // degrees from z towards x
constexpr double kElevation = 24.0;  // degrees above the horizon
constexpr double kFilled = 0.86;     // share of the picture's width or height that the points fill

void point_camera(RenderCamera& camera, const Vec3& direction)
{
    camera.forward = direction.normalized();
    // Straight up or down leaves the horizon open; z then serves as the way up.
    const bool vertical = std::abs(camera.forward.y()) > 0.9999;
    const Vec3 above = vertical ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitY());
    camera.right = camera.forward.cross(above).normalized();
    camera.up = camera.right.cross(camera.forward);
}

void set_picture(RenderCamera& camera, double fov, Index width, Index height)
{
    camera.width = width;
    camera.height = height;
    camera.pixel = 2.0 * std::tan(0.5 * fov * kRadiansPerDegree) / std::max(width, height);
}

}  // namespace

RenderCamera look_at(const Vec3& eye, const Vec3& target, double fov, Index width, Index height)
{
    RenderCamera camera;
    camera.eye = eye;
    point_camera(camera, target - eye);
    set_picture(camera, fov, width, height);
    return camera;
}

// In view axes a point (x, y, z) is seen from the eye (a, b, c) when |x - a| <= s (z - c), s the slope of the picture's
// side, and likewise in y with its own slope. With l = max(x - s z) and m = max(-x - s z) over the points:
//   a >= l + s c  and  -a >= m + s c   =>   c <= -(l + m) / (2 s),  a = (l - m) / 2
// The eye goes as far forward as both directions allow.
RenderCamera camera_around(const Vec3Array& points, const Vec3& direction, double fov, Index width,
                           Index height)
{
    RenderCamera camera;
    point_camera(camera, direction);
    set_picture(camera, fov, width, height);
    const double slope[2] = {0.5 * kFilled * width * camera.pixel, 0.5 * kFilled * height * camera.pixel};
    double place[2] = {0.0, 0.0};
    double forward = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 2; ++k) {
        const Vec3& axis = k == 0 ? camera.right : camera.up;
        double most = -std::numeric_limits<double>::infinity(), least = most;
        for (const Vec3& p : points) {
            const double depth = slope[k] * camera.forward.dot(p);
            most = std::max(most, axis.dot(p) - depth);
            least = std::max(least, -axis.dot(p) - depth);
        }
        place[k] = 0.5 * (most - least);
        forward = std::min(forward, -(most + least) / (2.0 * slope[k]));
    }
    camera.eye = place[0] * camera.right + place[1] * camera.up + forward * camera.forward;
    return camera;
}

Vec3 three_quarter_direction()
{
    const double azimuth = kAzimuth * kRadiansPerDegree, elevation = kElevation * kRadiansPerDegree;
    return -Vec3(std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
                 std::cos(azimuth) * std::cos(elevation));
}

}  // namespace stiction
