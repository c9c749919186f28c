#include "solver_core/friction/staggered_projections.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/friction/ipopt_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr Index kMeasureEvery = 10;  // sweeps of the finisher between two looks at the error
constexpr Index kBeforeNewton =
    50;  // sweeps of the finisher before its first Newton steps: most problems need fewer
constexpr Index kFirstRest =
    20;  // sweeps of the finisher after Newton steps; doubled where they did not help
constexpr Index kNewtonSteps = 15;  // in a row

}  // namespace

void StaggeredProjections::begin(const StaggeredProblem& problem, const StaggeredSettings& settings,
                                 const std::vector<Vec3>& r)
{
    const Index count = problem.jacobian->contacts();
    STICTION_ASSERT(problem.q.size() == r.size() && problem.mu.size() == r.size());
    STICTION_ASSERT(r.size() == static_cast<std::size_t>(count));
    if (problem.mass_operator)
        w_.build(*problem.jacobian, problem.frame, *problem.mass_operator);
    else
        w_.build(*problem.jacobian, problem.frame, problem.inverse_mass, settings.storage);
    mu_ = problem.mu;
    frame_ = problem.frame;
    for (Eigen::VectorXd* whole : {&q_, &r_, &u_}) whole->resize(3 * count);
    r_n_.resize(count);
    r_t_.resize(2 * count);
    last_t_.resize(2 * count);
    radius_.resize(r.size());
    scale_ = 0.0;
    for (Index c = 0; c < count; ++c) {
        q_.segment<3>(3 * c) = frame_[c].transpose() * problem.q[c];
        const Vec3 own = frame_[c].transpose() * r[c];
        r_n_[c] = std::max(0.0, own[0]);
        r_t_.segment<2>(2 * c) = own.tail<2>();
        scale_ = std::max(scale_, problem.q[c].norm());
    }
}

// W r with one part of r set to zero, plus q, for the other part.
bool StaggeredProjections::project_tangential(const StaggeredSettings& settings, StaggeredStats& stats)
{
    const Index count = w_.contacts();
    r_.setZero();
    for (Index c = 0; c < count; ++c) {
        r_[3 * c] = r_n_[c];
        radius_[c] = mu_[c] * r_n_[c];
    }
    w_.apply(r_, u_);
    u_ += q_;
    b_.resize(2 * count);
    for (Index c = 0; c < count; ++c) b_.segment<2>(2 * c) = u_.segment<2>(3 * c + 1);
    ProjectionResult result;
    if (settings.projection == ProjectionKind::own)
        result = projection_.tangential(w_, b_, radius_, settings.projection_tolerance, scale_, r_t_);
    else
        result = ipopt_tangential(w_, b_, radius_, settings.projection_tolerance, scale_, r_t_);
    stats.tangential_iterations += result.iterations;
    stats.tangential_most = std::max(stats.tangential_most, result.iterations);
    if (!result.converged) ++stats.failed_projections;
    return r_t_.allFinite();
}

bool StaggeredProjections::project_normal(const StaggeredSettings& settings, StaggeredStats& stats)
{
    const Index count = w_.contacts();
    r_.setZero();
    for (Index c = 0; c < count; ++c) r_.segment<2>(3 * c + 1) = r_t_.segment<2>(2 * c);
    w_.apply(r_, u_);
    u_ += q_;
    b_.resize(count);
    for (Index c = 0; c < count; ++c) b_[c] = u_[3 * c];
    ProjectionResult result;
    if (settings.projection == ProjectionKind::own)
        result = projection_.normal(w_, b_, settings.projection_tolerance, scale_, r_n_);
    else
        result = ipopt_normal(w_, b_, settings.projection_tolerance, scale_, r_n_);
    stats.normal_iterations += result.iterations;
    if (!result.converged) ++stats.failed_projections;
    return r_n_.allFinite();
}

// |r_T - last|_W^2 / |last|_W^2; no friction before and none now counts as no change.
double StaggeredProjections::change_of_friction()
{
    w_.apply_part(1, 2, last_t_, product_);
    const double before = last_t_.dot(product_);
    last_t_ -= r_t_;
    w_.apply_part(1, 2, last_t_, product_);
    const double change = last_t_.dot(product_);
    if (change <= 0.0) return 0.0;
    return before > 0.0 ? change / before : std::numeric_limits<double>::infinity();
}

