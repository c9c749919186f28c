#include "solver_core/apps/collider_mesh.hpp"

#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/contact/point_discs.hpp"
#include "solver_core/mesh/surface_generators.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace stiction {
namespace {

constexpr double kSlabDepth = 0.05;  // of a plane's slab, in sides
// The slab's middle is this far from the plane's origin, in sides: the diagonal of its face, an edge that a plane does not
// have, is then not below what stands there.
constexpr double kSlabShift = 0.15;

// Cells of about one size.
SurfaceMesh cut_box(const Vec3& size, Index cells)
{
    std::array<Index, 3> divisions{};
    for (int k = 0; k < 3; ++k)
        divisions[static_cast<std::size_t>(k)] =
            std::max<Index>(1, static_cast<Index>(std::lround(cells * size[k] / size.maxCoeff())));
    return box_surface(size, divisions);
}

struct ShapeMesh {
    ColliderCut cut;

    SurfaceMesh operator()(const PlaneShape&) const
    {
        const double side = cut.plane_side, depth = kSlabDepth * side;
        if (side <= 0.0) return {};
        SurfaceMesh slab = cut_box({side, depth, side}, cut.cells);
        for (Vec3& x : slab.positions) x += Vec3(0.0, -0.5 * depth, kSlabShift * side);
        return slab;
    }
    SurfaceMesh operator()(const SphereShape& s) const { return sphere_surface(s.radius, cut.segments); }
    SurfaceMesh operator()(const BoxShape& s) const { return cut_box(2.0 * s.half_size, cut.cells); }
    SurfaceMesh operator()(const CapsuleShape& s) const
    {
        return capsule_surface(s.radius, s.length, cut.segments);
    }
    SurfaceMesh operator()(const CylinderShape& s) const
    {
        return cylinder_surface(s.radius, s.length, cut.segments);
    }
    SurfaceMesh operator()(const MeshShape& s) const { return s.mesh; }
    SurfaceMesh operator()(const PointsShape& s) const { return point_discs(s); }
};

}  // namespace

SurfaceMesh collider_mesh(const Collider& collider, const ColliderCut& cut)
{
    return std::visit(ShapeMesh{cut}, collider.shape);
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
