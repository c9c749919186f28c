#include "solver_core/friction/friction_error.hpp"

#include "solver_core/friction/coulomb_law.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

struct AlartCurnier {
    double normal;
    double tangential;
};

AlartCurnier alart_curnier(const FrictionSample& c, double w)
{
    const double r_n = w * c.r.dot(c.n);
    const Vec3 r_t = w * c.r - r_n * c.n;
    const double u_n = c.u.dot(c.n);
    const Vec3 u_t = c.u - u_n * c.n;
    const double pressure = std::max(0.0, r_n - u_n);
    Vec3 drag = r_t - u_t;
    const double length = drag.norm();
    if (length > c.mu * pressure) drag *= c.mu * pressure / length;
    return {std::abs(pressure - r_n), (drag - r_t).norm()};
}

}  // namespace

FrictionError friction_error(Span<const FrictionSample> contacts, double mean_inverse_mass)
{
    FrictionError error;
    if (contacts.empty()) return error;
    const double w = mean_inverse_mass;
    double map2 = 0.0, q2 = 0.0, r2 = 0.0, u2 = 0.0;
    for (const FrictionSample& c : contacts) {
        const Vec3 wr = w * c.r;
        const double slip = (c.u - c.u.dot(c.n) * c.n).norm();
        map2 += (wr - project_on_cone(wr - c.u - c.mu * slip * c.n, c.n, c.mu)).squaredNorm();
        q2 += c.q.squaredNorm();
        r2 += wr.squaredNorm();
        u2 += c.u.squaredNorm();
        const AlartCurnier ac = alart_curnier(c, w);
        error.alart_curnier_normal += ac.normal;
        error.alart_curnier_tangential += ac.tangential;
    }
    const double scale = std::sqrt(std::max({q2, r2, u2}));
    error.natural_map = scale > 0.0 ? std::sqrt(map2) / scale : 0.0;
    error.alart_curnier_normal /= static_cast<double>(contacts.size());
    error.alart_curnier_tangential /= static_cast<double>(contacts.size());
    return error;
}

}  // namespace stiction
