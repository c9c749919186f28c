#include "solver_core/friction/coupled_sweeps.hpp"

#include "solver_core/friction/coulomb_law.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kNewtonSteps = 12;
constexpr Index kSamples = 48;  // of the circle, when Newton's method does not find the angle
constexpr Index kBisections = 60;
constexpr double kAngleRounding = 1e-15;
constexpr double kLeastStiffness = 1e-12;  // of W_NN: below it the normal impulse is not determined by u_N

// The slipping contact as a function of the angle of e.
struct Slip {
    const Mat3& w;
    const Vec3& d;
    double mu;

    // Impulse and its velocity; false where W_NN + mu W_NT . e is not positive.
    bool at(double angle, Vec3& r, Vec2& e, Vec2& u) const
    {
        e = Vec2(std::cos(angle), std::sin(angle));
        const double stiffness = w(0, 0) + mu * (w(0, 1) * e[0] + w(0, 2) * e[1]);
        if (!(stiffness > kLeastStiffness * w(0, 0))) return false;
        const double r_n = -d[0] / stiffness;
        r = Vec3(r_n, mu * r_n * e[0], mu * r_n * e[1]);
        u = d.tail<2>() + w.bottomRows<2>() * r;
        return true;
    }
    // u_T x e, zero where u_T and e are parallel.
    bool across(double angle, double& value) const
    {
        Vec3 r;
        Vec2 e, u;
        if (!at(angle, r, e, u)) return false;
        value = u[0] * e[1] - u[1] * e[0];
        return true;
    }
    bool is_answer(double angle, Vec3& r) const
    {
        Vec2 e, u;
        return at(angle, r, e, u) && u.dot(e) <= 0.0;
    }
};

// d(u x e)/d angle by the chain rule: u' = W_T (r'), r' = r_N' (1, mu e) + r_N (0, mu e'), e' = (-e_y, e_x).
bool newton(const Slip& slip, double angle, Vec3& r)
{
    for (Index k = 0; k < kNewtonSteps; ++k) {
        Vec2 e, u;
        if (!slip.at(angle, r, e, u)) return false;
        const Vec2 turned(-e[1], e[0]);
        const double stiffness = slip.w(0, 0) + slip.mu * (slip.w(0, 1) * e[0] + slip.w(0, 2) * e[1]);
        const double stiffening = slip.mu * (slip.w(0, 1) * turned[0] + slip.w(0, 2) * turned[1]);
        const double slope_n = -r[0] * stiffening / stiffness;
        const Vec2 slope_t = slip.mu * (slope_n * e + r[0] * turned);
        const Vec2 slope_u = slip.w.bottomRows<2>() * Vec3(slope_n, slope_t[0], slope_t[1]);
        const double value = u[0] * e[1] - u[1] * e[0];
        const double slope = slope_u[0] * e[1] - slope_u[1] * e[0] + u[0] * turned[1] - u[1] * turned[0];
        const double step = slope != 0.0 ? -value / slope : 0.0;
        if (!(std::abs(step) < 1.0)) return false;
        angle += step;
        if (std::abs(step) <= kAngleRounding * 8.0) return slip.is_answer(angle, r);
        if (k + 1 == kNewtonSteps && std::abs(step) < 1e-10) return slip.is_answer(angle, r);
    }
    return false;
}

bool search_circle(const Slip& slip, Vec3& r)
{
    const double turn = 2.0 * std::acos(-1.0);
    double before = 0.0, value = 0.0;
    bool known = slip.across(0.0, before);
    for (Index k = 1; k <= kSamples; ++k) {
        const double high = turn * k / kSamples;
        const bool good = slip.across(high, value);
        if (good && known && (before <= 0.0) != (value <= 0.0)) {
            double low = turn * (k - 1) / kSamples, top = high, middle_value = 0.0;
            for (Index b = 0; b < kBisections; ++b) {
                const double middle = 0.5 * (low + top);
                if (!slip.across(middle, middle_value)) break;
                ((middle_value <= 0.0) == (before <= 0.0) ? low : top) = middle;
            }
            if (slip.is_answer(0.5 * (low + top), r)) return true;
        }
        before = value;
        known = good;
    }
    return false;
}

}  // namespace

bool solve_coulomb_block(const Mat3& w, const Vec3& d, double mu, Vec3& r)
{
    const Vec3 start = r;
    r.setZero();
    if (d[0] >= 0.0) return true;
    if (!(w(0, 0) > 0.0)) return false;
    const Eigen::LLT<Mat3> factor(w);
    if (factor.info() == Eigen::Success) {
        const Vec3 stick = -factor.solve(d);
        if (stick.allFinite() && stick.tail<2>().norm() <= mu * stick[0]) {
            r = stick;
            return true;
        }
    }
    if (mu <= 0.0) {
        r[0] = -d[0] / w(0, 0);
        return true;
    }
    const Slip slip{w, d, mu};
    // The last direction where there was one, else against the sliding without friction.
    Vec2 guess = start.tail<2>();
    if (guess.squaredNorm() == 0.0) guess = -(d.tail<2>() - (d[0] / w(0, 0)) * w.block<2, 1>(1, 0));
    if (newton(slip, std::atan2(guess[1], guess[0]), r)) return true;
    if (search_circle(slip, r)) return true;
    r = start;
    return false;
}

void CoupledSweeps::start(const Delassus& w, const Eigen::VectorXd& q, Span<const double> mu,
                          const Eigen::VectorXd& r)
{
    w_ = &w;
    q_ = &q;
    mu_ = mu;
    backward_ = false;
    w.start(r, motion_);
}

void CoupledSweeps::sweep(Eigen::VectorXd& r)
{
    const Index count = w_->contacts();
    for (Index k = 0; k < count; ++k) {
        const Index c = backward_ ? count - 1 - k : k;
        const Mat3& own = w_->diagonal(c);
        const double trace = own.trace();
        if (!(trace > 0.0)) continue;  // only held nodes: nothing an impulse could change
        const Vec3 before = r.segment<3>(3 * c);
        const Vec3 u = q_->segment<3>(3 * c) + w_->velocity(c, motion_);
        Vec3 answer = before;
        if (!solve_coulomb_block(own, u - own * before, mu_[c], answer)) {
            Vec3 pushed = before - (u + mu_[c] * u.tail<2>().norm() * Vec3::UnitX()) / trace;
            answer = project_on_cone(pushed, Vec3::UnitX(), mu_[c]);
        }
        const Vec3 change = answer - before;
        if (change.isZero(0.0)) continue;
        r.segment<3>(3 * c) = answer;
        w_->change(c, change, motion_);
    }
    backward_ = !backward_;
}

}  // namespace stiction
