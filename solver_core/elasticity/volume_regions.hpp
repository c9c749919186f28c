#pragma once

// Closed regions that resist a change of their volume: a ball full of air, a body full of water.
//                                                                                          [Larionov 2022, sec. 4.3.3]
//
//   V = (1/6) sum over triangles of x0 . (x1 x x2)                    W' = dW/dV = -p(V)
//   dV/dx_a = (1/6) sum of (x1 - x0) x (x2 - x0) over the triangles at a               a closed fan has no other terms
//   dW/dx = -p dV/dx                           d2W/dx2 = W'' (dV/dx) (dV/dx)^T - p d2V/dx2
//
//   gas         p = (P_a + p_1) V_1 / V - P_a,   P_a = 1 / kappa_v                                               (4.10)
//   liquid      p = p_1 - ln(V / V_1) / kappa_v                                                                  (4.11)
//   quadratic   p = p_1 - (V / V_1 - 1) / kappa_v                                                                (4.12)
//
//   V_1      volume at the start, m^3           p    pressure above that outside, Pa; p_1 at V_1
//   kappa_v  compression coefficient, 1/Pa      P_a  pressure of the air that kappa_v belongs to: 1 atm at 1/atm
//
// With p_1 = 0 these are the energies of the thesis. Pressure is ours: the same laws, begun elsewhere on their curve. d2V/dx2 has
// the pattern of the triangles' edges and joins the elastic Hessian; the first term is dense and left to the solver, as a vector.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/math/hessian_kind.hpp"
#include "solver_core/math/low_rank.hpp"

#include <vector>

namespace stiction {

enum class FillLaw { quadratic, gas, liquid };

struct Fill {
    FillLaw law = FillLaw::quadratic;
    double volume = 1.0;    // V_1
    double kappa = 1.0;     // kappa_v
    double pressure = 0.0;  // p_1
};

// W, 0 at V_1; infinity where a law ends (gas and liquid need a positive volume).
double fill_energy(const Fill& fill, double volume);
// p; not a number beyond the law's end.
double fill_pressure(const Fill& fill, double volume);
// W'' = -dp/dV, Pa/m^3.
double fill_stiffness(const Fill& fill, double volume);

struct VolumeRegions {
    static constexpr Index kCorners = 3;
    std::vector<Triangle> nodes;  // facing out of their region, one region after the other
    std::vector<Index> region;    // of every triangle
    std::vector<Index> begin{0};  // first triangle of region r; one more at the end
    std::vector<Fill> fill;
    Index size() const { return static_cast<Index>(nodes.size()); }
    Index region_count() const { return static_cast<Index>(fill.size()); }
};

// The triangles must be closed and face outward; `fill.volume` becomes the volume at x.
void append_region(VolumeRegions& regions, Span<const Triangle> triangles, Span<const Vec3> x, Fill fill);

// V of region r. `partial` is the caller's reusable buffer.
double region_volume(const VolumeRegions& regions, Index r, Span<const Vec3> x, std::vector<double>& partial);
// p of every region.
void region_pressures(const VolumeRegions& regions, Span<const Vec3> x, std::vector<double>& pressure,
                      std::vector<double>& partial);
// The dense part of the Hessian of region r: W'' and dV/dx over its nodes, ascending.
void region_stiffness(const VolumeRegions& regions, Index r, Span<const Vec3> x, RankOneTerm& term,
                      std::vector<double>& partial);

// Triangles under the pressure of their region, an element group as finite_elasticity.cpp knows them.
struct PressedTriangles {
    static constexpr Index kCorners = VolumeRegions::kCorners;
    const VolumeRegions& regions;
    const std::vector<Triangle>& nodes;
    Span<const double> pressure;  // of every region
    Index size() const { return regions.size(); }
};
void gradient(const PressedTriangles& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner);
// The sparse part. It has no definite sign: zero where a positive one is asked for.
void hessian(const PressedTriangles& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block);

}  // namespace stiction
