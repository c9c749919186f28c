#pragma once

// From mesh sources to points and elements: generators and files, placed in the world.

#include "solver_core/contact/collider.hpp"
#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/scene/scene.hpp"

#include <string>
#include <vector>

namespace stiction {

// One deformable object placed in the world. Cloth has triangles; soft bodies have tets, and triangles are
// their boundary, outward.
struct ObjectGeometry {
    Vec3Array positions;
    std::vector<Triangle> triangles;
    std::vector<Tet> tets;
    struct PinnedPoint {
        Index point = 0;
        Index pin = 0;  // number in ObjectSettings::pins
    };
    std::vector<PinnedPoint> pinned;    // ascending points
    std::vector<std::string> warnings;  // what can be simulated but is seldom meant, as "path: what"
};

// Throws InputError ("objects[2].mesh: triangle 17 has zero area ...") when the mesh cannot be simulated.
ObjectGeometry build_object_geometry(const Scene& scene, Index object);
Collider build_collider(const Scene& scene, Index object);
// Degrees become radians.
Motion build_motion(const MotionSettings& settings);

// Pose of a placement without its scale: rotated about x, then y, then z, then moved.
RigidPose build_pose(const Vec3& translate, const Vec3& rotate_degrees);

// mu of two objects by the scene's rule or table of pairs.
double pair_friction(const Scene& scene, Index a, Index b);

}  // namespace stiction