void StaggeredProjections::alternate(const StaggeredSettings& settings, StaggeredStats& stats)
{
    while (stats.iterations < settings.k_max && !stats.eps_met) {
        ++stats.iterations;
        last_t_ = r_t_;
        const Index failed = stats.failed_projections;
        if (!project_tangential(settings, stats) || !project_normal(settings, stats)) return;
        stats.err = change_of_friction();
        // The first P_T saw normal impulses that no P_N has found: it cannot tell that nothing changes any more.
        stats.eps_met = stats.iterations > 1 && stats.err < settings.eps;
        stats.projected = stats.failed_projections == failed;
    }
}

// The friction error of r_, with u_ brought up to date.
FrictionError StaggeredProjections::measure()
{
    w_.apply(r_, u_);
    u_ += q_;
    samples_.clear();
    for (Index c = 0; c < w_.contacts(); ++c) {
        if (!(w_.diagonal(c).trace() > 0.0)) continue;
        samples_.push_back(
            {u_.segment<3>(3 * c), r_.segment<3>(3 * c), q_.segment<3>(3 * c), Vec3::UnitX(), mu_[c]});
    }
    return friction_error(samples_, w_.mean_inverse_mass());
}

// Sweeps, and Newton steps between them where the contacts are few; the best impulses seen are kept.
void StaggeredProjections::finish(const StaggeredSettings& settings, StaggeredStats& stats)
{
    const bool few = w_.contacts() <= CoupledNewton::kMostContacts;
    Index rest = kFirstRest;  // sweeps between two attempts of Newton's method
    Index next = kBeforeNewton;
    best_ = r_;
    if (few) newton_.start(w_, q_, mu_);
    sweeps_.start(w_, q_, mu_, r_);
    double now = stats.error.natural_map;
    while (now > settings.finish_tolerance && stats.sweeps < settings.finish_sweeps) {
        for (Index k = 0; k < kMeasureEvery; ++k, ++stats.sweeps) sweeps_.sweep(r_);
        if (few && stats.sweeps >= next) {
            const Index helped = newton_.improve(kNewtonSteps, r_);
            stats.newton_steps += helped;
            if (helped > 0) sweeps_.start(w_, q_, mu_, r_);
            rest = helped > 0 ? kFirstRest : 2 * rest;
            next = stats.sweeps + rest;
        }
        const FrictionError error = measure();
        now = error.natural_map;
        if (!std::isfinite(now)) break;
        if (now >= stats.error.natural_map) continue;
        stats.error = error;
        best_ = r_;
    }
    r_ = best_;
    stats.error = measure();
}

SolveStatus StaggeredProjections::solve(const StaggeredProblem& problem, const StaggeredSettings& settings,
                                        std::vector<Vec3>& r, StaggeredStats& stats)
{
    stats = {};
    begin(problem, settings, r);
    if (w_.contacts() == 0) return SolveStatus::converged;
    alternate(settings, stats);
    for (Index c = 0; c < w_.contacts(); ++c)
        r_.segment<3>(3 * c) = Vec3(r_n_[c], r_t_[2 * c], r_t_[2 * c + 1]);
    bool usable = r_.allFinite();
    if (!usable) r_.setZero();
    stats.staggered_error = stats.error = measure();
    bool met = stats.eps_met && stats.projected;
    if (settings.finish) {
        finish(settings, stats);
        usable = r_.allFinite();
        met = stats.error.natural_map <= settings.finish_tolerance;
    }
    for (Index c = 0; c < w_.contacts(); ++c)
        r[c] = usable ? Vec3(frame_[c] * r_.segment<3>(3 * c)) : Vec3::Zero();
    if (!usable) return SolveStatus::diverged;
    return met ? SolveStatus::converged : SolveStatus::reached_budget;
}

void StaggeredProjections::velocities(Span<Vec3> u) const
{
    for (Index c = 0; c < w_.contacts(); ++c) u[c] = frame_[c] * u_.segment<3>(3 * c);
}

}  // namespace stiction
