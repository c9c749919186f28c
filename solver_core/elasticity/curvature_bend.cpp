#include "solver_core/elasticity/curvature_bend.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace stiction {
namespace {

Vec3 curvature_vector(const CurvatureBend& terms, Span<const Vec3> x, Index e)
{
    // The coefficients sum to zero: differences to the first node keep the digits far from the origin.
    const Vec3& origin = x[terms.node[terms.begin[e]]];
    Vec3 c = Vec3::Zero();
    for (Index a = terms.begin[e] + 1; a < terms.begin[e + 1]; ++a)
        c += terms.coefficient[a] * (x[terms.node[a]] - origin);
    return c;
}

Vec3 area_normal(const CurvatureBend& terms, Span<const Vec3> x, Index e)
{
    Vec3 n = Vec3::Zero();
    for (Index s = terms.normal_begin[e]; s < terms.normal_begin[e + 1]; ++s) {
        const Triangle& t = terms.normal[s];
        n += (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]);
    }
    return n;
}

// Rest curvature carried along. The direction is that of c while it bends to its rest side, else the normal, so that a
// place pushed through flat comes back to the side it was made on.
Vec3 carried_curvature(const CurvatureBend& terms, Span<const Vec3> x, Index e)
{
    const double rest = terms.rest_curvature[e];
    const Vec3 c = curvature_vector(terms, x, e);
    const Vec3 normal = area_normal(terms, x, e);
    if (c.dot(normal) * rest > 0.0) return std::abs(rest) / c.norm() * c;
    const double length = normal.norm();
    return length > 0.0 ? Vec3(rest / length * normal) : Vec3(Vec3::Zero());
}

void copy_stencil(const CurvatureBend& from, Index e, CurvatureBend& to)
{
    to.node.insert(to.node.end(), from.node.begin() + from.begin[e], from.node.begin() + from.begin[e + 1]);
    to.coefficient.insert(to.coefficient.end(), from.coefficient.begin() + from.begin[e],
                          from.coefficient.begin() + from.begin[e + 1]);
    to.normal.insert(to.normal.end(), from.normal.begin() + from.normal_begin[e],
                     from.normal.begin() + from.normal_begin[e + 1]);
    to.begin.push_back(static_cast<Index>(to.node.size()));
    to.normal_begin.push_back(static_cast<Index>(to.normal.size()));
    to.weight.push_back(from.weight[e]);
    to.rest_curvature.push_back(from.rest_curvature[e]);
}

}  // namespace

void sort_curved_first(CurvatureBend& terms)
{
    CurvatureBend sorted;
    for (Index e = 0; e < terms.size(); ++e)
        if (terms.rest_curvature[e] != 0.0) copy_stencil(terms, e, sorted);
    sorted.curved = sorted.size();
    for (Index e = 0; e < terms.size(); ++e)
        if (terms.rest_curvature[e] == 0.0) copy_stencil(terms, e, sorted);
    terms = std::move(sorted);
}

double stiffness(const CurvatureBend& terms, Index e, Index a, Index b)
{
    return terms.weight[e] * terms.coefficient[a] * terms.coefficient[b];
}

void project(const CurvatureBend& terms, Span<const Vec3> x, Index first, Index last, Span<Vec3> corner)
{
    for (Index e = first; e < last; ++e) {
        const Vec3 p = terms.weight[e] * carried_curvature(terms, x, e);
        for (Index a = terms.begin[e]; a < terms.begin[e + 1]; ++a)
            corner[a - terms.begin[first]] = terms.coefficient[a] * p;
    }
}

double energy(const CurvatureBend& terms, Span<const Vec3> x, Index e)
{
    Vec3 c = curvature_vector(terms, x, e);
    if (e < terms.curved) c -= carried_curvature(terms, x, e);
    return 0.5 * terms.weight[e] * c.squaredNorm();
}

}  // namespace stiction
