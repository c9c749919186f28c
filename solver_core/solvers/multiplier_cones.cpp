#include "solver_core/solvers/multiplier_cones.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/friction/coulomb_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// rho over the mass of a constraint: about the inverse of the error that a change of r leaves. With friction s decides how fast
// all of it converges, and soft penalties change their contacts' modes less often.
constexpr double kFirstBeta = 1e4;
constexpr double kFirstRubbingBeta = 10.0;
constexpr double kMostBeta = 1e8;  // beyond, rounding in K eats the digits the penalty gains
constexpr double kBetaGrowth = 10.0;
constexpr double kSlowUpdate = 0.25;  // a gap that shrinks less than this makes beta grow
constexpr double kSwing = 1.0;        // a gap of s that shrinks less than this is no progress
constexpr double kLeastRelaxation = 0.1;

Vec3 tangential(const Vec3& vector, const Vec3& n) { return vector - n.dot(vector) * n; }

}  // namespace

void MultiplierCones::begin(const StepProblem& problem, Span<const double> normal_impulse, Touch& now,
                            Touch& trial)
{
    static const ConstraintRows none;
    problem_ = &problem;
    rows_ = problem.constraints != nullptr ? &problem.constraints->rows() : &none;
    law_ = problem.friction;
    const auto count = static_cast<std::size_t>(rows_->count());
    STICTION_ASSERT(problem.response.size() == count || (problem.response.empty() && law_ == nullptr));
    for (Touch* touch : {&now, &trial}) {
        touch->c.resize(count);
        touch->c_gradient.resize(rows_->node.size());
        touch->slide.assign(count, Vec3::Zero());
        touch->pull.resize(count);
        touch->drag.resize(count);
        touch->mode.resize(count);
    }
    lambda_.assign(count, 0.0);
    friction_.assign(count, Vec3::Zero());
    if (normal_impulse.size() == count)
        std::copy(normal_impulse.begin(), normal_impulse.end(), lambda_.begin());
    if (law_ != nullptr) restart(lambda_, *law_->impulse);
    for (double& lambda : lambda_) lambda = std::max(lambda, 0.0);
    offset_.assign(count, 0.0);
    mass_.assign(count, 0.0);
    answered_.assign(count, Mode::open);
    penalty_.assign(count, 0.0);
    response_.assign(law_ != nullptr ? count : 0, Mat3::Zero());
    block_.resize(law_ != nullptr ? rows_->node.size() : 0);
    closing_.resize(count);
    sliding_.assign(count, Vec3::Zero());
    beta_ = law_ != nullptr ? kFirstRubbingBeta : kFirstBeta;
    last_gap_ = last_offset_gap_ = kInfinity;
    relaxation_ = 1.0;
    slow_updates_ = 0;
}

void MultiplierCones::set_masses(Span<const double> mass)
{
    mass_.assign(mass.begin(), mass.end());
    for (std::size_t i = 0; i < mass_.size(); ++i) {
        if (mass_[i] > 0.0) continue;
        lambda_[i] = 0.0;
        friction_[i].setZero();
    }
}

void MultiplierCones::restart(Span<const double> normal_impulse, Span<const Vec3> friction)
{
    for (std::size_t i = 0; i < lambda_.size(); ++i) {
        lambda_[i] = std::max(normal_impulse[i], 0.0);
        if (law_ == nullptr) continue;
        const double limit = law_->mu[i] * lambda_[i];
        friction_[i] = tangential(friction[i], normal(static_cast<Index>(i)));
        const double length = friction_[i].norm();
        if (length > limit) friction_[i] *= limit / length;
    }
}

void MultiplierCones::follow(const Touch& at)
{
    for (std::size_t i = 0; i < offset_.size(); ++i)
        offset_[i] = law_ != nullptr ? law_->mu[i] * at.slide[i].norm() : 0.0;
}

void MultiplierCones::evaluate(Span<const Vec3> v, Touch& at) const
{
    if (problem_->constraints != nullptr) problem_->constraints->evaluate(v, at.c, at.c_gradient);
    for (Index i = 0; law_ != nullptr && i < rows_->count(); ++i) {
        Vec3 u = law_->offset[i];
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e) u += law_->block[e] * v[rows_->node[e]];
        at.slide[i] = tangential(u, normal(i));
    }
}

MultiplierCones::Mode MultiplierCones::project(Index i, double c, const Vec3& slide, double& pull,
                                               Vec3& drag) const
{
    const double y_n = lambda_[i] - penalty(i) * (c + offset_[i]);
    pull = std::max(0.0, y_n);
    drag.setZero();
    if (!rubs(i)) return y_n > 0.0 ? Mode::smooth : Mode::open;
    const Vec3 n = normal(i), y = y_n * n + friction_[i] - penalty(i) * slide;
    const Vec3 p = project_on_cone(y, n, law_->mu[i]);
    pull = std::max(0.0, n.dot(p));
    if (pull == 0.0) return Mode::open;
    drag = tangential(p, n);
    return p == y ? Mode::stick : Mode::slip;
}

double MultiplierCones::weigh(Touch& at) const
{
    double gain = 0.0;
    for (Index i = 0; i < rows_->count(); ++i) {
        at.pull[i] = 0.0;
        at.drag[i].setZero();
        at.mode[i] = Mode::open;
        if (!(mass_[i] > 0.0)) continue;
        at.mode[i] = project(i, at.c[i], at.slide[i], at.pull[i], at.drag[i]);
        const double normal_part = (at.pull[i] - lambda_[i]) * (at.pull[i] + lambda_[i]);
        gain +=
            (normal_part + (at.drag[i] - friction_[i]).dot(at.drag[i] + friction_[i])) / (2.0 * penalty(i));
    }
    return gain;
}

