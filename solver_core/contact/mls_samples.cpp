#include "solver_core/contact/mls_samples.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/mesh/mesh_checks.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 512;

void spread_radius(Span<const double> radius, std::size_t count, std::vector<double>& out)
{
    STICTION_ASSERT(radius.size() == count || radius.size() == 1);
    out.assign(count, radius[0]);
    if (radius.size() == count) std::copy(radius.begin(), radius.end(), out.begin());
}

// Centroid and normal of one triangle; false when it has no area.
bool place_triangle(Span<const Vec3> x, MlsSamples& samples, std::size_t s)
{
    const Triangle& t = samples.triangles[s];
    const Vec3 &p0 = x[at(t[0])], &p1 = x[at(t[1])], &p2 = x[at(t[2])];
    samples.position[s] = (p0 + p1 + p2) / 3.0;
    TriangleFrame& frame = samples.triangle_frame[s];
    frame.edge[0] = p2 - p1;
    frame.edge[1] = p0 - p2;
    frame.edge[2] = p1 - p0;
    const Vec3 normal = frame.edge[2].cross(-frame.edge[1]);
    const double twice_area = normal.norm();
    const double longest =
        std::max({frame.edge[0].squaredNorm(), frame.edge[1].squaredNorm(), frame.edge[2].squaredNorm()});
    if (!(twice_area > kZeroMeasure * longest)) {
        frame.inverse_twice_area = 0.0;
        return false;
    }
    frame.inverse_twice_area = 1.0 / twice_area;
    samples.normal[s] = normal * frame.inverse_twice_area;
    return true;
}

Index update_triangles(Span<const Vec3> x, MlsSamples& samples)
{
    std::atomic<Index> collapsed{0};  // a count does not depend on the order
    parallel_for(samples.size(), kChunk, [&](Index s) {
        if (!place_triangle(x, samples, at(s))) collapsed.fetch_add(1, std::memory_order_relaxed);
    });
    return collapsed;
}

double corner_weight(NormalWeight weight, const Vec3& to_next, const Vec3& to_last, double twice_area)
{
    return weight == NormalWeight::area ? 1.0 : std::atan2(twice_area, to_next.dot(to_last)) / twice_area;
}

// The mean of the normals around each sampled node; nodes on no triangle are not sampled.
Index update_vertices(Span<const Vec3> x, MlsSamples& samples)
{
    Vec3Array sum(x.size(), Vec3::Zero());
    for (const Triangle& t : samples.triangles) {
        const Vec3 normal = (x[at(t[1])] - x[at(t[0])]).cross(x[at(t[2])] - x[at(t[0])]);
        const double twice_area = normal.norm();
        if (!(twice_area > 0.0)) continue;
        for (int k = 0; k < 3; ++k) {
            const Vec3& here = x[at(t[k])];
            sum[at(t[k])] += normal * corner_weight(samples.normal_weight, x[at(t[(k + 1) % 3])] - here,
                                                    x[at(t[(k + 2) % 3])] - here, twice_area);
        }
    }
    Index collapsed = 0;
    for (std::size_t s = 0; s < samples.vertex.size(); ++s) {
        const auto node = at(samples.vertex[s]);
        samples.position[s] = x[node];
        const double length = sum[node].norm();
        if (length > 0.0)
            samples.normal[s] = sum[node] / length;
        else
            ++collapsed;
    }
    return collapsed;
}

Mat3 cross_matrix(const Vec3& v)
{
    Mat3 m;
    m << 0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0;
    return m;
}

}  // namespace

MlsSamples triangle_samples(Span<const Triangle> triangles, Span<const Vec3> x, Span<const double> radius)
{
    MlsSamples samples;
    samples.triangles.assign(triangles.begin(), triangles.end());
    samples.position.resize(triangles.size());
    samples.normal.assign(triangles.size(), Vec3::Zero());
    samples.triangle_frame.resize(triangles.size());
    spread_radius(radius, triangles.size(), samples.radius);
    for (std::size_t s = 0; s < triangles.size(); ++s)
        if (!place_triangle(x, samples, s))
            throw InputError("", fmt::format("triangle {} has no area, so no normal; remove it", s));
    return samples;
}

