#include "solver_core/friction/smooth_friction.hpp"

#include <cmath>

namespace stiction {
namespace {

// s(x) / x.
FrictionSlope smoothing_slope(FrictionSmoothing kind, double x, double eps)
{
    if (kind == FrictionSmoothing::rational) {
        const double phi = 1.0 / (x + eps);
        return {phi, -phi * phi};
    }
    if (x < eps) return {(2.0 - x / eps) / eps, -1.0 / (eps * eps)};
    return {1.0 / x, -1.0 / (x * x)};
}

}  // namespace

double smoothing(FrictionSmoothing kind, double x, double eps)
{
    return x * smoothing_slope(kind, x, eps).phi;
}

FrictionSlope friction_slope(const FrictionProfile& profile, double mu, double x)
{
    const FrictionSlope s = smoothing_slope(profile.smoothing, x, profile.eps);
    double m = mu, dm = 0.0;
    if (profile.static_ratio != 1.0) {
        const double ratio = x / profile.stribeck_speed;
        const double fading = mu * (profile.static_ratio - 1.0) * std::exp(-ratio * ratio);
        m += fading;
        dm = -2.0 * ratio / profile.stribeck_speed * fading;
    }
    return {m * s.phi + profile.viscous, m * s.derivative + dm * s.phi};
}

Vec3 smooth_friction(const FrictionProfile& profile, double mu, const Vec3& u)
{
    return -friction_slope(profile, mu, u.norm()).phi * u;
}

Mat3 smooth_friction_derivative(const FrictionProfile& profile, double mu, const Vec3& u)
{
    const double x = u.norm();
    const FrictionSlope slope = friction_slope(profile, mu, x);
    Mat3 derivative = -slope.phi * Mat3::Identity();
    if (x > 0.0) derivative -= (slope.derivative / x) * u * u.transpose();
    return derivative;
}

}  // namespace stiction
