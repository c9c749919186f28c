#pragma once

// Colliders as triangles, for pictures and for programs that know no other shapes.

#include "solver_core/contact/collider.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

namespace stiction {

// The shape in its own frame. Round ones have `segments` around. A plane is a slab of `plane_side` by `plane_side` that is
// solid below y = 0, a twentieth as deep; with a side of 0 it has no triangles.
SurfaceMesh collider_mesh(const Collider& collider, Index segments, double plane_side);

// The same in the world at `time`.
SurfaceMesh placed_mesh(const Collider& collider, const SurfaceMesh& local, double time);

}  // namespace stiction
