#pragma once

// The Signorini-Coulomb law at one contact, solved exactly for a scalar effective mass.
//
//   u = d + w r,   (u, r) in C_mu:                                              [Ly et al. 2020, eqs 9-12]
//     take off   r = 0,                       u_N >= 0
//     stick      |r_T| <= mu r_N,             u = 0
//     slip       |r_T| = mu r_N, u_N = 0,     r_T opposite to u_T
//
//   d   relative velocity without this contact's own impulse, m/s        n   contact normal
//   w   inverse effective mass at the contact, 1/kg                      mu  friction coefficient
//   r   impulse on side A, N s

#include "solver_core/base/types.hpp"

namespace stiction {

enum class ContactMode { take_off, stick, slip };

struct ContactImpulse {
    Vec3 impulse = Vec3::Zero();
    ContactMode mode = ContactMode::take_off;
};

inline ContactImpulse solve_coulomb(const Vec3& d, const Vec3& n, double mu, double w)
{
    const double d_n = d.dot(n);
    if (d_n >= 0.0) return {};
    const Vec3 d_t = d - d_n * n;
    const double limit = -mu * d_n;  // largest |d_T| that sticks, m/s
    const double slip = d_t.norm();
    if (slip <= limit) return {-d / w, ContactMode::stick};
    return {(-d_n * n - (limit / slip) * d_t) / w, ContactMode::slip};
}

// Euclidean projection on the cone { |r_T| <= mu r_N }.
inline Vec3 project_on_cone(const Vec3& r, const Vec3& n, double mu)
{
    const double r_n = r.dot(n);
    const Vec3 r_t = r - r_n * n;
    const double length = r_t.norm();
    if (length <= mu * r_n) return r;                            // inside
    if (mu * length <= -r_n) return Vec3::Zero();                // in the polar cone
    const double along = (r_n + mu * length) / (1.0 + mu * mu);  // onto the nearest generator
    return along * n + (mu * along / length) * r_t;
}

}  // namespace stiction
