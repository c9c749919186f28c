#include "solver_core/solvers/damped_newton.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/math/finite.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;
constexpr double kDescent = 1e-4;       // c_1
constexpr double kShortestStep = 1e-6;  // alpha below which there is no way down
constexpr double kForcing = 1.6180339887498949;
constexpr double kTightest = 1e-4;  // sigma_k at least
constexpr double kUsableSigma = 0.5;
constexpr double kPatientFall = 0.1;

double longest(Span<const Vec3> p)
{
    double most = 0.0;
    for (const Vec3& value : p) most = std::max(most, value.norm());
    return most;
}

Span<double> flat(Vec3Array& values) { return {values.data()->data(), 3 * values.size()}; }

Index largest_of(const Vec3Array& r)
{
    Index worst = -1;
    double most = 0.0;
    for (std::size_t i = 0; i < r.size(); ++i) {
        const double length = r[i].norm();
        if (length <= most) continue;
        most = length;
        worst = static_cast<Index>(i);
    }
    return worst;
}

}  // namespace

const char* to_string(NewtonEnd end)
{
    switch (end) {
        case NewtonEnd::converged: return "converged";
        case NewtonEnd::out_of_iterations: return "out of iterations";
        case NewtonEnd::no_descent: return "no way down along the Newton step";
        case NewtonEnd::singular: return "a singular matrix";
        case NewtonEnd::linear_solver: return "the linear solver out of iterations";
        case NewtonEnd::not_finite: return "a number that is not finite";
        case NewtonEnd::interrupted: return "interrupted";
    }
    return "unknown";
}

NewtonStats DampedNewton::solve(NewtonSystem& system, const NewtonSettings& settings, Vec3Array& v)
{
    NewtonStats stats;
    r_.resize(v.size());
    p_.resize(v.size());
    trial_.resize(v.size());
    const double scale = system.norm_scale() > 0.0 ? system.norm_scale() : 1.0;
    double norm = system.residual(v, r_), before = norm, milestone = norm;
    const auto finish = [&](NewtonEnd end) {
        stats.end = end;
        stats.residual = norm / scale;
        stats.worst_node = largest_of(r_);
        return stats;
    };
    if (!std::isfinite(norm)) return finish(NewtonEnd::not_finite);
    while (norm > settings.tolerance * scale) {
        if (settings.interrupt && settings.interrupt->is_raised()) return finish(NewtonEnd::interrupted);
        if (stats.iterations == settings.max_iterations) return finish(NewtonEnd::out_of_iterations);
        if (settings.patience > 0 && stats.iterations > 0 && stats.iterations % settings.patience == 0) {
            if (norm > kPatientFall * milestone) return finish(NewtonEnd::out_of_iterations);
            milestone = norm;
        }
        NewtonIteration now;
        now.residual = norm / scale;
        if (settings.linear == NewtonLinear::iterative) {
            now.sigma = stats.iterations == 0 ? settings.sigma
                                              : std::min(std::pow(norm / before, kForcing), settings.sigma);
            now.sigma = std::max({now.sigma, kTightest, 0.5 * settings.tolerance * scale / norm});
        }
        if (!direction(system, settings, stats, now))
            return finish(settings.linear == NewtonLinear::direct ? NewtonEnd::singular
                                                                  : NewtonEnd::linear_solver);
        stats.longest_step = longest(p_);
        ++stats.iterations;
        before = norm;
        const bool moved = search(system, std::max(now.sigma, now.linear_residual), norm, v, now);
        stats.record.push_back(now);
        // A whole step shorter than the tolerance: v is as good as asked for, whatever rounding leaves of r.
        if (stats.longest_step <= settings.tolerance) return finish(NewtonEnd::converged);
        if (!moved) return finish(NewtonEnd::no_descent);
    }
    return finish(NewtonEnd::converged);
}

