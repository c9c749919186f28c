#include "solver_core/elasticity/dihedral_bend.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/elasticity/finite_tets.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr Index kApex[2] = {2, 3};

// One triangle of a hinge. Its apex turns theta by g = l n/|n|^2; the ends of the edge take up the force as a beam would,
// grad_0 = -(1 - t) g, grad_1 = -t g, with t the foot of the apex along the edge: no net force, no torque.
struct Wing {
    Vec3 e, d;    // edge and apex from x0, m
    Vec3 n;       // side (e x d), m^2
    double side;  // +1 for the first triangle, -1 for the second, which runs along the edge the other way
    double l, nn;
    Vec3 g;
    double t;

    Wing(const Vec3& x0, const Vec3& x1, const Vec3& apex, double sign)
        : e(x1 - x0),
          d(apex - x0),
          n(sign * e.cross(d)),
          side(sign),
          l(e.norm()),
          nn(n.squaredNorm()),
          g(l / nn * n),
          t(d.dot(e) / (l * l))
    {
    }
};

std::array<Wing, 2> wings_of(const DihedralBend& terms, Span<const Vec3> x, Index e)
{
    const Tet& t = terms.nodes[e];
    return {Wing(x[t[0]], x[t[1]], x[t[2]], 1.0), Wing(x[t[0]], x[t[1]], x[t[3]], -1.0)};
}

double angle_between(const Wing& first, const Wing& second)
{
    return std::atan2(second.n.cross(first.n).dot(first.e) / first.l, first.n.dot(second.n));
}

// d theta / d x_a.
std::array<Vec3, 4> angle_gradient(const std::array<Wing, 2>& wings)
{
    const Wing& a = wings[0];
    const Wing& b = wings[1];
    return {Vec3(-(1.0 - a.t) * a.g - (1.0 - b.t) * b.g), Vec3(-a.t * a.g - b.t * b.g), a.g, b.g};
}

// Half of a full matrix's entry (a, b) and, when its turn comes, half of (b, a): the sum of the wings is symmetric, each
// wing alone is not.
void add_half(Mat3* block, Index a, Index b, const Mat3& value)
{
    if (a > b)
        block[block_of(a, b)] += 0.5 * value;
    else if (a < b)
        block[block_of(b, a)] += 0.5 * value.transpose();
    else
        block[block_of(a, a)] += 0.5 * (value + value.transpose());
}

// Adds scale d(grad theta) of one wing: dg = n/|n|^2 dl + (l/|n|^2)(I - 2 n n^T/|n|^2) dn, and the change of t.
void add_angle_hessian(const Wing& wing, Index apex, double scale, Mat3* block)
{
    const Mat3 mirror =
        wing.side * wing.l / wing.nn * (Mat3::Identity() - 2.0 / wing.nn * wing.n * wing.n.transpose());
    const double l2 = wing.l * wing.l;
    Mat3 dg[3];  // by x0, x1, apex
    dg[2] = mirror * cross_matrix(wing.e);
    dg[1] = wing.n * wing.e.transpose() / (wing.nn * wing.l) - mirror * cross_matrix(wing.d);
    dg[0] = -dg[1] - dg[2];
    Vec3 dt[3];
    dt[2] = wing.e / l2;
    dt[1] = (wing.d - 2.0 * wing.t * wing.e) / l2;
    dt[0] = -dt[1] - dt[2];
    const Index corner[3] = {0, 1, apex};
    for (Index j = 0; j < 3; ++j) {
        const Mat3 turning = wing.g * dt[j].transpose();
        add_half(block, 0, corner[j], scale * (turning - (1.0 - wing.t) * dg[j]));
        add_half(block, 1, corner[j], -scale * (turning + wing.t * dg[j]));
        add_half(block, apex, corner[j], scale * dg[j]);
    }
}

// One triangle of a hinge at rest: apex height over the edge and the foot below it, m; area, m^2.
struct RestWing {
    double height, foot, area;
};

RestWing rest_wing(const Vec3& x0, const Vec3& x1, const Vec3& apex)
{
    const Vec3 e = x1 - x0;
    const double doubled = e.cross(apex - x0).norm();
    return {doubled / e.norm(), (apex - x0).dot(e) / e.norm(), 0.5 * doubled};
}

