#pragma once

// A cache against colliders whose motion is known: how deep it is in them, how far it slides over them.
//
//   phi_i(n)   distance of point i to the nearest collider's surface in frame n, negative inside; the collider's own
//              thickness counts as part of it, that of the cache does not
//   contact    phi <= contact distance in frame n and in frame n + 1
//   slip       of a point in contact: its motion less that of the collider's material carried along at the point,
//              without the part along the normal of frame n + 1
//   slid       sum over frames of |slip|; mean over the points by weight, and the largest

#include "solver_core/compare/cache.hpp"
#include "solver_core/contact/collider.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiction {

struct ColliderMeasures {
    // None when an open mesh is among the colliders: it has no inside.
    std::optional<double> penetration_max;    // m
    std::optional<double> penetration_share;  // of the weight, below the surface in the worst frame
    double contact_share = 0.0;               // of the weight, mean over frames
    double slid_mean = 0.0;                   // m
    double slid_max = 0.0;
};

ColliderMeasures measure_colliders(const Cache& cache, const std::vector<Collider>& colliders,
                                   double contact_distance);

// A sequence of files as one deforming collider; a single frame stands still.
Collider collider_of_cache(const Cache& cache);

}  // namespace stiction
