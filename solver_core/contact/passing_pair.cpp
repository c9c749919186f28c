#include "solver_core/contact/passing_pair.hpp"

#include "solver_core/contact/passing_features.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/contact/touching_normal.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

bool passes(const ContactSurface& s, const PairContact& c)
{
    Vec3 x[4], d[4];
    for (int k = 0; k < 4; ++k) {
        x[k] = s.x[at(c.node[k])];
        d[k] = s.step * s.v[at(c.node[k])];
    }
    return pass_through(c.kind, x, d);
}

// Normal, distance and gap from the closest points; `across` is taken where they coincide, against the motion.
void set_plane(const ContactSurface& s, const Vec3& point_a, const Vec3& point_b, const Vec3& across,
               PairContact& c)
{
    double radii = 0.0;
    Vec3 u = Vec3::Zero();
    for (int k = 0; k < 4; ++k) {
        radii += std::fabs(c.weight[k]) * s.radius[at(c.node[k])];
        u += c.weight[k] * s.v[at(c.node[k])];
    }
    c.point = point_b;
    c.distance = (point_a - point_b).norm();
    c.normal = c.distance < kTouching ? Vec3(across.dot(u) > 0.0 ? -across : across)
                                      : Vec3((point_a - point_b) / c.distance);
    c.gap = c.distance - kKeptShare * radii;
}

}  // namespace

bool vertex_passes_face(const ContactSurface& s, Index p, const SurfaceTriangle& triangle, PairContact& out)
{
    if (std::find(triangle.node, triangle.node + 3, p) != triangle.node + 3) return false;
    out.kind = ContactKind::vertex_face;
    out.inside = false;
    out.a = p;
    out.b = triangle.number;
    out.object_a = s.node_object[at(p)];
    out.object_b = triangle.object;
    out.node[0] = p;
    std::copy(triangle.node, triangle.node + 3, out.node + 1);
    if (!passes(s, out)) return false;
    const Vec3 &x = s.x[at(p)], &a = s.x[at(triangle.node[0])], &b = s.x[at(triangle.node[1])],
               &c = s.x[at(triangle.node[2])];
    const PointTriangle close = closest_point_triangle(x, a, b, c);
    out.weight[0] = 1.0;
    for (int k = 0; k < 3; ++k) out.weight[k + 1] = -close.weight[k];
    set_plane(s, x, close.point, triangle_normal(a, b, c), out);
    return true;
}

bool edges_pass(const ContactSurface& s, Index e, Index f, PairContact& out)
{
    const Edge &ea = s.edges[at(e)], &eb = s.edges[at(f)];
    if (ea[0] == eb[0] || ea[0] == eb[1] || ea[1] == eb[0] || ea[1] == eb[1]) return false;
    out.kind = ContactKind::edge_edge;
    out.inside = false;
    out.a = e;
    out.b = f;
    out.object_a = s.node_object[at(ea[0])];
    out.object_b = s.node_object[at(eb[0])];
    std::copy(ea.begin(), ea.end(), out.node);
    std::copy(eb.begin(), eb.end(), out.node + 2);
    if (!passes(s, out)) return false;
    const Vec3 &a0 = s.x[at(ea[0])], &a1 = s.x[at(ea[1])], &b0 = s.x[at(eb[0])], &b1 = s.x[at(eb[1])];
    const SegmentSegment close = closest_segment_segment(a0, a1, b0, b1);
    const double weight[4] = {1.0 - close.s, close.s, close.t - 1.0, -close.t};
    std::copy(weight, weight + 4, out.weight);
    set_plane(s, close.point_a, close.point_b, (a1 - a0).cross(b1 - b0).normalized(), out);
    return true;
}

}  // namespace stiction
