#pragma once

// Obstacles: bodies whose motion is given, not solved for.

#include "solver_core/base/types.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

#include <Eigen/Geometry>

#include <string>
#include <variant>
#include <vector>

namespace stiction {

// Shapes in their own frame. All but mesh and points are convex, so their signed distance is a convex function.
struct PlaneShape {};  // solid below y = 0, normal +y
struct SphereShape {
    double radius = 1.0;
};
struct BoxShape {
    Vec3 half_size = Vec3::Constant(0.5);
};
struct CapsuleShape {  // segment on the y axis from -length/2 to +length/2, swept by radius
    double radius = 0.5;
    double length = 1.0;
};
struct CylinderShape {  // axis y, flat caps at +-length/2
    double radius = 0.5;
    double length = 1.0;
};
struct MeshShape {
    SurfaceMesh mesh;     // rest positions in the collider's frame
    bool closed = false;  // watertight: then the inside is known and a vertex inside is pushed out
    // A deforming collider: positions of the same triangles at frame_times, linear in between, held outside.
    std::vector<double> frame_times;
    std::vector<Vec3Array> frames;
};
// Points of a scan. What is touched is the smooth surface around them; only methods with such surfaces see it.
struct PointsShape {
    Vec3Array positions, normals;  // normals outward, of unit length
};
using Shape =
    std::variant<PlaneShape, SphereShape, BoxShape, CapsuleShape, CylinderShape, MeshShape, PointsShape>;

struct RigidPose {
    Vec3 translation = Vec3::Zero();
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    Vec3 apply(const Vec3& local) const { return rotation * local + translation; }
    Vec3 apply_inverse(const Vec3& world) const { return rotation.conjugate() * (world - translation); }
};

// Given motion on top of the placement: keyframes (linear / slerp, held outside), then a constant velocity
// and a constant spin about an axis through the moved origin. `ramp` > 0 brings velocity and spin up linearly
// over that many seconds.
struct Motion {
    struct Key {
        double time = 0.0;
        RigidPose pose;
    };
    std::vector<Key> keys;
    Vec3 velocity = Vec3::Zero();  // m/s
    Vec3 spin_axis = Vec3::UnitY();
    double spin_rate = 0.0;  // rad/s
    double ramp = 0.0;       // s
    double start = 0.0;      // s, when velocity and spin begin
    bool is_static() const { return keys.empty() && velocity.isZero() && spin_rate == 0.0; }
};

struct Collider {
    std::string name;
    Shape shape;
    RigidPose placement;
    Motion motion;
    double radius = 0.0;  // half the collider's own thickness, m
};

// Pose at time t: shape frame -> world.
RigidPose pose_at(const Collider& collider, double time);

}  // namespace stiction
