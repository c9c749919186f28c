#include "solver_core/contact/pair_radii.hpp"

#include "solver_core/contact/proximity.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Radius of node i in a pair with `other`: against a mesh collider the node's own offset to it.
double pair_radius(const ContactGeometry& g, const ContactSurface& s, Index i, Index other_object)
{
    const Index collider = s.object_collider[at(other_object)];
    if (collider < 0 || g.obstacle_offset.empty()) return s.radius[at(i)];
    const std::vector<double>& offset = g.obstacle_offset[at(collider)];
    return offset.empty() || i >= s.deformable_nodes ? s.radius[at(i)] : offset[at(i)];
}

Radii limit_by_rest(double radii, double rest_distance)
{
    const double limit = kRestShare * rest_distance;
    return limit < radii ? Radii{limit, false} : Radii{radii, true};
}

double approach_speed(const ContactSurface& s, const PairContact& c)
{
    double speed = 0.0;
    const int split = c.kind == ContactKind::vertex_face ? 1 : 2;
    for (int i = 0; i < split; ++i)
        for (int j = split; j < 4; ++j)
            speed = std::max(speed, c.normal.dot(s.v[at(c.node[j])] - s.v[at(c.node[i])]));
    return speed;
}

}  // namespace

Radii vertex_face_radii(const ContactGeometry& g, const ContactSurface& s, const PairContact& c)
{
    double radii = pair_radius(g, s, c.a, c.object_b);
    for (int k = 1; k < 4; ++k)
        if (c.weight[k] != 0.0) radii -= c.weight[k] * pair_radius(g, s, c.node[k], c.object_a);
    if (c.object_a != c.object_b || g.rest.empty()) return {radii, true};
    // The bound by one corner spares most pairs the exact distance.
    const Vec3 &p = g.rest[at(c.a)], &a = g.rest[at(c.node[1])], &b = g.rest[at(c.node[2])],
               &d = g.rest[at(c.node[3])];
    const double far = 2.0 * radii + std::sqrt(std::max((b - a).squaredNorm(), (d - a).squaredNorm()));
    if ((p - a).squaredNorm() > far * far) return {radii, true};
    return limit_by_rest(radii, std::sqrt(closest_point_triangle(p, a, b, d).distance2));
}

Radii edge_edge_radii(const ContactGeometry& g, const ContactSurface& s, const PairContact& c)
{
    double radii = 0.0;
    for (int k = 0; k < 4; ++k)
        radii += std::fabs(c.weight[k]) * pair_radius(g, s, c.node[k], k < 2 ? c.object_b : c.object_a);
    if (c.object_a != c.object_b || g.rest.empty()) return {radii, true};
    const SegmentSegment rest = closest_segment_segment(g.rest[at(c.node[0])], g.rest[at(c.node[1])],
                                                        g.rest[at(c.node[2])], g.rest[at(c.node[3])]);
    return limit_by_rest(radii, std::sqrt(rest.distance2));
}

bool in_reach(const ContactSurface& s, const PairContact& c, double radii)
{
    return c.gap < approach_speed(s, c) * s.step + contact_margin(radii);
}

}  // namespace stiction
