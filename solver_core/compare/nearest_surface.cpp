#include "solver_core/compare/nearest_surface.hpp"

#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {
namespace {

constexpr Index kLeafSize = 4;
constexpr double kOnSurface = 1e-12;

double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).norm(), a.dot(b)); }

}  // namespace

NearestSurface::NearestSurface(SurfaceMesh mesh)
    : mesh_(std::move(mesh)),
      topology_(build_surface_topology(static_cast<Index>(mesh_.positions.size()), mesh_.triangles)),
      has_inside_(is_closed(topology_) && is_manifold(topology_) && is_consistently_oriented(topology_))
{
    Vec3Array centres;
    for (const Triangle& t : mesh_.triangles)
        centres.push_back(
            (mesh_.positions[at(t[0])] + mesh_.positions[at(t[1])] + mesh_.positions[at(t[2])]) / 3.0);
    tree_.build(centres, kLeafSize);
    refit();
}

void NearestSurface::move(const Vec3Array& positions)
{
    mesh_.positions = positions;
    refit();
}

void NearestSurface::refit()
{
    const Vec3Array& x = mesh_.positions;
    face_normals_.assign(mesh_.triangles.size(), Vec3::Zero());
    edge_normals_.assign(topology_.edges.size(), Vec3::Zero());
    vertex_normals_.assign(x.size(), Vec3::Zero());
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
        const Triangle& corners = mesh_.triangles[t];
        const Vec3 normal = triangle_normal(x[at(corners[0])], x[at(corners[1])], x[at(corners[2])]);
        face_normals_[t] = normal;
        for (int k = 0; k < 3; ++k) {
            const Vec3& corner = x[at(corners[k])];
            const Vec3 next = x[at(corners[(k + 1) % 3])] - corner;
            const Vec3 previous = x[at(corners[(k + 2) % 3])] - corner;
            vertex_normals_[at(corners[k])] += angle_between(next, previous) * normal;
            edge_normals_[at(topology_.triangle_edges[t][k])] += normal;
        }
    }
    Aabb still;
    still.include(Vec3::Zero());
    boxes_.clear();
    for (const Index t : tree_.order()) {
        Aabb box;
        for (int k = 0; k < 3; ++k) box.include(x[at(mesh_.triangles[at(t)][k])]);
        boxes_.push_back(Bvh::rounded(box, still, 0.0));
    }
    tree_.refit(boxes_);
}

// Bits of the corners with positive weight, as in PointTriangle.
Vec3 NearestSurface::feature_normal(Index triangle, unsigned feature) const
{
    const Triangle& corners = mesh_.triangles[at(triangle)];
    const Triangle& edges = topology_.triangle_edges[at(triangle)];
    switch (feature) {
        case 1: return vertex_normals_[at(corners[0])];
        case 2: return vertex_normals_[at(corners[1])];
        case 4: return vertex_normals_[at(corners[2])];
        case 3: return edge_normals_[at(edges[0])];
        case 6: return edge_normals_[at(edges[1])];
        case 5: return edge_normals_[at(edges[2])];
        default: return face_normals_[at(triangle)];
    }
}

NearestPoint NearestSurface::nearest(const Vec3& p) const
{
    NearestPoint best;
    unsigned feature = 7;
    double bound2 = std::numeric_limits<double>::infinity();
    visit_nearest(tree_, p, bound2, [&](Index position) {
        const Index t = tree_.order()[at(position)];
        const Triangle& c = mesh_.triangles[at(t)];
        const PointTriangle close = closest_point_triangle(
            p, mesh_.positions[at(c[0])], mesh_.positions[at(c[1])], mesh_.positions[at(c[2])]);
        // Ties by number: the answer does not depend on the shape of the tree.
        if (close.distance2 > bound2 || (close.distance2 == bound2 && t > best.triangle)) return;
        bound2 = close.distance2;
        best.triangle = t;
        best.weight = close.weight;
        best.point = close.point;
        feature = close.feature;
    });
    best.distance = std::sqrt(bound2);
    const Vec3 outward = feature_normal(best.triangle, feature);
    const bool is_inside = has_inside_ && (p - best.point).dot(outward) < 0.0;
    best.phi = is_inside ? -best.distance : best.distance;
    // On the surface the difference is rounding and has no direction of its own.
    const bool is_apart = best.distance > kOnSurface * std::max(1.0, p.norm());
    best.normal = is_apart ? Vec3((p - best.point) / best.phi) : Vec3(outward.stableNormalized());
    return best;
}

}  // namespace stiction
