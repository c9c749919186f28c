#pragma once

// How far a sample reaches: R = radius_factor * L, L the longest edge.
//
// A point of a triangle is at most two thirds of its longest median from its centroid, and a median is shorter than the
// longest edge. So with R = L every point of the mesh has its own triangle's sample at q <= 4/9, hence coverage
// V >= (5/9)^3 = 0.17 > kFullCoverage: no mesh, however irregular, leaves a point of its surface without the full field.
// Half of the largest triangle's diameter, which [Larionov 2022] uses, does not do that: on equilateral triangles of edge e
// the points of the mesh are e/sqrt(3) = 0.577 e from the nearest centroids and R = 0.5 e leaves holes around all of them.

//
// Free points have no edges. Their spacing is the distance to the sixth nearest point, since six edges meet at a point of a
// triangulation: the edge of an even triangular pattern, the diagonal of a square one. Of all points the median counts: those
// on the border of a scan, and strays, have longer ones.

#include "solver_core/contact/mls_surface.hpp"

#include <optional>

namespace stiction {

enum class MlsRadiusRule {
    uniform,  // L of the whole mesh: the smoothest; for meshes of even triangles
    local,    // L of each sample's own triangle: fine parts of an uneven mesh keep their detail
};

// One radius a triangle, m.
std::vector<double> triangle_radii(Span<const Triangle> triangles, Span<const Vec3> x, MlsRadiusRule rule,
                                   double factor);
double longest_edge(Span<const Triangle> triangles, Span<const Vec3> x);

// One radius a point, m: factor times the spacing. Throws InputError with an empty place where points coincide.
std::vector<double> point_radii(Span<const Vec3> points, MlsRadiusRule rule, double factor);
// Each point's distance to its sixth nearest, or to the farthest of fewer, m.
std::vector<double> point_spacing(Span<const Vec3> points);

// The first triangle with a corner or the middle of an edge that no sample reaches within its R: there the contact surface
// would be made of far samples alone.
std::optional<Index> first_uncovered_triangle(const MlsSurface& surface, Span<const Triangle> triangles,
                                              Span<const Vec3> x);
// Throws InputError with an empty place that names it.
void check_coverage(const MlsSurface& surface, Span<const Triangle> triangles, Span<const Vec3> x);

// Refuses point samples that make no surface, by number: a point with no other within R, and a normal that looks against
// those of the points around it. Throws InputError with an empty place.
void check_neighbourhoods(const MlsSurface& surface);

}  // namespace stiction
