#include "solver_core/contact/mls_pieces.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/mesh/topology.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace stiction {
namespace {

Vec3 triangle_normal(const Triangle& t, Span<const Vec3> x)
{
    return (x[at(t[1])] - x[at(t[0])]).cross(x[at(t[2])] - x[at(t[0])]).normalized();
}

Index node_count(Span<const Triangle> triangles)
{
    Index count = 0;
    for (const Triangle& t : triangles) count = std::max(count, t.maxCoeff() + 1);
    return count;
}

// How the surface bends over a hinge: sine times length, positive for a ridge seen from outside.
double bend(const Hinge& hinge, Span<const Triangle> triangles, Span<const Vec3> x)
{
    const Vec3 n = triangle_normal(triangles[at(hinge.triangle0)], x);
    const Vec3& edge_point = x[at(hinge.e0)];
    const double length = (x[at(hinge.e1)] - edge_point).norm();
    return -n.dot((x[at(hinge.o1)] - edge_point).normalized()) * length;
}

double nearest_square(const MlsStencil& stencil)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (const MlsTerm& term : stencil.terms) nearest = std::min(nearest, term.d.squaredNorm());
    return nearest;
}

std::vector<double> vertex_radius(Span<const Triangle> triangles, Span<const Vec3> x,
                                  const SmoothSettings& settings)
{
    return {settings.radius_factor * longest_edge(triangles, x)};
}

}  // namespace

std::vector<Index> smooth_pieces(Span<const Triangle> triangles, Span<const Vec3> x, double crease_angle)
{
    const SurfaceTopology topology = build_surface_topology(node_count(triangles), triangles);
    // Union by the lower number, so that a root is the first triangle of its piece.
    std::vector<Index> root(triangles.size());
    std::iota(root.begin(), root.end(), 0);
    auto find = [&](Index i) {
        while (root[at(i)] != i) i = root[at(i)] = root[at(root[at(i)])];
        return i;
    };
    const double limit = std::cos(crease_angle);
    for (const Hinge& hinge : topology.hinges) {
        const Vec3 a = triangle_normal(triangles[at(hinge.triangle0)], x),
                   b = triangle_normal(triangles[at(hinge.triangle1)], x);
        if (a.dot(b) < limit) continue;
        const Index i = find(hinge.triangle0), j = find(hinge.triangle1);
        root[at(std::max(i, j))] = std::min(i, j);
    }
    std::vector<Index> number(triangles.size(), -1);
    Index count = 0;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto first = at(find(static_cast<Index>(t)));
        if (number[first] < 0) number[first] = count++;
        number[t] = number[first];
    }
    return number;
}

void MlsPieces::build(Span<const Triangle> triangles, Span<const Vec3> x, const SmoothSettings& settings)
{
    const std::vector<Index> number = settings.sharp ? smooth_pieces(triangles, x, settings.crease_angle)
                                                     : std::vector<Index>(triangles.size(), 0);
    const std::size_t count = number.empty() ? 0 : at(*std::max_element(number.begin(), number.end())) + 1;
    triangle_.assign(count, {});
    piece_.assign(count, {});
    for (std::size_t t = 0; t < triangles.size(); ++t)
        triangle_[at(number[t])].push_back(static_cast<Index>(t));
    const std::vector<double> radii =
        triangle_radii(triangles, x, settings.radius_rule, settings.radius_factor);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Triangle> own;
        std::vector<double> radius;
        for (const Index t : triangle_[i]) {
            own.push_back(triangles[at(t)]);
            radius.push_back(radii[at(t)]);
        }
        MlsSamples samples =
            settings.samples == MlsSampleKind::triangle
                ? triangle_samples(own, x, radius)
                : vertex_samples(own, x, NormalWeight::angle, vertex_radius(triangles, x, settings));
        piece_[i].build(std::move(samples), settings.kernel, settings.background_factor);
        check_coverage(piece_[i], own, x);
    }
    edge_kind_.assign(count * count, 0);
    std::vector<double> bends(count * count, 0.0);
    const SurfaceTopology topology = build_surface_topology(node_count(triangles), triangles);
    for (const Hinge& hinge : topology.hinges) {
        const auto i = at(number[at(hinge.triangle0)]), j = at(number[at(hinge.triangle1)]);
        if (i != j) bends[std::min(i, j) * count + std::max(i, j)] += bend(hinge, triangles, x);
    }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j) {
            const double b = bends[i * count + j];
            edge_kind_[i * count + j] = edge_kind_[j * count + i] =
                static_cast<signed char>((b > 0.0) - (b < 0.0));
        }
}

