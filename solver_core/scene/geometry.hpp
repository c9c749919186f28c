#pragma once

// From mesh sources to points and elements: generators and files, placed in the world.

#include "solver_core/contact/collider.hpp"
#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/scene/scene.hpp"

#include <vector>

namespace stiction {

// One deformable object placed in the world. Cloth has triangles; soft bodies have tets, and triangles are their
// boundary, outward.
struct ObjectGeometry {
    Vec3Array positions;
    std::vector<Triangle> triangles;
    std::vector<Tet> tets;
    struct PinnedPoint {
        Index point = 0;
        Index pin = 0;  // number in ObjectSettings::pins
    };
    std::vector<PinnedPoint> pinned;
};

// Throws InputError ("objects[2].mesh: triangle 17 has zero area ...") when the mesh cannot be simulated.
ObjectGeometry build_object_geometry(const Scene& scene, Index object);
Collider build_collider(const Scene& scene, Index object);
Motion build_motion(const MotionSettings& settings);

// mu of two objects by the scene's rule or table of pairs.
double pair_friction(const Scene& scene, Index a, Index b);

}  // namespace stiction
