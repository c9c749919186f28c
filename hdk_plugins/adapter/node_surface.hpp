#pragma once

// The piece of surface that a node stands for, as forces on surfaces ask for it.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

struct NodeSurface {
    Vec3 normal = Vec3::Zero();  // unit length; 0 where the node is on no surface
    double area = 0.0;           // m^2: a third of every triangle around it
};

// Of nodes first ... first + count - 1; triangles have numbers of nodes in x.
std::vector<NodeSurface> node_surfaces(const Vec3Array& x, Span<const Triangle> triangles, Index first,
                                       Index count);

}  // namespace stiction
