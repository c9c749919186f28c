// Building the stencils of elasticity/curvature_bend.hpp from a rest shape.

#include "solver_core/elasticity/curvature_bend.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {
namespace {

// Curvature below this, relative to the size of the stencil, is a flat place: far below what bends visibly.
constexpr double kFlat = 1e-6;

double cotangent(const Vec3& a, const Vec3& b) { return a.dot(b) / a.cross(b).norm(); }

// Corner `k` of a triangle's share of its area: Voronoi, or for an obtuse triangle one half at the obtuse corner and one
// quarter at the others.
double corner_area(const Triangle& t, int k, Span<const Vec3> x)
{
    const Vec3& a = x[t[k]];
    const Vec3& b = x[t[(k + 1) % 3]];
    const Vec3& c = x[t[(k + 2) % 3]];
    const double area = 0.5 * (b - a).cross(c - a).norm();
    if ((b - a).dot(c - a) < 0.0) return 0.5 * area;
    if ((a - b).dot(c - b) < 0.0 || (a - c).dot(b - c) < 0.0) return 0.25 * area;
    return 0.125 * (cotangent(a - c, b - c) * (b - a).squaredNorm() +
                    cotangent(a - b, c - b) * (c - a).squaredNorm());
}

// The sheet being added, and the stencil under construction.
struct Sheet {
    const SurfaceTopology& topology;
    Span<const Triangle> triangles;
    Span<const Vec3> rest;
    Index first_node;
    double bend;
    bool rest_flat;
    std::vector<char> on_border;
    std::vector<double> area;      // A
    std::vector<double> answered;  // S
    std::vector<std::pair<Index, double>> entries;
    std::vector<Triangle> normal;
};

void measure_areas(Sheet& sheet)
{
    const std::size_t count = sheet.rest.size();
    sheet.on_border.assign(count, 0);
    for (const Edge& e : sheet.topology.boundary_edges) sheet.on_border[e[0]] = sheet.on_border[e[1]] = 1;
    sheet.area.assign(count, 0.0);
    for (const Triangle& t : sheet.triangles)
        for (int k = 0; k < 3; ++k) sheet.area[t[k]] += corner_area(t, k, sheet.rest);

    // A border vertex hands its area to its inner neighbours in equal parts.
    sheet.answered = sheet.area;
    std::vector<Index> inner_neighbours(count, 0);
    const auto for_each_handover = [&](auto&& visit) {
        for (const Edge& e : sheet.topology.edges) {
            if (sheet.on_border[e[0]] != 0 && sheet.on_border[e[1]] == 0) visit(e[0], e[1]);
            if (sheet.on_border[e[1]] != 0 && sheet.on_border[e[0]] == 0) visit(e[1], e[0]);
        }
    };
    for_each_handover([&](Index border, Index) { ++inner_neighbours[border]; });
    for_each_handover([&](Index border, Index inner) {
        sheet.answered[inner] += sheet.area[border] / static_cast<double>(inner_neighbours[border]);
    });
}

void add_entry(Sheet& sheet, Index node, double k)
{
    for (auto& [known, coefficient] : sheet.entries) {
        if (known != node) continue;
        coefficient += k;
        return;
    }
    sheet.entries.emplace_back(node, k);
}

void finish_stencil(Sheet& sheet, double weight, CurvatureBend& terms)
{
    Vec3 c = Vec3::Zero();
    double size = 0.0;
    for (const auto& [node, k] : sheet.entries) {
        const Vec3 offset = sheet.rest[node] - sheet.rest[sheet.entries.front().first];
        c += k * offset;
        size += std::abs(k) * offset.norm();
        terms.node.push_back(node + sheet.first_node);
        terms.coefficient.push_back(k);
    }
    Vec3 n = Vec3::Zero();
    for (const Triangle& t : sheet.normal) {
        n += (sheet.rest[t[1]] - sheet.rest[t[0]]).cross(sheet.rest[t[2]] - sheet.rest[t[0]]);
        terms.normal.emplace_back(t + Triangle::Constant(sheet.first_node));
    }
    const bool curved = !sheet.rest_flat && c.norm() > kFlat * size;
    terms.begin.push_back(static_cast<Index>(terms.node.size()));
    terms.normal_begin.push_back(static_cast<Index>(terms.normal.size()));
    terms.weight.push_back(weight);
    terms.rest_curvature.push_back(!curved ? 0.0 : c.dot(n) >= 0.0 ? c.norm() : -c.norm());
}

void add_vertex(Sheet& sheet, Index i, CurvatureBend& terms)
{
    sheet.entries.assign(1, {i, 0.0});
    sheet.normal.clear();
    for (const Index number : sheet.topology.node_triangles[i]) {
        const Triangle& t = sheet.triangles[number];
        const int k = t[0] == i ? 0 : t[1] == i ? 1 : 2;
        const Index b = t[(k + 1) % 3];
        const Index c = t[(k + 2) % 3];
        // Edge i-b is opposite c and edge i-c opposite b.
        const double at_c = 0.5 * cotangent(sheet.rest[i] - sheet.rest[c], sheet.rest[b] - sheet.rest[c]);
        const double at_b = 0.5 * cotangent(sheet.rest[i] - sheet.rest[b], sheet.rest[c] - sheet.rest[b]);
        add_entry(sheet, b, at_c);
        add_entry(sheet, c, at_b);
        sheet.entries.front().second -= at_b + at_c;
        sheet.normal.push_back(t);
    }
    finish_stencil(sheet, sheet.bend * sheet.answered[i] / (sheet.area[i] * sheet.area[i]), terms);
}

// The curvature of a hinge as a stencil: k = cotangents at the ends of the edge, weight bend / (sum of the two areas).
void add_hinge(Sheet& sheet, const Hinge& h, CurvatureBend& terms)
{
    const Vec3& x0 = sheet.rest[h.e0];
    const Vec3& x1 = sheet.rest[h.e1];
    const Vec3 edge = x1 - x0;
    sheet.entries.assign({{h.e0, 0.0}, {h.e1, 0.0}});
    double area = 0.0;
    for (const Index o : {h.o0, h.o1}) {
        const double at0 = cotangent(edge, sheet.rest[o] - x0);
        const double at1 = cotangent(-edge, sheet.rest[o] - x1);
        sheet.entries[0].second += at1;
        sheet.entries[1].second += at0;
        sheet.entries.emplace_back(o, -at0 - at1);
        area += 0.5 * edge.cross(sheet.rest[o] - x0).norm();
    }
    sheet.normal.assign({sheet.triangles[h.triangle0], sheet.triangles[h.triangle1]});
    finish_stencil(sheet, sheet.bend / area, terms);
}

}  // namespace

void append_sheet(CurvatureBend& terms, const SurfaceTopology& topology, Span<const Triangle> triangles,
                  Span<const Vec3> rest, Index first_node, double bend, bool rest_flat)
{
    Sheet sheet{topology, triangles, rest, first_node, bend, rest_flat, {}, {}, {}, {}, {}};
    measure_areas(sheet);
    for (Index i = 0; i < static_cast<Index>(rest.size()); ++i)
        if (sheet.on_border[i] == 0 && sheet.area[i] > 0.0) add_vertex(sheet, i, terms);
    for (const Hinge& h : topology.hinges)
        if (sheet.on_border[h.e0] != 0 && sheet.on_border[h.e1] != 0) add_hinge(sheet, h, terms);
}

}  // namespace stiction
