#include "solver_core/elasticity/hinge_bend.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {
namespace {

// A hinge flatter than this (relative to its size) is treated as flat: 1e-6 rad is far below what bends visibly.
constexpr double kFlat = 1e-6;

double cotangent(const Vec3& a, const Vec3& b) { return a.dot(b) / a.cross(b).norm(); }

Vec3 curvature_vector(const HingeBend& terms, Span<const Vec3> x, Index e)
{
    const auto& n = terms.nodes[e];
    const Eigen::Vector4d& k = terms.coefficient[e];
    // The coefficients sum to zero: differences to node 0 keep the digits far from the origin.
    return k[1] * (x[n[1]] - x[n[0]]) + k[2] * (x[n[2]] - x[n[0]]) + k[3] * (x[n[3]] - x[n[0]]);
}

// Sum of the two triangles' unit normals' directions, area weighted; zero only for a fully folded hinge.
Vec3 hinge_normal(const std::array<Index, 4>& n, Span<const Vec3> x)
{
    const Vec3 edge = x[n[1]] - x[n[0]];
    return edge.cross(x[n[2]] - x[n[0]]) - edge.cross(x[n[3]] - x[n[0]]);
}

// Rest curvature carried along. The direction is that of c while it bends to its rest side, else the hinge normal,
// so that a hinge pushed through flat comes back to the side it was made on.
Vec3 carried_curvature(const HingeBend& terms, Span<const Vec3> x, Index e)
{
    const double rest = terms.rest_curvature[e];
    const Vec3 c = curvature_vector(terms, x, e);
    const Vec3 normal = hinge_normal(terms.nodes[e], x);
    const double length = c.norm();
    if (c.dot(normal) * rest > 0.0) return std::abs(rest) / length * c;
    const double normal_length = normal.norm();
    if (normal_length == 0.0) return Vec3::Zero();
    return rest / normal_length * normal;
}

}  // namespace

void append_hinge(HingeBend& terms, const std::array<Index, 4>& nodes, Span<const Vec3> rest, double bend, bool rest_flat)
{
    const Vec3& x0 = rest[nodes[0]];
    const Vec3& x1 = rest[nodes[1]];
    const Vec3& x2 = rest[nodes[2]];
    const Vec3& x3 = rest[nodes[3]];
    const Vec3 edge = x1 - x0;
    const double area = 0.5 * (edge.cross(x2 - x0).norm() + edge.cross(x3 - x0).norm());
    // Angles at the ends of the edge in either triangle.
    const double at0_in2 = cotangent(edge, x2 - x0);
    const double at0_in3 = cotangent(edge, x3 - x0);
    const double at1_in2 = cotangent(-edge, x2 - x1);
    const double at1_in3 = cotangent(-edge, x3 - x1);
    Eigen::Vector4d k(at1_in2 + at1_in3, at0_in2 + at0_in3, -at0_in2 - at1_in2, -at0_in3 - at1_in3);

    const Index e = terms.size();
    terms.nodes.push_back(nodes);
    terms.coefficient.push_back(k);
    terms.weight.push_back(3.0 * bend / area);
    terms.rest_curvature.push_back(0.0);
    if (rest_flat) return;
    const Vec3 c = curvature_vector(terms, rest, e);
    if (c.norm() > kFlat * k.cwiseAbs().maxCoeff() * edge.norm())
        terms.rest_curvature[e] = c.dot(hinge_normal(nodes, rest)) >= 0.0 ? c.norm() : -c.norm();
}

void sort_curved_first(HingeBend& terms)
{
    std::vector<Index> order(terms.nodes.size());
    std::iota(order.begin(), order.end(), 0);
    const auto middle = std::stable_partition(order.begin(), order.end(),
                                              [&](Index e) { return terms.rest_curvature[e] != 0.0; });
    HingeBend sorted;
    for (const Index e : order) {
        sorted.nodes.push_back(terms.nodes[e]);
        sorted.coefficient.push_back(terms.coefficient[e]);
        sorted.weight.push_back(terms.weight[e]);
        sorted.rest_curvature.push_back(terms.rest_curvature[e]);
    }
    sorted.curved = static_cast<Index>(middle - order.begin());
    terms = std::move(sorted);
}

Eigen::Matrix4d stiffness(const HingeBend& terms, Index e)
{
    return terms.weight[e] * terms.coefficient[e] * terms.coefficient[e].transpose();
}

void project(const HingeBend& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const Vec3 p = terms.weight[e] * carried_curvature(terms, x, e);
        Vec3* out = corner.data() + 4 * static_cast<std::ptrdiff_t>(e - begin);
        for (Index a = 0; a < 4; ++a) out[a] = terms.coefficient[e][a] * p;
    }
}

double energy(const HingeBend& terms, Span<const Vec3> x, Index e)
{
    Vec3 c = curvature_vector(terms, x, e);
    if (e < terms.curved) c -= carried_curvature(terms, x, e);
    return 0.5 * terms.weight[e] * c.squaredNorm();
}

}  // namespace stiction
