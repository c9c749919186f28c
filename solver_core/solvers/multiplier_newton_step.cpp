// The linear equations of a Newton step on the whole law.

#include "solver_core/solvers/multiplier_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kCoupled = 1e-8;  // residual of the limits' system
constexpr Index kMostProducts = 60;

Vec3 tangential(const Vec3& vector, const Vec3& n) { return vector - n.dot(vector) * n; }

}  // namespace

bool MultiplierNewton::factorize(const ConstrainedStepSettings& settings, ConstrainedStepStats& stats)
{
    for (Index i = 0; i < rows_->count(); ++i) {
        penalty_[i] = mode_[i] == Mode::open ? 0.0 : beta_ * mass_[i];
        response_[i].setZero();
        if (mode_[i] == Mode::open || mode_[i] == Mode::smooth) continue;
        const Vec3 n = law_->frame[i].col(0);
        response_[i] = Mat3::Identity() - n * n.transpose();
        if (mode_[i] == Mode::stick) {
            response_[i] *= penalty_[i];
        } else {
            response_[i] -= along_[i] * along_[i].transpose();
            response_[i] *= turning_[i];
        }
    }
    StepTerms terms{now_.c_gradient, penalty_, now_.lambda, {}, {}};
    if (law_ != nullptr) {
        terms.block = law_->block;
        terms.response = response_;
    }
    factored_ = mode_;
    has_factor_ = system_->factorize(*problem_, now_.v, settings.hessian, terms, stats);
    return has_factor_;
}

// d from the factor with limits as they are, then with limits that follow; returns its largest component.
double MultiplierNewton::find_step()
{
    for (std::size_t a = 0; a < force_.size(); ++a) force_[a] = -now_.gradient[a];
    for (Index i = 0; i < rows_->count(); ++i) {
        if (mode_[i] == Mode::open) continue;
        const double pull = now_.lambda[i] - penalty_[i] * now_.c[i];
        Vec3 p = Vec3::Zero();
        if (mode_[i] == Mode::stick) p = now_.r[i] - penalty_[i] * now_.u[i];
        if (mode_[i] == Mode::slip)
            p = law_->mu[i] * pull * along_[i] -
                turning_[i] * (now_.u[i] - along_[i].dot(now_.u[i]) * along_[i]);
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            force_[rows_->node[e]] += node_impulse(now_, e, pull, p);
    }
    for (Index f = 0; f < system_->free_nodes(); ++f)
        for (Index k = 0; k < 3; ++k) step_[3 * f + k] = force_[system_->node_of(f)][k];
    system_->solve(step_);
    if (!slipping_.empty()) couple_limits();
    for (Index f = 0; f < system_->free_nodes(); ++f)
        motion_[system_->node_of(f)] = Vec3(step_[3 * f], step_[3 * f + 1], step_[3 * f + 2]);
    double most = 0.0;
    for (const double d : step_) most = std::isfinite(d) ? std::max(most, std::abs(d)) : kInfinity;
    return most;
}

// z = mu rho grad c . d of the slipping contacts.
void MultiplierNewton::close(const std::vector<double>& d, Eigen::VectorXd& z) const
{
    z.resize(static_cast<Index>(slipping_.size()));
    for (std::size_t s = 0; s < slipping_.size(); ++s) {
        const Index i = slipping_[s];
        double rate = 0.0;
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e) {
            const Index f = system_->free_of(rows_->node[e]);
            for (Index k = 0; f >= 0 && k < 3; ++k) rate += now_.c_gradient[e][k] * d[3 * f + k];
        }
        z[static_cast<Index>(s)] = law_->mu[i] * penalty_[i] * rate;
    }
}

// pull_ = K^-1 B_t z.
void MultiplierNewton::answer(const Eigen::VectorXd& z)
{
    std::fill(pull_.begin(), pull_.end(), 0.0);
    for (std::size_t s = 0; s < slipping_.size(); ++s) {
        const Index i = slipping_[s];
        const Vec3 force = z[static_cast<Index>(s)] * along_[i];
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e) {
            const Index f = system_->free_of(rows_->node[e]);
            const Vec3 at_node = law_->block[e].transpose() * force;
            for (Index k = 0; f >= 0 && k < 3; ++k) pull_[3 * f + k] += at_node[k];
        }
    }
    system_->solve(pull_);
}

void MultiplierNewton::couple_limits()
{
    const auto product = [&](const Eigen::VectorXd& in, Eigen::VectorXd& out) {
        answer(in);
        close(pull_, out);
        out += in;
    };
    close(step_, z0_);
    gmres_.solve(z0_, kCoupled, kMostProducts, product, z_);
    answer(z_);
    for (std::size_t k = 0; k < step_.size(); ++k) step_[k] -= pull_[k];
}

// lambda+ and r+ of the linear equations.
void MultiplierNewton::find_impulses()
{
    for (Index i = 0; i < rows_->count(); ++i) {
        new_lambda_[i] = 0.0;
        new_r_[i].setZero();
        if (mode_[i] == Mode::open) continue;
        double c = now_.c[i];
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            c += now_.c_gradient[e].dot(motion_[rows_->node[e]]);
        new_lambda_[i] = now_.lambda[i] - penalty_[i] * c;
        if (mode_[i] != Mode::smooth) new_r_[i] = new_friction(i);
    }
}

Vec3 MultiplierNewton::new_friction(Index i) const
{
    Vec3 u = now_.u[i];
    for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
        u += law_->block[e] * motion_[rows_->node[e]];
    u = tangential(u, law_->frame[i].col(0));
    if (mode_[i] == Mode::stick) return now_.r[i] - penalty_[i] * u;
    return law_->mu[i] * new_lambda_[i] * along_[i] - turning_[i] * (u - along_[i].dot(u) * along_[i]);
}

}  // namespace stiction
