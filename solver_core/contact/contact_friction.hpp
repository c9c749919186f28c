#pragma once

#include "solver_core/contact/detect.hpp"

#include <algorithm>
#include <cassert>

namespace stiction {

// mu of two deformable objects (or of one with itself).
inline double friction_of_objects(const ContactGeometry& geometry, Index a, Index b)
{
    const auto row = static_cast<std::size_t>(a), column = static_cast<std::size_t>(b);
    assert(row < geometry.friction_objects.size() && column < geometry.friction_objects[row].size());
    return geometry.friction_objects[row][column];
}

inline double friction_with_collider(const ContactGeometry& geometry, Index object, Index collider)
{
    const auto row = static_cast<std::size_t>(object), column = static_cast<std::size_t>(collider);
    assert(row < geometry.friction_colliders.size() && column < geometry.friction_colliders[row].size());
    return geometry.friction_colliders[row][column];
}

// What the points of a contact make of the pair's coefficient:
//
//   mu_c = mu_pair s_A s_B,   s_A = sum_A w_a s_a,   s_B = sum_B |w_b| s_b
//
//   s_a   scale of node a         w_a   its weight in the contact: positive on side A, negative on side B
//
// Weights of a side sum to 1; there is no side B where an obstacle is touched. What rounds outside of 0 .. 1 gives no negative mu.
inline double friction_scale(const ContactGeometry& geometry, const Index* node, const double* weight,
                             std::size_t count)
{
    if (geometry.friction_scale.empty()) return 1.0;
    double side_a = 0.0, side_b = 0.0;
    bool has_b = false;
    for (std::size_t i = 0; i < count; ++i) {
        const double scaled = weight[i] * geometry.friction_scale[static_cast<std::size_t>(node[i])];
        (weight[i] < 0.0 ? side_b : side_a) += scaled;
        has_b = has_b || weight[i] < 0.0;
    }
    return std::max(0.0, side_a) * (has_b ? std::max(0.0, -side_b) : 1.0);
}

}  // namespace stiction
