#pragma once

// Oriented samples of a surface: points s with outward unit normals n_s and radii of influence R_s.
// [Larionov 2022] section 3.4.1, "Discretization".
//
//   triangle   s = (p_0 + p_1 + p_2) / 3,  n = N / |N|,  N = p_0 x p_1 + p_1 x p_2 + p_2 x p_0
//   vertex     s = p,  n = mean of the triangles' normals around p, weighted by area or by angle
//   point      free points with normals (scans); they do not move
//
// Derivatives exist for triangle samples: with E_j = p_(j+2) - p_(j+1), the edge across corner j,
//   d s = sum_j d p_j / 3,   d n = (I - n n^T) / |N|  sum_j E_j x d p_j
// A vertex sample depends on all triangles around it; it serves surfaces whose motion is given, and deformable use is
// refused.
//
// Radii are those of the rest shape and do not follow the deformation: R is no unknown.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <array>
#include <vector>

namespace stiction {

enum class MlsSampleKind { triangle, vertex, point };
enum class NormalWeight { area, angle };

// What the derivatives of a triangle's normal need.
struct TriangleFrame {
    std::array<Vec3, 3> edge{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  // E_j, m
    double inverse_twice_area = 0.0;                                     // 1 / |N|, 1/m^2
};

struct MlsSamples {
    MlsSampleKind kind = MlsSampleKind::triangle;
    NormalWeight normal_weight = NormalWeight::angle;  // of vertex samples
    Vec3Array position, normal;
    std::vector<double> radius;       // R_s, m
    std::vector<Triangle> triangles;  // of triangle samples: their nodes; of vertex samples: all triangles
    std::vector<Index> vertex;        // of vertex samples: their node
    std::vector<TriangleFrame> triangle_frame;  // of triangle samples

    Index size() const { return static_cast<Index>(position.size()); }
    bool is_differentiable() const { return kind == MlsSampleKind::triangle; }
};

// A triangle whose area is zero (mesh_checks.hpp: kZeroMeasure) has no normal: InputError with an empty place that names
// it. `radius` has one entry a sample or one for all.
MlsSamples triangle_samples(Span<const Triangle> triangles, Span<const Vec3> x, Span<const double> radius);
MlsSamples vertex_samples(Span<const Triangle> triangles, Span<const Vec3> x, NormalWeight weight,
                          Span<const double> radius);
// Normals are scaled to unit length; one of length zero is refused with its number.
MlsSamples point_samples(Span<const Vec3> points, Span<const Vec3> normals, Span<const double> radius);

// Positions and normals for moved nodes; point samples stay. A triangle that has collapsed keeps its last normal, without
// derivative: an outcome of the motion, counted in the result.
Index update_samples(Span<const Vec3> x, MlsSamples& samples);

// (d n / d p_j)^T g of triangle sample s, for all three corners.
void normal_transpose_product(const MlsSamples& samples, Index s, const Vec3& g, Vec3 out[3]);
// d n of triangle sample s for moves of its corners.
Vec3 normal_product(const MlsSamples& samples, Index s, const Vec3& move0, const Vec3& move1,
                    const Vec3& move2);
// The second derivative of g . n(p_0, p_1, p_2), g fixed; 9 x 9, corner by corner.
using Mat9 = Eigen::Matrix<double, 9, 9>;
Mat9 normal_hessian(const MlsSamples& samples, Index s, const Vec3& g);

}  // namespace stiction
