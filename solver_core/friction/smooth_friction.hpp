#pragma once

// Coulomb friction with a smooth way through rest, and Stribeck's profile over it.    [Larionov 2022, sec. 4.3.2, fig. 3.1 d]
//
//   F = -N phi(|u|) u,    phi(x) = m(x) s(x) / x + c                                                            (4.4), (4.5)
//   m(x) = mu (1 + (rho - 1) exp(-(x / v_s)^2))              mu where it slides, rho mu near rest
//   s_a(x) = 2 x / eps - x^2 / eps^2  for x < eps, else 1    C^1, full friction from eps on                            (4.6)
//   s_b(x) = x / (x + eps)                                   smooth of any order, never quite full                    (4.7)
//   dF/du = -N (phi I + x phi' w w^T),   w = u / x           finite at rest: s / x is
//
// The thesis smooths Stribeck's curve with an arctangent; here the same s serves every profile.
//
//   u    sliding velocity in the tangent plane, m/s         eps  speed at which friction is full (s_a), m/s
//   N    normal force, N                                    rho  static over kinetic coefficient, 1
//   mu   kinetic friction coefficient, 1                    v_s  speed over which static friction fades, m/s
//   c    viscous friction over N, s/m

#include "solver_core/base/types.hpp"

namespace stiction {

enum class FrictionSmoothing {
    quadratic,  // s_a
    rational,   // s_b
};

struct FrictionProfile {
    FrictionSmoothing smoothing = FrictionSmoothing::quadratic;
    double eps = 1e-4;
    double static_ratio = 1.0;
    double stribeck_speed = 0.01;
    double viscous = 0.0;
};

// phi and its derivative at x = |u|.
struct FrictionSlope {
    double phi = 0.0;         // s/m
    double derivative = 0.0;  // s^2/m^2
};

double smoothing(FrictionSmoothing kind, double x, double eps);
FrictionSlope friction_slope(const FrictionProfile& profile, double mu, double x);

// F / N and d(F / N) / du for a vector in the tangent plane.
Vec3 smooth_friction(const FrictionProfile& profile, double mu, const Vec3& u);
Mat3 smooth_friction_derivative(const FrictionProfile& profile, double mu, const Vec3& u);

}  // namespace stiction
