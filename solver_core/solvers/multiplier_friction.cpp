#include "solver_core/solvers/multiplier_friction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kFirstBeta = 1.0;  // rho over the mass of the touching nodes
constexpr double kMostBeta = 1e8;
constexpr double kBetaGrowth = 10.0;
constexpr double kSwing = 1.0;  // a gap of limits that shrinks less than this is no progress
constexpr double kLeastRelaxation = 0.1;
constexpr double kSlowUpdate = 0.1;  // a gap that shrinks less than this makes beta grow

Vec3 tangential(const Vec3& vector, const Mat3& frame)
{
    return vector - frame.col(0).dot(vector) * frame.col(0);
}

}  // namespace

void MultiplierFriction::begin(const StepProblem& problem, Span<const double> normal_impulse)
{
    problem_ = problem.friction;
    if (!is_on()) return;
    rows_ = &problem.constraints->rows();
    node_response_ = problem.response;
    const std::size_t count = problem_->mu.size();
    friction_.resize(count);
    limit_.resize(count);
    response_.assign(count, Mat3::Zero());
    penalty_.resize(count);
    beta_ = kFirstBeta;
    relaxation_ = 1.0;
    last_limit_gap_ = std::numeric_limits<double>::infinity();
    last_gap_ = std::numeric_limits<double>::infinity();
    set_penalties();
    slipping_.assign(count, 0);
    restart(*problem_->impulse, normal_impulse);
}

void MultiplierFriction::restart(Span<const Vec3> friction, Span<const double> normal_impulse)
{
    for (std::size_t i = 0; i < friction_.size(); ++i) {
        limit_[i] = problem_->mu[i] * normal_impulse[i];
        friction_[i] = tangential(friction[i], problem_->frame[i]);
        const double length = friction_[i].norm();
        if (length > limit_[i]) friction_[i] *= limit_[i] / length;
    }
}

void MultiplierFriction::set_penalties()
{
    for (std::size_t i = 0; i < penalty_.size(); ++i)
        penalty_[i] = node_response_[i] > 0.0 ? beta_ / node_response_[i] : 0.0;
}

void MultiplierFriction::evaluate(Span<const Vec3> v, Sliding& at) const
{
    at.velocity.resize(friction_.size());
    at.impulse.resize(friction_.size());
    for (Index i = 0; i < rows_->count(); ++i) {
        Vec3 u = problem_->offset[i];
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            u += problem_->block[e] * v[rows_->node[e]];
        at.velocity[i] = tangential(u, problem_->frame[i]);
    }
}

bool MultiplierFriction::slips(const Vec3& velocity, Index i) const
{
    return (friction_[i] - penalty_[i] * velocity).norm() > limit_[i];
}

double MultiplierFriction::weigh(Sliding& at) const
{
    double gain = 0.0;
    for (std::size_t i = 0; i < friction_.size(); ++i) {
        at.impulse[i].setZero();
        if (!(penalty_[i] > 0.0)) continue;
        const Vec3 y = friction_[i] - penalty_[i] * at.velocity[i];
        const double length = y.norm(), limit = limit_[i];
        if (length <= limit) {
            at.impulse[i] = y;
            gain += at.velocity[i].dot(0.5 * penalty_[i] * at.velocity[i] - friction_[i]);
        } else {
            at.impulse[i] = (limit / length) * y;
            gain += (limit * (2.0 * length - limit) - friction_[i].squaredNorm()) / (2.0 * penalty_[i]);
        }
    }
    return gain;
}

void MultiplierFriction::respond(const Sliding& at)
{
    for (std::size_t i = 0; i < friction_.size(); ++i) {
        response_[i].setZero();
        slipping_[i] = 0;
        if (!(penalty_[i] > 0.0)) continue;
        const Vec3 n = problem_->frame[i].col(0);
        const Vec3 y = friction_[i] - penalty_[i] * at.velocity[i];
        const double length = y.norm();
        Mat3 plane = Mat3::Identity() - n * n.transpose();
        if (length <= limit_[i]) {
            response_[i] = penalty_[i] * plane;
        } else {
            const Vec3 t = y / length;
            response_[i] = (penalty_[i] * limit_[i] / length) * (plane - t * t.transpose());
            slipping_[i] = 1;
        }
    }
}