MlsSamples vertex_samples(Span<const Triangle> triangles, Span<const Vec3> x, NormalWeight weight,
                          Span<const double> radius)
{
    MlsSamples samples;
    samples.kind = MlsSampleKind::vertex;
    samples.normal_weight = weight;
    samples.triangles.assign(triangles.begin(), triangles.end());
    for (const Triangle& t : triangles)
        for (int k = 0; k < 3; ++k) samples.vertex.push_back(t[k]);
    std::sort(samples.vertex.begin(), samples.vertex.end());
    samples.vertex.erase(std::unique(samples.vertex.begin(), samples.vertex.end()), samples.vertex.end());
    samples.position.resize(samples.vertex.size());
    samples.normal.assign(samples.vertex.size(), Vec3::Zero());
    spread_radius(radius, samples.vertex.size(), samples.radius);
    update_vertices(x, samples);
    for (std::size_t s = 0; s < samples.vertex.size(); ++s)
        if (samples.normal[s].isZero())
            throw InputError(
                "", fmt::format("point {}: the normals around it cancel; sample the triangles instead",
                                samples.vertex[s]));
    return samples;
}

MlsSamples point_samples(Span<const Vec3> points, Span<const Vec3> normals, Span<const double> radius)
{
    STICTION_ASSERT(points.size() == normals.size());
    MlsSamples samples;
    samples.kind = MlsSampleKind::point;
    samples.position.assign(points.begin(), points.end());
    samples.normal.assign(normals.begin(), normals.end());
    spread_radius(radius, points.size(), samples.radius);
    for (std::size_t s = 0; s < points.size(); ++s) {
        const double length = samples.normal[s].norm();
        if (!(length > 0.0) || !std::isfinite(length) || !points[s].allFinite())
            throw InputError(
                "", fmt::format("point {}: found the normal ({}, {}, {}); it must be finite and not zero", s,
                                normals[s][0], normals[s][1], normals[s][2]));
        samples.normal[s] /= length;
    }
    return samples;
}

Index update_samples(Span<const Vec3> x, MlsSamples& samples)
{
    switch (samples.kind) {
        case MlsSampleKind::triangle: return update_triangles(x, samples);
        case MlsSampleKind::vertex: return update_vertices(x, samples);
        case MlsSampleKind::point: break;
    }
    return 0;
}

void normal_transpose_product(const MlsSamples& samples, Index s, const Vec3& g, Vec3 out[3])
{
    const TriangleFrame& frame = samples.triangle_frame[at(s)];
    const Vec3& n = samples.normal[at(s)];
    const Vec3 tangential = (g - n.dot(g) * n) * frame.inverse_twice_area;
    for (int j = 0; j < 3; ++j) out[j] = tangential.cross(frame.edge[j]);
}

Vec3 normal_product(const MlsSamples& samples, Index s, const Vec3& move0, const Vec3& move1,
                    const Vec3& move2)
{
    const TriangleFrame& frame = samples.triangle_frame[at(s)];
    const Vec3& n = samples.normal[at(s)];
    const Vec3 change = frame.edge[0].cross(move0) + frame.edge[1].cross(move1) + frame.edge[2].cross(move2);
    return (change - n.dot(change) * n) * frame.inverse_twice_area;
}

// With f(N) = g . N / |N|, y = (I - n n^T) g, c = g . n:
//   f' = y / |N|,   f'' = -(y n^T + n y^T + c (I - n n^T)) / |N|^2
//   block (j, k) = [E_j]^T f'' [E_k], and from N itself, bilinear in neighbouring corners: -[f'] in block (j, j+1).
Mat9 normal_hessian(const MlsSamples& samples, Index s, const Vec3& g)
{
    const TriangleFrame& frame = samples.triangle_frame[at(s)];
    const Vec3& n = samples.normal[at(s)];
    const double c = g.dot(n), inverse = frame.inverse_twice_area;
    const Vec3 y = g - c * n;
    const Mat3 second =
        -(y * n.transpose() + n * y.transpose() + c * (Mat3::Identity() - n * n.transpose())) *
        (inverse * inverse);
    const Mat3 first = cross_matrix(y * inverse);
    Mat3 edge[3];
    for (int j = 0; j < 3; ++j) edge[j] = cross_matrix(frame.edge[j]);
    Mat9 hessian;
    for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
            hessian.block<3, 3>(3 * j, 3 * k) = edge[j].transpose() * second * edge[k];
    for (int j = 0; j < 3; ++j) {
        const int next = (j + 1) % 3;
        hessian.block<3, 3>(3 * j, 3 * next) -= first;
        hessian.block<3, 3>(3 * next, 3 * j) += first;
    }
    return hessian;
}

}  // namespace stiction
