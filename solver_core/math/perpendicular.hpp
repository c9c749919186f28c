#pragma once

#include "solver_core/base/types.hpp"

#include <Eigen/Geometry>

namespace stiction {

// Some unit vector perpendicular to a unit vector: always the same one, and far from parallel to begin with.
inline Vec3 unit_perpendicular(const Vec3& unit)
{
    Index smallest = 0;
    unit.cwiseAbs().minCoeff(&smallest);
    return unit.cross(Vec3::Unit(smallest)).normalized();
}

}  // namespace stiction