double MultiplierFriction::set_direction(Span<const Vec3> d)
{
    direction_.resize(friction_.size());
    double sum = 0.0;
    for (Index i = 0; i < rows_->count(); ++i) {
        Vec3 w = Vec3::Zero();
        for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
            w += problem_->block[e] * d[rows_->node[e]];
        direction_[i] = tangential(w, problem_->frame[i]);
        sum += direction_[i].dot(response_[i] * direction_[i]);
    }
    return sum;
}

Vec3 MultiplierFriction::project(const Vec3& y, Index i) const
{
    const double length = y.norm();
    return length <= limit_[i] ? y : Vec3((limit_[i] / length) * y);
}

double MultiplierFriction::slope_along(const Sliding& at, double share) const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < friction_.size(); ++i)
        if (penalty_[i] > 0.0)
            sum -= project(friction_[i] - penalty_[i] * (at.velocity[i] + share * direction_[i]),
                           static_cast<Index>(i))
                       .dot(direction_[i]);
    return sum;
}

bool MultiplierFriction::same_modes(const Sliding& at) const
{
    for (std::size_t i = 0; i < friction_.size(); ++i)
        if (penalty_[i] > 0.0 && slips(at.velocity[i], static_cast<Index>(i)) != (slipping_[i] != 0))
            return false;
    return true;
}

double MultiplierFriction::multiplier_gap(const Sliding& at) const
{
    double most = 0.0;
    for (std::size_t i = 0; i < friction_.size(); ++i)
        if (penalty_[i] > 0.0) most = std::max(most, (at.impulse[i] - friction_[i]).norm() / penalty_[i]);
    return most;
}

double MultiplierFriction::limit_gap(Span<const double> normal_impulse) const
{
    double most = 0.0;
    for (std::size_t i = 0; i < friction_.size(); ++i)
        if (penalty_[i] > 0.0 && slipping_[i] != 0)
            most =
                std::max(most, std::abs(problem_->mu[i] * normal_impulse[i] - limit_[i]) * node_response_[i]);
    return most;
}

bool MultiplierFriction::update(const Sliding& at, Span<const double> normal_impulse)
{
    const double gap = multiplier_gap(at);
    // While the limits still move, friction changes no faster than they do, whatever its penalties.
    double change = 0.0;
    for (std::size_t i = 0; i < friction_.size(); ++i)
        change = std::max(change, (at.impulse[i] - friction_[i]).norm() * node_response_[i]);
    const bool grows = gap > kSlowUpdate * last_gap_ && beta_ < kMostBeta &&
                       limit_gap(normal_impulse) < kSlowUpdate * change;
    last_gap_ = gap;
    // Where friction changes the load it stems from, limits that follow it at once may swing about it for good.
    const double limit_change = limit_gap(normal_impulse);
    relaxation_ = limit_change > kSwing * last_limit_gap_ ? std::max(0.5 * relaxation_, kLeastRelaxation)
                                                          : std::min(1.5 * relaxation_, 1.0);
    last_limit_gap_ = limit_change;
    for (std::size_t i = 0; i < friction_.size(); ++i) {
        limit_[i] += relaxation_ * (problem_->mu[i] * normal_impulse[i] - limit_[i]);
        friction_[i] = at.impulse[i];
        const double length = friction_[i].norm();
        if (length > limit_[i]) friction_[i] *= limit_[i] / length;
    }
    if (!grows) return false;
    beta_ *= kBetaGrowth;
    set_penalties();
    return true;
}

void MultiplierFriction::finish(const Sliding& at, Span<const double> normal_impulse) const
{
    for (std::size_t i = 0; i < friction_.size(); ++i)
        (*problem_->impulse)[i] = normal_impulse[i] * problem_->frame[i].col(0) + at.impulse[i];
}

}  // namespace stiction
