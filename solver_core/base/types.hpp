#pragma once

// The few types every folder uses. Double precision and SI units throughout the core.

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stiction {

using Index = std::int32_t;

// A place in a standard container, whose sizes are unsigned.
constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;
using Mat32 = Eigen::Matrix<double, 3, 2>;

// Nodal vectors are interleaved (x0 y0 z0 x1 ...): one matrix entry meets a packed 3-vector.
using Vec3Array = std::vector<Vec3>;

using Triangle = Eigen::Matrix<Index, 3, 1>;
using Tet = Eigen::Matrix<Index, 4, 1>;
using Edge = Eigen::Matrix<Index, 2, 1>;

}  // namespace stiction
