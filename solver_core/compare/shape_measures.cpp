#include "solver_core/compare/shape_measures.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/topology.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

struct RestEdge {
    Edge nodes;
    double length = 0.0;
};

// Edges without a rest length have no ratio.
std::vector<RestEdge> rest_edges(const SurfaceTopology& topology, const Vec3Array& rest)
{
    std::vector<RestEdge> edges;
    for (const Edge& e : topology.edges) {
        const double length = (rest[at(e[1])] - rest[at(e[0])]).norm();
        if (length > 0.0) edges.push_back({e, length});
    }
    return edges;
}

void add_stretch(const Vec3Array& x, const std::vector<RestEdge>& edges, ShapeMeasures& out)
{
    std::vector<double> stretch;
    double sum = 0.0, lengths = 0.0;
    for (const RestEdge& edge : edges) {
        const double value = (x[at(edge.nodes[1])] - x[at(edge.nodes[0])]).norm() / edge.length - 1.0;
        stretch.push_back(value);
        sum += edge.length * std::abs(value);
        lengths += edge.length;
        out.stretch_max = std::max(out.stretch_max, value);
        out.stretch_min = std::min(out.stretch_min, value);
    }
    if (stretch.empty()) return;
    out.stretch_mean += sum / lengths;
    const auto p99 = stretch.begin() + static_cast<std::ptrdiff_t>(0.99 * double(stretch.size() - 1));
    std::nth_element(stretch.begin(), p99, stretch.end());
    out.stretch_p99 = std::max(out.stretch_p99, *p99);
}

Vec3 scaled_normal(const Vec3Array& x, const Triangle& t)
{
    return (x[at(t[1])] - x[at(t[0])]).cross(x[at(t[2])] - x[at(t[0])]);
}

// Returns the frame's mean square angle.
double add_bend(const Vec3Array& x, const Cache& cache, const SurfaceTopology& topology, ShapeMeasures& out)
{
    double squares = 0.0, lengths = 0.0, bent = 0.0;
    for (const Hinge& hinge : topology.hinges) {
        Vec3 n0 = scaled_normal(x, cache.triangles[at(hinge.triangle0)]);
        Vec3 n1 = scaled_normal(x, cache.triangles[at(hinge.triangle1)]);
        const double angle = std::atan2(n0.cross(n1).norm(), n0.dot(n1));
        const double length = (x[at(hinge.e1)] - x[at(hinge.e0)]).norm();
        squares += length * angle * angle;
        bent += 0.5 * length * angle;
        lengths += length;
        out.bend_max = std::max(out.bend_max, angle);
    }
    const double area = total_area(x, cache.triangles);
    if (area > 0.0) out.curvature_mean += bent / area;
    return lengths > 0.0 ? squares / lengths : 0.0;
}

// Triangles of the connected pieces that have no open edge.
std::vector<Triangle> closed_triangles(const Cache& cache, const SurfaceTopology& topology)
{
    const Components pieces = connected_components(static_cast<Index>(cache.weight.size()), cache.triangles);
    std::vector<bool> is_open(at(pieces.count), false);
    const auto open = [&](const Edge& e) { is_open[at(pieces.of_node[at(e[0])])] = true; };
    for (const Edge& e : topology.boundary_edges) open(e);
    for (const Index e : topology.non_manifold_edges) open(topology.edges[at(e)]);
    for (const Index e : topology.inconsistent_edges) open(topology.edges[at(e)]);
    std::vector<Triangle> closed;
    for (const Triangle& t : cache.triangles)
        if (!is_open[at(pieces.of_node[at(t[0])])]) closed.push_back(t);
    return closed;
}

void measure_volume(const Cache& cache, const SurfaceTopology& topology, ShapeMeasures& out)
{
    const std::vector<Triangle> closed = closed_triangles(cache, topology);
    if (closed.empty()) return;
    out.volume_first = enclosed_volume(cache.positions.front(), closed);
    out.volume_last = enclosed_volume(cache.positions.back(), closed);
    if (*out.volume_first == 0.0) return;
    out.volume_change = 0.0;
    for (const Vec3Array& x : cache.positions)
        out.volume_change =
            std::max(*out.volume_change, std::abs(enclosed_volume(x, closed) / *out.volume_first - 1.0));
}

}  // namespace

ShapeMeasures measure_shape(const Cache& cache, const Vec3Array& rest)
{
    const SurfaceTopology topology =
        build_surface_topology(static_cast<Index>(cache.weight.size()), cache.triangles);
    const std::vector<RestEdge> edges = rest_edges(topology, rest.empty() ? cache.positions.front() : rest);
    if (edges.empty())
        throw InputError(cache.name, "no edge with a length in the rest shape; give another rest mesh");
    ShapeMeasures out;
    double bend = 0.0;
    for (const Vec3Array& x : cache.positions) {
        add_stretch(x, edges, out);
        bend += add_bend(x, cache, topology, out);
    }
    const auto frames = static_cast<double>(cache.positions.size());
    out.stretch_mean /= frames;
    out.curvature_mean /= frames;
    out.bend_rms = std::sqrt(bend / frames);
    measure_volume(cache, topology, out);
    return out;
}

}  // namespace stiction