bool DampedNewton::direction(NewtonSystem& system, const NewtonSettings& settings, NewtonStats& stats,
                             NewtonIteration& now)
{
    system.linearize();
    for (std::size_t i = 0; i < p_.size(); ++i) p_[i] = -r_[i];
    const bool direct = settings.linear == NewtonLinear::direct;
    const bool found =
        direct ? direct_direction(system, settings) : iterative_direction(system, settings, now);
    if (direct) {
        now.linear_iterations = 1;
        now.factored = true;
    }
    stats.linear_iterations += now.linear_iterations;
    return found;
}

bool DampedNewton::iterative_direction(NewtonSystem& system, const NewtonSettings& settings,
                                       NewtonIteration& now)
{
    const auto product = [&](Span<const Vec3> x, Span<Vec3> y) { system.multiply(x, y); };
    const auto precondition = [&](Span<const Vec3> x, Span<Vec3> y) { preconditioner_.apply(x, y); };
    BicgstabLimits limits;
    limits.tolerance = now.sigma;
    bool better = true;
    // A solve that fails goes on with a better preconditioner where there is one.
    while (better) {
        const Index factorisations = preconditioner_.factorisations();
        preconditioner_.prepare(system, settings.preconditioner);
        now.factored = now.factored || preconditioner_.factorisations() != factorisations;
        limits.iterations = preconditioner_.limit(settings.preconditioner, settings.max_linear_iterations);
        limits.patience = preconditioner_.patience();
        const BicgstabResult found =
            bicgstab(product, precondition, p_, limits, krylov_, system.norm_weights());
        now.linear_iterations += found.iterations;
        now.linear_residual = found.residual;
        preconditioner_.note(found.iterations, !found.converged);
        better = !found.converged && preconditioner_.can_improve(settings.preconditioner);
        limits.go_on = found.residual < 1.0;
    }
    if (now.linear_residual <= std::max(now.sigma, kUsableSigma) && all_finite(krylov_.x)) {
        p_ = krylov_.x;
        return true;
    }
    if (settings.preconditioner != PreconditionerKind::automatic) return false;
    // What no preconditioner helps is left to LU.
    now.linear_residual = 0.0;
    ++now.linear_iterations;
    now.factored = true;
    return direct_direction(system, settings);
}

bool DampedNewton::direct_direction(NewtonSystem& system, const NewtonSettings& settings)
{
    if (!lu_ || lu_kind_ != settings.factor) {
        lu_ = make_sparse_lu(settings.factor);
        lu_kind_ = settings.factor;
        lu_pattern_ = -1;
    }
    const SparseMatrix& matrix = system.matrix();
    if (lu_pattern_ != system.pattern_version() || lu_system_ != &system) {
        lu_->analyse(matrix);
        lu_pattern_ = system.pattern_version();
        lu_system_ = &system;
    }
    if (!lu_->factorize(Span<const double>(matrix.valuePtr(), static_cast<std::size_t>(matrix.nonZeros()))))
        return false;
    const auto solve = [&](Vec3Array& b) { lu_->solve(flat(b)); };
    solve(p_);
    const Span<const RankOneTerm> terms = system.dense_terms();
    if (!terms.empty()) {
        if (!dense_.prepare(terms, p_.size(), solve)) return false;
        dense_.correct(p_);
    }
    return all_finite(p_);
}

bool DampedNewton::search(NewtonSystem& system, double sigma, double& norm, Vec3Array& v,
                          NewtonIteration& now)
{
    for (double alpha = 1.0; alpha > kShortestStep; alpha *= 0.5) {
        for (std::size_t i = 0; i < v.size(); ++i) trial_[i] = v[i] + alpha * p_[i];
        const double found = system.residual(trial_, r_);
        if (!(found <= (1.0 - kDescent * alpha * (1.0 - sigma)) * norm)) continue;
        v.swap(trial_);
        norm = found;
        now.alpha = alpha;
        return true;
    }
    // Back to where the caller is, so that r_ and the system speak of v.
    norm = system.residual(v, r_);
    return false;
}

}  // namespace stiction
