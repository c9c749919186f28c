#include "solver_core/contact/patch_frame.hpp"

#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/pair_contact.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Not below |axis . m| for any m of a box around `middle`.
float largest_along(const PatchAxis& axis, const PatchAxis& middle, const PatchAxis& half)
{
    return std::fabs((axis * middle).sum()) + (axis.abs() * half).sum();
}

}  // namespace

PatchFrame frame_through(const Vec3& a, const Vec3& b, const Vec3& c, const PatchAxis& origin)
{
    Vec3 u = b - a;
    u /= u.norm();
    Vec3 n = u.cross(c - a);
    n /= n.norm();
    return {origin, u.cast<float>(), n.cross(u).cast<float>(), n.cast<float>()};
}

float touching_distance(float d, float touch)
{
    constexpr auto kShare = static_cast<float>((1.0 + kMarginShare) * kRestShare);
    constexpr auto kFixed = static_cast<float>(kMarginFixed);
    return std::min(touch, kShare * d + kFixed);
}

float approach_along(const PatchFrame& frame, const Bvh::Node& box_a, const Bvh::Node& box_b, float side,
                     float rise)
{
    constexpr float kUp = 1.0F + 1e-5F;
    const Eigen::Map<const PatchAxis> lo_a(box_a.move_lo), hi_a(box_a.move_hi), lo_b(box_b.move_lo),
        hi_b(box_b.move_hi);
    const PatchAxis middle = 0.5F * ((lo_b - hi_a) + (hi_b - lo_a));
    const PatchAxis half = 0.5F * ((hi_b - lo_a) - (lo_b - hi_a));
    const float along_u = largest_along(frame.u, middle, half);
    const float along_v = largest_along(frame.v, middle, half);
    const float across = largest_along(frame.n, middle, half);
    return kUp * (std::sqrt(along_u * along_u + along_v * along_v) +
                  across * rise / std::sqrt(side * side + rise * rise));
}

}  // namespace stiction
