#include "solver_core/friction/coupled_newton.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kDamping = 1e-4;  // of J^T J's largest diagonal entry, times the relative size of F
constexpr double kLeastDamping = 1e-14;
constexpr Index kHalvings = 4;
constexpr double kHelps = 0.95;  // of |F|: what a step must come below to count

}  // namespace

void CoupledNewton::start(const Delassus& w, const Eigen::VectorXd& q, Span<const double> mu)
{
    w_ = w.to_dense();
    q_ = q;
    mu_ = mu;
    rho_.resize(static_cast<std::size_t>(w.contacts()));
    for (Index c = 0; c < w.contacts(); ++c) {
        const double trace = w.diagonal(c).trace();
        rho_[c] = trace > 0.0 ? 3.0 / trace : 0.0;  // 0: only held nodes, F = r there
    }
}

// F and u at r; returns |F|.
double CoupledNewton::residual(const Eigen::VectorXd& r, Eigen::VectorXd& u, Eigen::VectorXd& f) const
{
    u.noalias() = w_ * r;
    u += q_;
    f = r;
    for (std::size_t c = 0; c < rho_.size(); ++c) {
        const Index k = 3 * static_cast<Index>(c);
        if (rho_[c] == 0.0) continue;
        const Vec3 y = r.segment<3>(k) - rho_[c] * u.segment<3>(k);
        const double pressure = std::max(0.0, y[0]);
        Vec2 drag = y.tail<2>();
        const double length = drag.norm();
        if (length > mu_[c] * pressure) drag *= mu_[c] * pressure / length;
        f.segment<3>(k) -= Vec3(pressure, drag[0], drag[1]);
    }
    return f.norm();
}

void CoupledNewton::differentiate(const Eigen::VectorXd& r)
{
    j_.setIdentity(w_.rows(), w_.cols());
    for (std::size_t c = 0; c < rho_.size(); ++c) {
        const Index k = 3 * static_cast<Index>(c);
        const double rho = rho_[c];
        const Vec3 y = r.segment<3>(k) - rho * u_.segment<3>(k);
        if (rho == 0.0 || y[0] <= 0.0) continue;
        j_.row(k) = rho * w_.row(k);
        const Vec2 drag = y.tail<2>();
        const double length = drag.norm(), radius = mu_[c] * y[0];
        if (length <= radius) {
            j_.middleRows<2>(k + 1) = rho * w_.middleRows<2>(k + 1);
            continue;
        }
        const Vec2 e = drag / length;
        const Mat2 across = (radius / length) * (Mat2::Identity() - e * e.transpose());
        j_.middleRows<2>(k + 1) = rho * (across * w_.middleRows<2>(k + 1) + mu_[c] * e * w_.row(k));
        j_.block<2, 2>(k + 1, k + 1) += Mat2::Identity() - across;
        j_.block<2, 1>(k + 1, k) -= mu_[c] * e;
    }
}

Index CoupledNewton::improve(Index most, Eigen::VectorXd& r)
{
    double now = residual(r, u_, f_);
    for (Index step = 0; step < most; ++step) {
        const double size = std::max(r.norm(), now);
        if (!(now > 0.0) || !std::isfinite(now)) return step;
        differentiate(r);
        normal_.noalias() = j_.transpose() * j_;
        const double largest = normal_.diagonal().maxCoeff();
        normal_.diagonal().array() += largest * std::max(kLeastDamping, kDamping * std::min(1.0, now / size));
        factor_.compute(normal_);
        if (factor_.info() != Eigen::Success) return step;
        dr_ = -(j_.transpose() * f_);
        factor_.solveInPlace(dr_);
        double length = 1.0, then = 0.0;
        for (Index halving = 0; halving <= kHalvings; ++halving, length *= 0.5) {
            trial_ = r + length * dr_;
            then = residual(trial_, trial_u_, trial_f_);
            if (then < kHelps * now) break;
        }
        if (!(then < kHelps * now)) return step;
        r.swap(trial_);
        u_.swap(trial_u_);
        f_.swap(trial_f_);
        now = then;
    }
    return most;
}

}  // namespace stiction
