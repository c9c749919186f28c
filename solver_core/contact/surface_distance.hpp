#pragma once

// How far two triangle surfaces are apart: distances from points of one to the nearest point of the other, both ways.
//
//   one-sided(A, B) = max over points a of A of min over points b of B of |a - b|
//   Hausdorff       = the larger of one-sided(A, B) and one-sided(B, A)
//
// The nearest point on the other surface is exact; A is sampled: corners of the triangles and points inside no farther apart
// than `spacing`. The figure is at most `spacing` too small.

#include "solver_core/contact/sample_grid.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

namespace stiction {

// Distances of points to one surface.
class SurfaceDistance {
public:
    explicit SurfaceDistance(const SurfaceMesh& mesh);
    // m; `near` is the caller's buffer, so that several may ask at once.
    double operator()(const Vec3& x, std::vector<Index>& near) const;

private:
    const SurfaceMesh& mesh_;
    SampleGrid grid_;
    Vec3Array centre_;
    double size_ = 0.0;      // largest distance of a triangle's corner from its centre
    double diagonal_ = 0.0;  // of the centres' box
    Vec3 middle_ = Vec3::Zero();
};

struct HausdorffDistance {
    double from_first = 0.0;   // points of the first to the second, m
    double from_second = 0.0;  // and back
    double largest() const { return from_first > from_second ? from_first : from_second; }
};

double one_sided_distance(const SurfaceMesh& from, const SurfaceMesh& to, double spacing);
HausdorffDistance hausdorff_distance(const SurfaceMesh& first, const SurfaceMesh& second, double spacing);

// Length of the bounding box's diagonal, m.
double box_diagonal(const SurfaceMesh& mesh);

}  // namespace stiction
