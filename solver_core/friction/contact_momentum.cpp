#include "solver_core/friction/contact_momentum.hpp"

#include <cmath>

namespace stiction {

void ContactMomentum::restart()
{
    t_ = 1.0;
    empty_ = true;
}

void ContactMomentum::extrapolate(Span<const Vec3> v, LocalContacts& local)
{
    const double t_next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
    const double beta = empty_ ? 0.0 : (t_ - 1.0) / t_next;
    t_ = t_next;
    empty_ = false;
    v_.resize(local.nodes.size());
    xi_.resize(local.nodes.size());
    xi_y_.resize(local.nodes.size());
    impulse_.resize(local.impulse.size());
    for (std::size_t k = 0; k < local.nodes.size(); ++k) {
        const Index i = local.nodes[k];
        const Vec3 xi = local.xi[i];
        if (beta > 0.0) {
            local.velocity[i] += beta * (v[i] - v_[k]);
            local.xi[i] += beta * (xi - xi_[k]);
        }
        v_[k] = v[i];
        xi_[k] = xi;
        xi_y_[k] = local.xi[i];
    }
    for (std::size_t c = 0; c < local.impulse.size(); ++c) {
        const Vec3 r = local.impulse[c];
        if (beta > 0.0) local.impulse[c] += beta * (r - impulse_[c]);
        impulse_[c] = r;
    }
}

void ContactMomentum::check(const LocalContacts& local)
{
    double uphill = 0.0;
    for (std::size_t k = 0; k < local.nodes.size(); ++k) {
        const Index i = local.nodes[k];
        uphill += local.node_response[i] * (xi_y_[k] - local.xi[i]).dot(local.xi[i] - xi_[k]);
    }
    if (uphill > 0.0) t_ = 1.0;
}

}  // namespace stiction
