#include "solver_core/contact/pair_contact.hpp"

#include "solver_core/contact/gliding_rim.hpp"
#include "solver_core/contact/hidden_points.hpp"
#include "solver_core/contact/pair_radii.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/contact/touching_normal.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

bool has_node(const SurfaceTriangle& t, Index p)
{
    return t.node[0] == p || t.node[1] == p || t.node[2] == p;
}

int edge_slot(unsigned feature) { return feature == 3U ? 0 : (feature == 6U ? 1 : 2); }
int node_slot(unsigned feature) { return feature == 1U ? 0 : (feature == 2U ? 1 : 2); }

// Farther apart than radii, margin and the whole relative way of any two nodes: no test below can hold. The
// slack covers rounding, so that this only ever spares work.
bool is_out_of_reach(const ContactSurface& s, const Index* a, int count_a, const Index* b, int count_b,
                     double distance2)
{
    constexpr double kSlack = 1e-9;
    double touch_a = 0.0, touch_b = 0.0, speed2 = 0.0;
    for (int i = 0; i < count_a; ++i) touch_a = std::max(touch_a, s.touch(a[i]));
    for (int j = 0; j < count_b; ++j) touch_b = std::max(touch_b, s.touch(b[j]));
    const double touch = (1.0 + kSlack) * (touch_a + touch_b);
    if (distance2 < touch * touch) return false;
    for (int i = 0; i < count_a; ++i)
        for (int j = 0; j < count_b; ++j)
            speed2 = std::max(speed2, (s.v[at(a[i])] - s.v[at(b[j])]).squaredNorm());
    const double reach = touch + (1.0 + kSlack) * s.step * std::sqrt(speed2);
    return !(distance2 < reach * reach);
}

bool is_edge(unsigned feature) { return feature == 3U || feature == 6U || feature == 5U; }

// Is t the triangle that names the feature for p? Vertex against vertex is found from both, and the smaller number keeps it.
bool names_feature(Index p, const SurfaceTriangle& triangle, unsigned feature)
{
    if (feature == 7U) return true;
    if ((triangle.names >> feature & 1U) == 0U) return false;
    return is_edge(feature) || p < triangle.node[node_slot(feature)];
}

// Is the closest point of t a local minimum over the surface, and t the triangle that names its feature?
bool is_nearest(const ContactSurface& s, Index p, const SurfaceTriangle& triangle, const PointTriangle& close,
                const Vec3& d, double length)
{
    if (close.feature == 7U) return !is_inner(s, p, triangle.node[0], d, length, kEdgeLean);
    if ((triangle.names >> close.feature & 1U) == 0U) return false;
    if (is_edge(close.feature)) {
        const Index edge = triangle.edge[edge_slot(close.feature)];
        return !(edge_hides(s, edge, close.point, d, length, kFaceLean) ||
                 is_inner(s, p, triangle.node[0], d, length));
    }
    const Index q = triangle.node[node_slot(close.feature)];
    // Where p is hidden by its own surface, q sees that surface nearer: enough when they touch already, but with a long way
    // to go p's own path counts as well.
    if (node_hides(s, q, d, length) || is_inner(s, p, triangle.node[0], d, length)) return false;
    if (!node_hides(s, p, -d, length)) return p < q;
    const double radii = s.radius[at(p)] + s.radius[at(q)];
    return length > radii + contact_margin(radii);
}

// Closest points of two segments when both lie strictly inside, with no division for the many that do not.
// (See closest_segment_segment for the symbols.) Segments within kEdgeParallel (squared sine) of parallel are
// left out: the vertices at their ends see the other edge.
struct InnerPair {
    bool found = false;
    double s = 0.0, t = 0.0;
    Vec3 point_a, point_b;
};

InnerPair inner_closest(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1)
{
    constexpr double kEdgeParallel = 1e-8;
    InnerPair result;
    const Vec3 d1 = a1 - a0, d2 = b1 - b0, r = a0 - b0;
    const double A = d1.squaredNorm(), E = d2.squaredNorm();
    const double C = d1.dot(r), F = d2.dot(r), B = d1.dot(d2);
    const double det = A * E - B * B;
    const double s = B * F - C * E, t = A * F - B * C;
    if (!((s > 0.0) & (s < det) & (t > 0.0) & (t < det) & (det > kEdgeParallel * A * E))) return result;
    result.found = true;
    result.s = s / det;
    result.t = t / det;
    result.point_a = a0 + result.s * d1;
    result.point_b = b0 + result.t * d2;
    return result;
}

