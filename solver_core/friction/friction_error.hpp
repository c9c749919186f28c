#pragma once

// How far impulses and velocities are from the Signorini-Coulomb law: one measure for every method.
//
// Natural map, free of units (the mean inverse mass w turns impulses into velocities):
//   F_c = w r_c - P_K( w r_c - u_c - mu |u_T| n ),    error = sqrt(sum |F_c|^2) / max(|q|, |w r|, |u|)
//
// Alart-Curnier function beside it, as papers plot it, in m/s by the same w:
//   normal:      max(0, w r_N - u_N) - w r_N
//   tangential:  P_disc( w r_T - u_T ; mu max(0, w r_N - u_N) ) - w r_T
//
//   u   relative velocity, with the allowed approach gap/h added along n        P_K     projection on the cone
//   r   impulse on side A, N s                                                  P_disc  projection on a disc
//   q   relative velocity of the motion without contact forces, m/s

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

namespace stiction {

struct FrictionSample {
    Vec3 u;
    Vec3 r;
    Vec3 q;
    Vec3 n;
    double mu = 0.0;
};

struct FrictionError {
    double natural_map = 0.0;               // dimensionless
    double alart_curnier_normal = 0.0;      // mean over the contacts, m/s
    double alart_curnier_tangential = 0.0;  // mean over the contacts, m/s
};

FrictionError friction_error(Span<const FrictionSample> contacts, double mean_inverse_mass);

}  // namespace stiction