// rho D.
Mat3 MultiplierCones::response(const Touch& at, Index i) const
{
    const double rho = penalty(i);
    const Vec3 n = normal(i);
    switch (at.mode[i]) {
        case Mode::open: return Mat3::Zero();
        case Mode::smooth: return rho * n * n.transpose();
        case Mode::stick: return rho * Mat3::Identity();
        case Mode::slip: break;
    }
    const double mu = law_->mu[i];
    const Vec3 y_t = friction_[i] - rho * at.slide[i];
    const double length = y_t.norm();
    const Vec3 t = y_t / length, rim = n + mu * t;
    const Mat3 across = Mat3::Identity() - n * n.transpose() - t * t.transpose();
    return (rho / (1.0 + mu * mu)) * rim * rim.transpose() + (rho * mu * at.pull[i] / length) * across;
}

StepTerms MultiplierCones::respond(const Touch& at)
{
    answered_ = at.mode;
    for (Index i = 0; i < rows_->count(); ++i) {
        if (law_ == nullptr) {
            penalty_[i] = at.mode[i] == Mode::open ? 0.0 : penalty(i);
            continue;
        }
        response_[i] = response(at, i);
        const Vec3 n = normal(i);
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            block_[e] = law_->block[e] + n * (at.c_gradient[e] - law_->block[e].transpose() * n).transpose();
    }
    return {at.c_gradient, penalty_, at.pull, block_, response_};
}

double MultiplierCones::set_direction(const Touch& at, Span<const Vec3> d)
{
    double sum = 0.0;
    for (Index i = 0; i < rows_->count(); ++i) {
        double closing = 0.0;
        Vec3 sliding = Vec3::Zero();
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e) {
            closing += at.c_gradient[e].dot(d[rows_->node[e]]);
            if (law_ != nullptr) sliding += law_->block[e] * d[rows_->node[e]];
        }
        closing_[i] = closing;
        if (law_ == nullptr) {
            sum += penalty_[i] * closing * closing;
            continue;
        }
        sliding_[i] = tangential(sliding, normal(i));
        const Vec3 rate = closing * normal(i) + sliding_[i];
        sum += rate.dot(response_[i] * rate);
    }
    return sum;
}

double MultiplierCones::work_along(const Touch& at, double share) const
{
    double sum = 0.0, pull = 0.0;
    Vec3 drag;
    for (Index i = 0; i < rows_->count(); ++i) {
        if (!(mass_[i] > 0.0)) continue;
        project(i, at.c[i] + share * closing_[i], at.slide[i] + share * sliding_[i], pull, drag);
        sum += pull * closing_[i] + drag.dot(sliding_[i]);
    }
    return sum;
}

double MultiplierCones::normal_gap(const Touch& at) const
{
    double most = 0.0;
    for (Index i = 0; i < rows_->count(); ++i)
        if (mass_[i] > 0.0) most = std::max(most, std::abs(at.pull[i] - lambda_[i]) / penalty(i));
    return most;
}

double MultiplierCones::multiplier_gap(const Touch& at) const
{
    double most = normal_gap(at);
    for (Index i = 0; i < rows_->count(); ++i)
        if (mass_[i] > 0.0) most = std::max(most, (at.drag[i] - friction_[i]).norm() / penalty(i));
    return most;
}

double MultiplierCones::offset_gap(const Touch& at) const
{
    double most = 0.0;
    for (Index i = 0; law_ != nullptr && i < rows_->count(); ++i)
        if (mass_[i] > 0.0) most = std::max(most, std::abs(law_->mu[i] * at.slide[i].norm() - offset_[i]));
    return most;
}

double MultiplierCones::violation(const Touch& at, Index* worst) const
{
    double most = 0.0;
    for (Index i = 0; i < rows_->count(); ++i) {
        if (!(mass_[i] > 0.0) || -at.c[i] <= most) continue;
        most = -at.c[i];
        if (worst != nullptr) *worst = i;
    }
    return most;
}

bool MultiplierCones::update(const Touch& at, double goal)
{
    const double gap = normal_gap(at), change = offset_gap(at);
    // Gaps are no smaller than what s still lacks, whatever the penalties.
    const bool slow = gap > goal && gap > kSlowUpdate * last_gap_ && gap > change;
    slow_updates_ = slow ? slow_updates_ + 1 : 0;
    last_gap_ = gap;
    // Where friction changes the sliding it stems from, offsets that follow it at once may swing about it for good.
    relaxation_ = change > kSwing * last_offset_gap_ ? std::max(0.5 * relaxation_, kLeastRelaxation)
                                                     : std::min(1.5 * relaxation_, 1.0);
    last_offset_gap_ = change;
    lambda_ = at.pull;
    friction_ = at.drag;
    for (std::size_t i = 0; law_ != nullptr && i < offset_.size(); ++i)
        offset_[i] += relaxation_ * (law_->mu[i] * at.slide[i].norm() - offset_[i]);
    if (!slow || beta_ >= kMostBeta) return false;
    beta_ *= kBetaGrowth;
    return true;
}

void MultiplierCones::release()
{
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    std::fill(friction_.begin(), friction_.end(), Vec3::Zero());
}

void MultiplierCones::finish(const Touch& at, std::vector<double>& normal_impulse) const
{
    normal_impulse = at.pull;
    for (Index i = 0; law_ != nullptr && i < rows_->count(); ++i)
        (*law_->impulse)[i] = at.pull[i] * normal(i) + at.drag[i];
}

}  // namespace stiction
