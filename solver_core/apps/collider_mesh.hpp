#pragma once

// Colliders as triangles, for pictures and for programs that know no other shapes.

#include "solver_core/contact/collider.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

namespace stiction {

struct ColliderCut {
    Index segments;  // around what is round
    double
        plane_side;  // m; a plane is a slab this long and wide, a twentieth as deep, solid below y = 0. 0: no triangles
    Index cells = 1;  // along the longest side of a box or slab; as large along the others
};

// The shape in its own frame.
SurfaceMesh collider_mesh(const Collider& collider, const ColliderCut& cut);

// The same in the world at `time`.
SurfaceMesh placed_mesh(const Collider& collider, const SurfaceMesh& local, double time);

}  // namespace stiction
