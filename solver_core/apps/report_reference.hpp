#pragma once

// The closed form of a flat sheet that lies on a plane at rest and touches nothing else: it moves as one point.
//
//   v_n = v_(n-1) + h g_t -+ h mu g_n, against the motion, or 0 where friction can hold it;    s_n = s_(n-1) + h |v_n|
//   from rest: s_n = a h^2 n (n + 1) / 2,  a = max(0, g (sin t - mu cos t))
//
//   g_n, g_t  gravity into and along the plane, m/s^2     t  slope of the plane       h  step       s  path, m

#include "solver_core/scene/scene.hpp"

#include <optional>
#include <vector>

namespace stiction {

struct ReportReference {
    std::size_t object = 0;     // number in ReportRun::objects
    Index plane = 0;            // the collider's number in the scene
    double mu = 0.0;            // of the pair
    double angle = 0.0;         // of the plane, degrees
    double acceleration = 0.0;  // a, m/s^2
    Vec3 direction = Vec3::Zero();
    // After every step, the start first.
    std::vector<double> distance;  // length of the path, m
    std::vector<double> offset;    // along the direction, m
    std::vector<double> speed;     // m/s
};

// Nothing when the sheet does not lie flat on the plane, is held, spins or moves across the slope, when the plane moves
// or when friction changes with time. `points` are the sheet's at the start.
std::optional<ReportReference> sheet_on_plane(const Scene& scene, Index sheet, Index plane,
                                              const Vec3Array& points, Index steps);

}  // namespace stiction
