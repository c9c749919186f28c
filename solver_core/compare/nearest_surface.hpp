#pragma once

// The nearest point of a triangle mesh, and on which side of it a point lies.
//
//   y        nearest point of the surface to p, on triangle `triangle` with weights `weight`
//   m        normal of the feature y lies on: of the face; of both faces of an edge, summed; of all faces of a vertex,
//            each times its angle there
//   phi      |p - y|, negative for (p - y) . m < 0. For a closed, consistently wound mesh that is the sign of "inside"
//            exactly.

#include "solver_core/mesh/bvh.hpp"
#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/mesh/topology.hpp"

#include <vector>

namespace stiction {

struct NearestPoint {
    Index triangle = -1;
    Vec3 weight = Vec3::Zero();
    Vec3 point = Vec3::Zero();
    double distance = 0.0;
    double phi = 0.0;
    Vec3 normal = Vec3::UnitY();  // of phi: away from the surface outside, out of it inside
};

class NearestSurface {
public:
    // Throws nothing; triangles are valid and there is at least one.
    explicit NearestSurface(SurfaceMesh mesh);
    // New positions of the same triangles.
    void move(const Vec3Array& positions);

    NearestPoint nearest(const Vec3& p) const;
    bool has_inside() const { return has_inside_; }  // closed, manifold, wound consistently
    const SurfaceMesh& mesh() const { return mesh_; }

private:
    void refit();
    Vec3 feature_normal(Index triangle, unsigned feature) const;

    SurfaceMesh mesh_;
    SurfaceTopology topology_;
    bool has_inside_ = false;
    Bvh tree_;
    std::vector<Bvh::Node> boxes_;
    Vec3Array face_normals_, edge_normals_, vertex_normals_;
};

}  // namespace stiction
