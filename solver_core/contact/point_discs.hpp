#pragma once

// Oriented points as something to look at: a small disc a point, facing along its normal.

#include "solver_core/contact/collider.hpp"

namespace stiction {

// Discs of six sides, as wide as half the distance to the sixth nearest point: neighbours just overlap.
SurfaceMesh point_discs(const PointsShape& points);

}  // namespace stiction
