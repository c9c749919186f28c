#pragma once

// How far two caches are apart, frame by frame at equal times.
//
//   points    |x_i - y_i|, when both have the same triangles over the same number of points
//   surfaces  from every point of one surface to the nearest point of the other, and back: mean by weight of both ways
//             together, and the largest (the Hausdorff distance, up to points inside the triangles)

#include "solver_core/compare/cache.hpp"

#include <optional>

namespace stiction {

struct CacheDifference {
    Index frames = 0;  // with equal times
    bool same_points = false;
    std::optional<double> point_rms;  // over points and frames, m
    std::optional<double> point_max;
    std::optional<double> point_last;  // root mean square in the last frame
    std::optional<double> surface_mean;
    std::optional<double> surface_max;
    std::optional<double> surface_last;  // mean in the last frame
};

CacheDifference measure_difference(const Cache& a, const Cache& b);

}  // namespace stiction
