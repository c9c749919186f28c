#pragma once

#include "solver_core/contact/detect.hpp"

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

}  // namespace stiction