void MlsPieces::build_points(Span<const Vec3> points, Span<const Vec3> normals,
                             const SmoothSettings& settings)
{
    if (settings.sharp)
        throw InputError("", "points know no edges to keep sharp; let them be smooth, or make a mesh");
    if (points.size() < 3)
        throw InputError("", fmt::format("found {} points; a surface needs 3 or more", points.size()));
    triangle_.assign(1, {});
    piece_.assign(1, {});
    edge_kind_.assign(1, 0);
    const std::vector<double> radii = point_radii(points, settings.radius_rule, settings.radius_factor);
    piece_[0].build(point_samples(points, normals, radii), settings.kernel, settings.background_factor);
    check_neighbourhoods(piece_[0]);
}

Index MlsPieces::update(Span<const Vec3> x)
{
    Index collapsed = 0;
    for (MlsSurface& piece : piece_) collapsed += piece.update(x);
    return collapsed;
}

int MlsPieces::edge_kind(Index i, Index j) const { return edge_kind_[at(i) * piece_.size() + at(j)]; }

Index MlsPieces::triangle_of(Index i, Index sample) const { return triangle_[at(i)][at(sample)]; }

double MlsPieces::reach() const
{
    double reach = 0.0;
    for (const MlsSurface& piece : piece_) reach = std::max(reach, piece.reach());
    return reach;
}

double MlsPieces::largest_radius() const
{
    double radius = 0.0;
    for (const MlsSurface& piece : piece_) radius = std::max(radius, piece.largest_radius());
    return radius;
}

Aabb MlsPieces::box() const
{
    Aabb box;
    for (const MlsSurface& piece : piece_) box.include(piece.box());
    return box;
}

void MlsPieces::evaluate(const Vec3& x, PieceStencil& out, Span<const Span<const Index>> excluded) const
{
    STICTION_ASSERT(excluded.empty() || excluded.size() == piece_.size());
    out.known = false;
    out.active.clear();
    if (out.piece.size() < piece_.size()) out.piece.resize(piece_.size());
    Index nearest = -1;
    double nearest_distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < piece_.size(); ++i) {
        piece_[i].evaluate(x, out.piece[i], excluded.empty() ? Span<const Index>() : excluded[i]);
        if (!out.piece[i].known) continue;
        const double distance = piece_.size() > 1 ? nearest_square(out.piece[i]) : 0.0;
        if (distance >= nearest_distance) continue;
        nearest_distance = distance;
        nearest = static_cast<Index>(i);
    }
    if (nearest < 0) return;
    out.known = true;
    Index largest = nearest;
    for (Index i = 0; i < size(); ++i)
        if (is_convex_edge(nearest, i) && out.piece[at(i)].known &&
            out.piece[at(i)].psi > out.piece[at(largest)].psi)
            largest = i;
    out.active.push_back(largest);
    out.psi = out.piece[at(largest)].psi;
    for (Index i = 0; i < size(); ++i) {
        if (!is_concave_edge(nearest, i) || i == largest || !out.piece[at(i)].known) continue;
        out.active.push_back(i);
        out.psi = std::min(out.psi, out.piece[at(i)].psi);
    }
}

}  // namespace stiction