Vec3 relative_velocity(const ContactSurface& s, const PairContact& c)
{
    Vec3 u = Vec3::Zero();
    for (int k = 0; k < 4; ++k) u += c.weight[k] * s.v[at(c.node[k])];
    return u;
}

// Has vertex p of a solid come through the sheet of this contact by a little, d from there to p? The sheet's sides are alike, but the
// solid's outside is on the way back. Farther than kShallow of its edges it may be the solid's other side, seen through it.
constexpr double kShallow = 0.01;
bool has_passed(const ContactSurface& s, Index p, const Vec3& d, double length, const PairContact& c)
{
    if (!s.object_solid[at(c.object_a)] || s.object_solid[at(c.object_b)]) return false;
    double edge2 = std::numeric_limits<double>::max();
    for (const Index j : s.node_neighbours[p])
        edge2 = std::min(edge2, (s.x[at(j)] - s.x[at(p)]).squaredNorm());
    return length * length < kShallow * kShallow * edge2 && d.dot(outward_of_node(s, p)) > 0.0;
}

double shortest_edge2(const Vec3& a, const Vec3& b, const Vec3& c)
{
    return std::min({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
}

void set_vertex_face(const ContactSurface& s, Index p, const SurfaceTriangle& triangle, const Vec3& weight,
                     PairContact& out)
{
    out.kind = ContactKind::vertex_face;
    out.inside = false;
    out.a = p;
    out.b = triangle.number;
    out.object_a = s.node_object[at(p)];
    out.object_b = triangle.object;
    out.node[0] = p;
    out.weight[0] = 1.0;
    for (int k = 0; k < 3; ++k) {
        out.node[k + 1] = triangle.node[k];
        out.weight[k + 1] = -weight[k];
    }
}

// The path of p relative to the triangle crosses it within the step, although the nearest point of the
// triangle is hidden behind a neighbour: the contact is with the triangle's plane, at the crossing.
bool crossing_contact(const ContactGeometry& g, const ContactSurface& s, double distance2, PairContact& out)
{
    const Index* node = out.node;
    const Vec3 mean = (s.v[at(node[1])] + s.v[at(node[2])] + s.v[at(node[3])]) / 3.0;
    const Vec3 path = s.step * (s.v[at(node[0])] - mean);
    if (path.squaredNorm() < distance2) return false;
    const Vec3& p = s.x[at(node[0])];
    double fraction = 0.0;
    Vec3 weight;
    if (!intersect_segment_triangle(p, p + path, s.x[at(node[1])], s.x[at(node[2])], s.x[at(node[3])],
                                    fraction, weight))
        return false;
    const Vec3 n = face_normal(s, out.b);
    const double height = n.dot(p - s.x[at(node[1])]);
    if (std::fabs(height) < kTouching) return false;
    const bool from_inside = s.object_solid[at(out.object_b)] && height < 0.0;
    if (from_inside) return false;
    out.normal = height < 0.0 ? Vec3(-n) : n;
    if (is_inner(s, out.a, out.node[1], out.normal, 1.0, kEdgeLean)) return false;
    out.distance = std::fabs(height);
    for (int k = 0; k < 3; ++k) out.weight[k + 1] = -weight[k];
    out.point = weight[0] * s.x[at(node[1])] + weight[1] * s.x[at(node[2])] + weight[2] * s.x[at(node[3])];
    const double radii = vertex_face_radii(g, s, out).sum;
    out.gap = out.distance - radii;
    return in_reach(s, out, radii);
}

// Vertex on the inner side of a solid's face: against another object it belongs to the search of all
// triangles (vertex_inside_contact). Within one object only a shallow overlap of parts that start well apart
// is one; all else is the far side of a thin part. Returns false when the pair is to be left out; flips the
// contact when it overlaps.
bool resolve_inner_side(const Radii& radii, PairContact& out)
{
    if (out.object_a != out.object_b || out.distance >= radii.sum || !radii.apart) return false;
    out.normal = -out.normal;
    out.distance = -out.distance;
    return true;
}

}  // namespace

Vec3 feature_normal(const ContactSurface& s, Index t, unsigned feature)
{
    if (feature == 7U) return face_normal(s, t);
    const SurfaceTriangle& triangle = s.triangles[at(t)];
    Vec3 sum = Vec3::Zero();
    if (feature == 3U || feature == 6U || feature == 5U) {
        for (const Index u : s.edge_triangles[triangle.edge[edge_slot(feature)]]) sum += face_normal(s, u);
        return sum;
    }
    const Index q = triangle.node[node_slot(feature)];
    for (const Index u : s.node_triangles[q]) {
        const Index* node = s.triangles[at(u)].node;
        const int k = node[0] == q ? 0 : (node[1] == q ? 1 : 2);
        const Vec3 e1 = s.x[at(node[(k + 1) % 3])] - s.x[at(q)], e2 = s.x[at(node[(k + 2) % 3])] - s.x[at(q)];
        sum += std::atan2(e1.cross(e2).norm(), e1.dot(e2)) * face_normal(s, u);
    }
    return sum;
}

bool vertex_face_contact(const ContactGeometry& g, const ContactSurface& s, Index p,
                         const SurfaceTriangle& triangle, PairContact& out)
{
    if (has_node(triangle, p)) return false;
    const Vec3 &x = s.x[at(p)], &a = s.x[at(triangle.node[0])], &b = s.x[at(triangle.node[1])],
               &c = s.x[at(triangle.node[2])];
    const PointTriangle close = closest_point_triangle(x, a, b, c);
    if (is_out_of_reach(s, &p, 1, triangle.node, 3, close.distance2)) return false;
    const Vec3 d = x - close.point;
    const double length = std::sqrt(close.distance2);
    set_vertex_face(s, p, triangle, close.weight, out);
    out.point = close.point;
    const bool touching =
        length < touching_distance(
                     s, out.object_a, out.object_b, [&] { return shortest_edge2(a, b, c); }) &&
        touching_normal_of_vertex(s, p, triangle.number, close.feature, relative_velocity(s, out),
                                  out.normal);
    if (touching) {
        if (!names_feature(p, triangle, close.feature)) return false;
        out.distance = out.normal.dot(d);
        const double radii = vertex_face_radii(g, s, out).sum;
        out.gap = out.distance - radii;
        return in_reach(s, out, radii);
    }
    if (length < kTouching) return false;
    if (!is_nearest(s, p, triangle, close, d, length)) return crossing_contact(g, s, close.distance2, out);

    const bool passed = has_passed(s, p, d, length, out);
    out.normal = (passed ? -d : d) / length;
    out.distance = passed ? -length : length;
    const Radii radii = vertex_face_radii(g, s, out);
    const bool inner_side = s.object_solid[at(out.object_b)] != 0 &&
                            d.dot(feature_normal(s, triangle.number, close.feature)) < 0.0;
    if (inner_side && !resolve_inner_side(radii, out)) return false;
    out.gap = out.distance - radii.sum;
    if (!in_reach(s, out, radii.sum)) return false;
    const bool on_rim = close.feature != 7U && !inner_side && !passed;
    if (on_rim && out.object_a != out.object_b) let_glide(g, s, out);
    return true;
}

bool edge_edge_contact(const ContactGeometry& g, const ContactSurface& s, Index e, Index f, PairContact& out)
{
    const Edge &ea = s.edges[at(e)], &eb = s.edges[at(f)];
    if (ea[0] == eb[0] || ea[0] == eb[1] || ea[1] == eb[0] || ea[1] == eb[1]) return false;
    const InnerPair close = inner_closest(s.x[at(ea[0])], s.x[at(ea[1])], s.x[at(eb[0])], s.x[at(eb[1])]);
    if (!close.found) return false;
    const Vec3 d = close.point_a - close.point_b;
    const double distance2 = d.squaredNorm();
    if (is_out_of_reach(s, ea.data(), 2, eb.data(), 2, distance2)) return false;
    const double length = std::sqrt(distance2);

    out.kind = ContactKind::edge_edge;
    out.inside = false;
    out.a = e;
    out.b = f;
    out.object_a = s.node_object[at(ea[0])];
    out.object_b = s.node_object[at(eb[0])];
    const double weight[4] = {1.0 - close.s, close.s, close.t - 1.0, -close.t};
    const Index node[4] = {ea[0], ea[1], eb[0], eb[1]};
    std::copy(weight, weight + 4, out.weight);
    std::copy(node, node + 4, out.node);
    out.point = close.point_b;
    out.distance = length;

    const auto edge2 = [&] {
        return std::min((s.x[at(ea[1])] - s.x[at(ea[0])]).squaredNorm(),
                        (s.x[at(eb[1])] - s.x[at(eb[0])]).squaredNorm());
    };
    if (length < touching_distance(s, out.object_a, out.object_b, edge2) &&
        touching_normal_of_edges(s, e, f, close.point_b, relative_velocity(s, out), out.normal)) {
        out.distance = out.normal.dot(d);
    } else if (length < kTouching) {
        return false;
    } else {
        out.normal = d / length;
        // Against a solid the outer side is known; two edges that have passed each other are pushed back.
        const bool solid_a = s.object_solid[at(out.object_a)] != 0,
                   solid_b = s.object_solid[at(out.object_b)] != 0;
        const bool passed_b = solid_b && d.dot(outward_of_edge(s, f)) < 0.0;
        const bool passed_a = solid_a && d.dot(outward_of_edge(s, e)) > 0.0;
        if (passed_a || passed_b) {
            if ((solid_a && !passed_a) || (solid_b && !passed_b)) return false;
            if (out.object_a == out.object_b) return false;
            out.normal = -out.normal;
            out.distance = -length;
        }
        if (edge_hides(s, f, close.point_b, out.normal, 1.0, kEdgeLean)) return false;
        if (edge_hides(s, e, close.point_a, -out.normal, 1.0, kEdgeLean)) return false;
    }
    const double radii = edge_edge_radii(g, s, out).sum;
    // Deeper than R it would be the far edge of a thin solid, seen through it.
    if (out.distance < -radii) return false;
    out.gap = out.distance - (1.0 - kEdgeCloser) * radii;
    return in_reach(s, out, radii);
}

void consider_nearest(const ContactSurface& s, const Vec3& p, Index t, NearestTriangle& best)
{
    const Index* node = s.triangles[at(t)].node;
    const double d2 =
        closest_point_triangle(p, s.x[at(node[0])], s.x[at(node[1])], s.x[at(node[2])]).distance2;
    const bool nearer =
        best.triangle < 0 || d2 < best.distance2 || (d2 == best.distance2 && t < best.triangle);
    if (nearer) best = {t, d2};
}

bool vertex_inside_contact(const ContactGeometry& g, const ContactSurface& s, Index p,
                           const NearestTriangle& nearest, PairContact& out)
{
    if (nearest.triangle < 0) return false;
    const Index t = nearest.triangle;
    const Index* node = s.triangles[at(t)].node;
    const Vec3& x = s.x[at(p)];
    const PointTriangle close =
        closest_point_triangle(x, s.x[at(node[0])], s.x[at(node[1])], s.x[at(node[2])]);
    const Vec3 d = x - close.point;
    const double length = std::sqrt(close.distance2);
    if (d.dot(feature_normal(s, t, close.feature)) >= 0.0) return false;
    set_vertex_face(s, p, s.triangles[at(t)], close.weight, out);
    const auto edge2 = [&] { return shortest_edge2(s.x[at(node[0])], s.x[at(node[1])], s.x[at(node[2])]); };
    if (length < touching_distance(s, out.object_a, out.object_b, edge2))
        return false;  // vertex_face_contact
    out.inside = true;
    out.point = close.point;
    out.normal = -d / length;
    out.distance = -length;
    out.gap = -length - vertex_face_radii(g, s, out).sum;
    return true;
}

}  // namespace stiction
