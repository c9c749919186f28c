#include "solver_core/contact/surface_distance.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/mesh/aabb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

// Points a triangle is cut into at most along a side: a spacing of nothing is no request for infinitely many.
constexpr int kMaxCuts = 64;
constexpr Index kChunk = 64;

Aabb box_of(const Vec3Array& points)
{
    Aabb box;
    for (const Vec3& p : points) box.include(p);
    return box;
}

}  // namespace

SurfaceDistance::SurfaceDistance(const SurfaceMesh& mesh) : mesh_(mesh)
{
    STICTION_ASSERT(!mesh.triangles.empty());
    for (const Triangle& t : mesh.triangles) {
        const Vec3 &a = mesh.positions[at(t[0])], &b = mesh.positions[at(t[1])],
                   &c = mesh.positions[at(t[2])];
        centre_.emplace_back((a + b + c) / 3.0);
        for (const Vec3& corner : {a, b, c}) size_ = std::max(size_, (corner - centre_.back()).norm());
    }
    const Aabb box = box_of(centre_);
    diagonal_ = (box.hi - box.lo).norm();
    middle_ = 0.5 * (box.lo + box.hi);
    grid_.build(centre_, std::max(size_, 1e-3 * diagonal_ + 1e-300));
}

double SurfaceDistance::operator()(const Vec3& x, std::vector<Index>& near) const
{
    // A triangle at distance d has its centre within d + size: a search of radius r is enough once r >= found + size.
    double radius = 2.0 * size_ + 1e-12 * diagonal_;
    const double farthest = (x - middle_).norm() + diagonal_ + 4.0 * size_;
    for (;;) {
        grid_.gather(centre_, x, radius, near);
        double square = std::numeric_limits<double>::infinity();
        for (const Index t : near) {
            const Triangle& tri = mesh_.triangles[at(t)];
            square = std::min(
                square, closest_point_triangle(x, mesh_.positions[at(tri[0])], mesh_.positions[at(tri[1])],
                                               mesh_.positions[at(tri[2])])
                            .distance2);
        }
        const double found = std::sqrt(square);
        if (found + size_ <= radius || radius > farthest) return found;
        radius = std::isfinite(found) ? 1.0001 * (found + size_) : 2.0 * radius;
    }
}

double one_sided_distance(const SurfaceMesh& from, const SurfaceMesh& to, double spacing)
{
    const SurfaceDistance distance(to);
    const auto triangles = static_cast<Index>(from.triangles.size());
    std::vector<double> largest(at((triangles + kChunk - 1) / kChunk), 0.0);
    parallel_chunks(triangles, kChunk, [&](Index begin, Index end) {
        std::vector<Index> near;
        double& here = largest[at(begin / kChunk)];
        for (Index n = begin; n < end; ++n) {
            const Triangle& t = from.triangles[at(n)];
            const Vec3 &a = from.positions[at(t[0])], &b = from.positions[at(t[1])],
                       &c = from.positions[at(t[2])];
            const double side = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
            const int cuts =
                std::clamp(static_cast<int>(std::ceil(std::min(side / spacing, 1e6))), 1, kMaxCuts);
            for (int i = 0; i <= cuts; ++i)
                for (int j = 0; i + j <= cuts; ++j)
                    here = std::max(
                        here,
                        distance(a + (double(i) / cuts) * (b - a) + (double(j) / cuts) * (c - a), near));
        }
    });
    return largest.empty() ? 0.0 : *std::max_element(largest.begin(), largest.end());
}

HausdorffDistance hausdorff_distance(const SurfaceMesh& first, const SurfaceMesh& second, double spacing)
{
    return {one_sided_distance(first, second, spacing), one_sided_distance(second, first, spacing)};
}

double box_diagonal(const SurfaceMesh& mesh)
{
    const Aabb box = box_of(mesh.positions);
    return (box.hi - box.lo).norm();
}

}  // namespace stiction
