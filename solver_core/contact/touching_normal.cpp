#include "solver_core/contact/touching_normal.hpp"

#include "solver_core/contact/hidden_points.hpp"
#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>

#include <array>

namespace stiction {
namespace {

// Which way a plane faces where more than one separates.
struct Sides {
    bool solid_a, solid_b;
    Vec3 outward_a, outward_b;
    Vec3 u;  // of A relative to B, m/s

    Sides(const ContactSurface& s, Index object_a, Index object_b, const Vec3& out_a, const Vec3& out_b,
          const Vec3& velocity)
        : solid_a(s.object_solid[at(object_a)] != 0),
          solid_b(s.object_solid[at(object_b)] != 0),
          outward_a(out_a),
          outward_b(out_b),
          u(velocity)
    {
    }
    bool any_solid() const { return solid_a || solid_b; }
    bool fit(const Vec3& n) const
    {
        return !(solid_a && n.dot(outward_a) >= 0.0) && !(solid_b && n.dot(outward_b) <= 0.0);
    }
    double merit(const Vec3& n) const { return -n.dot(solid_a ? outward_a : u); }
};

struct Best {
    bool found = false;
    double merit = 0.0;

    void consider(const Sides& sides, const Vec3& n, Vec3& normal)
    {
        const double m = sides.merit(n);
        if (found && !(m > merit)) return;
        found = true;
        merit = m;
        normal = n;
    }
};

// What a triangle's feature is made of: node >= 0, or edge >= 0, or neither for the inside.
struct Feature {
    Index node = -1, edge = -1;

    Feature(const SurfaceTriangle& t, unsigned bits)
    {
        if (bits == 1U || bits == 2U || bits == 4U) node = t.node[bits == 1U ? 0 : (bits == 2U ? 1 : 2)];
        if (bits == 3U || bits == 6U || bits == 5U) edge = t.edge[bits == 3U ? 0 : (bits == 6U ? 1 : 2)];
    }
    bool hides(const ContactSurface& s, const Vec3& point, const Vec3& n) const
    {
        if (node >= 0) return node_hides(s, node, n, 1.0, kEdgeLean);
        return edge >= 0 && edge_hides(s, edge, point, n, 1.0, kEdgeLean);
    }
};

}  // namespace

Vec3 face_normal(const ContactSurface& s, Index t)
{
    const Index* node = s.triangles[at(t)].node;
    return triangle_normal(s.x[at(node[0])], s.x[at(node[1])], s.x[at(node[2])]);
}

Vec3 outward_of_node(const ContactSurface& s, Index node)
{
    Vec3 sum = Vec3::Zero();
    for (const Index t : s.node_triangles[node]) sum += face_normal(s, t);
    return sum;
}

Vec3 outward_of_edge(const ContactSurface& s, Index edge)
{
    Vec3 sum = Vec3::Zero();
    for (const Index t : s.edge_triangles[edge]) sum += face_normal(s, t);
    return sum;
}

bool touching_normal_of_vertex(const ContactSurface& s, Index p, Index t, unsigned feature, const Vec3& u,
                               Vec3& normal)
{
    const SurfaceTriangle& triangle = s.triangles[at(t)];
    const Feature on(triangle, feature);
    const Vec3 outward_b = on.node >= 0   ? outward_of_node(s, on.node)
                           : on.edge >= 0 ? outward_of_edge(s, on.edge)
                                          : face_normal(s, t);
    const Sides sides(s, s.node_object[at(p)], triangle.object, outward_of_node(s, p), outward_b, u);
    Best best;
    const auto consider = [&](Index face) {
        const Vec3 n = face_normal(s, face);
        for (const Vec3& side : {n, Vec3(-n)})
            if (sides.fit(side) && !(sides.any_solid() && (node_hides(s, p, -side, 1.0, kEdgeLean) ||
                                                           on.hides(s, s.x[at(p)], side))))
                best.consider(sides, side, normal);
    };
    if (on.node >= 0) {
        for (const Index face : s.node_triangles[on.node]) consider(face);
    } else if (on.edge >= 0) {
        for (const Index face : s.edge_triangles[on.edge]) consider(face);
    } else {
        consider(t);
    }
    return best.found;
}

bool touching_normal_of_edges(const ContactSurface& s, Index e, Index f, const Vec3& point, const Vec3& u,
                              Vec3& normal)
{
    const Edge &a = s.edges[at(e)], &b = s.edges[at(f)];
    const Vec3 n = (s.x[at(a[1])] - s.x[at(a[0])]).cross(s.x[at(b[1])] - s.x[at(b[0])]).normalized();
    const Sides sides(s, s.node_object[at(a[0])], s.node_object[at(b[0])], outward_of_edge(s, e),
                      outward_of_edge(s, f), u);
    Best best;
    for (const Vec3& side : {n, Vec3(-n)})
        if (sides.fit(side) && !(sides.any_solid() && (edge_hides(s, f, point, side, 1.0, kEdgeLean) ||
                                                       edge_hides(s, e, point, -side, 1.0, kEdgeLean))))
            best.consider(sides, side, normal);
    return best.found;
}

}  // namespace stiction