// <theta^2> over the directions of a roll of curvature 1, m^2.
double mean_squared_angle(const RestWing& a, const RestWing& b, double l)
{
    const double p = 0.5 * (a.height + b.height);
    const double q = a.foot - b.foot;
    const double r = 0.5 * (a.foot * (l - a.foot) / a.height + b.foot * (l - b.foot) / b.height);
    return (3.0 * (p * p + r * r) + q * q - 2.0 * p * r) / 8.0;
}

[[noreturn]] void refuse(const Hinge& h, double area0, double area1)
{
    const bool first = !(area0 > 0.0);
    throw InputError("",
                     fmt::format("triangle {} has zero area ({:.3g} m^2) and no angle to its neighbour {}: "
                                 "delete it, or merge or move its points",
                                 first ? h.triangle0 : h.triangle1, first ? area0 : area1,
                                 first ? h.triangle1 : h.triangle0));
}

// Inner edges of every triangle.
std::vector<Index> count_hinges(const SurfaceTopology& topology)
{
    std::vector<Index> count(topology.triangle_edges.size(), 0);
    for (const Hinge& h : topology.hinges) {
        ++count[h.triangle0];
        ++count[h.triangle1];
    }
    return count;
}

}  // namespace

double dihedral_angle(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& x3)
{
    return angle_between(Wing(x0, x1, x2, 1.0), Wing(x0, x1, x3, -1.0));
}

void append_hinges(DihedralBend& terms, const SurfaceTopology& topology, Span<const Vec3> rest,
                   Index first_node, double bend, bool rest_flat)
{
    const std::vector<Index> shares = count_hinges(topology);
    for (const Hinge& h : topology.hinges) {
        const Vec3 &x0 = rest[h.e0], &x1 = rest[h.e1], &x2 = rest[h.o0], &x3 = rest[h.o1];
        const RestWing a = rest_wing(x0, x1, x2);
        const RestWing b = rest_wing(x0, x1, x3);
        if (!(a.area > 0.0 && b.area > 0.0)) refuse(h, a.area, b.area);
        const double answered = a.area / shares[h.triangle0] + b.area / shares[h.triangle1];
        terms.nodes.emplace_back(Tet(h.e0, h.e1, h.o0, h.o1).array() + first_node);
        terms.stiffness.push_back(0.5 * bend * answered / mean_squared_angle(a, b, (x1 - x0).norm()));
        terms.rest_angle.push_back(rest_flat ? 0.0 : dihedral_angle(x0, x1, x2, x3));
    }
}

double energy(const DihedralBend& terms, Span<const Vec3> x, Index e)
{
    const std::array<Wing, 2> wings = wings_of(terms, x, e);
    if (!(wings[0].nn > 0.0 && wings[1].nn > 0.0)) return std::numeric_limits<double>::infinity();
    const double strain = angle_between(wings[0], wings[1]) - terms.rest_angle[e];
    return terms.stiffness[e] * strain * strain;
}

void gradient(const DihedralBend& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const std::array<Wing, 2> wings = wings_of(terms, x, e);
        const double strain = angle_between(wings[0], wings[1]) - terms.rest_angle[e];
        const std::array<Vec3, 4> g = angle_gradient(wings);
        for (Index a = 0; a < 4; ++a)
            corner[4 * static_cast<std::size_t>(e - begin) + a] = 2.0 * terms.stiffness[e] * strain * g[a];
    }
}

void hessian(const DihedralBend& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block)
{
    for (Index e = begin; e < end; ++e) {
        Mat3* const out = &block[blocks_of(4) * static_cast<std::size_t>(e - begin)];
        const std::array<Wing, 2> wings = wings_of(terms, x, e);
        const std::array<Vec3, 4> g = angle_gradient(wings);
        const double k = 2.0 * terms.stiffness[e];
        for (Index a = 0; a < 4; ++a)
            for (Index b = 0; b <= a; ++b) out[block_of(a, b)].noalias() = k * g[a] * g[b].transpose();
        if (kind == HessianKind::positive) continue;
        const double strain = angle_between(wings[0], wings[1]) - terms.rest_angle[e];
        for (Index w = 0; w < 2; ++w) add_angle_hessian(wings[w], kApex[w], k * strain, out);
    }
}

}  // namespace stiction
