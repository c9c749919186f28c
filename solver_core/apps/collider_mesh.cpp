#include "solver_core/apps/collider_mesh.hpp"

#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/contact/point_discs.hpp"
#include "solver_core/mesh/surface_generators.hpp"

namespace stiction {
namespace {

constexpr double kSlabDepth = 0.05;  // of a plane's slab, in sides
// The slab's middle is this far from the plane's origin, in sides: the diagonal of its face, an edge that a plane does not
// have, is then not below what stands there.
constexpr double kSlabShift = 0.15;

struct ShapeMesh {
    Index segments;
    double plane_side;

    SurfaceMesh operator()(const PlaneShape&) const
    {
        if (plane_side <= 0.0) return {};
        const double depth = kSlabDepth * plane_side;
        SurfaceMesh slab = box_surface({plane_side, depth, plane_side}, {1, 1, 1});
        for (Vec3& x : slab.positions) x += Vec3(0.0, -0.5 * depth, kSlabShift * plane_side);
        return slab;
    }
    SurfaceMesh operator()(const SphereShape& s) const { return sphere_surface(s.radius, segments); }
    SurfaceMesh operator()(const BoxShape& s) const { return box_surface(2.0 * s.half_size, {1, 1, 1}); }
    SurfaceMesh operator()(const CapsuleShape& s) const
    {
        return capsule_surface(s.radius, s.length, segments);
    }
    SurfaceMesh operator()(const CylinderShape& s) const
    {
        return cylinder_surface(s.radius, s.length, segments);
    }
    SurfaceMesh operator()(const MeshShape& s) const { return s.mesh; }
    SurfaceMesh operator()(const PointsShape& s) const { return point_discs(s); }
};

}  // namespace

SurfaceMesh collider_mesh(const Collider& collider, Index segments, double plane_side)
{
    return std::visit(ShapeMesh{segments, plane_side}, collider.shape);
}

SurfaceMesh placed_mesh(const Collider& collider, const SurfaceMesh& local, double time)
{
    SurfaceMesh mesh = local;
    if (std::holds_alternative<MeshShape>(collider.shape)) {
        Vec3Array velocities(mesh.positions.size());
        mesh_motion(collider, time, 0.0, mesh.positions, velocities);
    } else {
        const RigidPose pose = pose_at(collider, time);
        for (Vec3& x : mesh.positions) x = pose.apply(x);
    }
    return mesh;
}

}  // namespace stiction
