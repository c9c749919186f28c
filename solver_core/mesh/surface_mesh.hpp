#pragma once

#include "solver_core/base/types.hpp"

#include <vector>

namespace stiction {

// Triangles over points. Winding is counter-clockwise seen from outside (right-hand rule gives the normal).
struct SurfaceMesh {
    Vec3Array positions;
    std::vector<Triangle> triangles;
};

// Tetrahedra over points, positive volume: det[x1-x0, x2-x0, x3-x0] > 0.
struct TetMesh {
    Vec3Array positions;
    std::vector<Tet> tets;
};

}  // namespace stiction
