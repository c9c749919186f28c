// What a constrained step tries, and in which order.

#include "solver_core/solvers/multiplier_step.hpp"

#include <algorithm>

namespace stiction {
namespace {

constexpr Index kFirstRound = 16;  // changes of multipliers before the whole law is tried again

}  // namespace

// Where constraints contradict each other: to where the squares of what is missed are least, by Phi with multipliers of zero, which
// would grow without end.
SolveStatus MultiplierStep::settle(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                   ConstrainedStepStats& stats)
{
    cones_.release();
    weigh(now_);
    stats.velocity_scale = std::max(fastest(), settings.least_velocity);
    while (stats.iterations < settings.max_iterations) {
        if (settings.interrupt != nullptr && settings.interrupt->is_raised()) return SolveStatus::interrupted;
        double length = 0.0;
        if (!refactor(problem, settings, stats)) return SolveStatus::diverged;
        if (!(find_direction() > settings.tolerance * stats.velocity_scale)) return SolveStatus::converged;
        if (!search(problem, stats, length)) break;
        ++stats.iterations;
    }
    return SolveStatus::reached_budget;
}

// The whole law at once, from where the method of multipliers is; leaves it at the best point that was found.
SolveStatus MultiplierStep::try_newton(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                       MultiplierNewton::Manner manner, ConstrainedStepStats& stats)
{
    newton_.v = now_.v;
    newton_.multiplier = cones_.normal_impulse();
    newton_.friction = cones_.friction();
    const SolveStatus status =
        newton_.solve(problem, settings, manner, cones_.mass(), diagonal_, system_, stats);
    factor_ = Factor::none;
    now_.v = newton_.v;
    cones_.restart(newton_.multiplier, newton_.friction);
    cones_.evaluate(now_.v, now_.touch);
    cones_.follow(now_.touch);
    evaluate(problem, now_, stats);
    if (status != SolveStatus::converged) return status;
    now_.touch.pull = cones_.normal_impulse();
    now_.touch.drag = cones_.friction();
    set_slope(now_);
    return status;
}

// Newton's method on the whole law; where that fails, changes of multipliers, which descend, and again. Each leaves the next the best
// it has found.
SolveStatus MultiplierStep::solve_friction(const StepProblem& problem,
                                           const ConstrainedStepSettings& settings,
                                           ConstrainedStepStats& stats)
{
    SolveStatus status = try_newton(problem, settings, MultiplierNewton::Manner::bold, stats);
    for (Index updates = kFirstRound; status == SolveStatus::reached_budget; updates *= 2) {
        if (stats.iterations >= settings.max_iterations ||
            stats.multiplier_updates >= settings.friction_iterations)
            break;
        status = iterate(problem, settings,
                         std::min(stats.multiplier_updates + updates, settings.friction_iterations), stats);
        if (status != SolveStatus::reached_budget || stats.iterations >= settings.max_iterations) break;
        status = try_newton(problem, settings, MultiplierNewton::Manner::whole, stats);
    }
    return status;
}

// Newton's method finds who touches in a few steps, mostly: it keeps those that carried the last step, where penalties would
// let all go that part by a little. The method of multipliers always does.
SolveStatus MultiplierStep::solve_smooth(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                         ConstrainedStepStats& stats)
{
    if (problem.constraints != nullptr) {
        const SolveStatus status = try_newton(problem, settings, MultiplierNewton::Manner::bold, stats);
        if (status != SolveStatus::reached_budget) return status;
    }
    return iterate(problem, settings, settings.friction_iterations, stats);
}

void MultiplierStep::finish(Vec3Array& v, std::vector<double>& multiplier, ConstrainedStepStats& stats) const
{
    v = now_.v;
    cones_.finish(now_.touch, multiplier);
    stats.complementarity = cones_.multiplier_gap(now_.touch);
    for (std::size_t k = 0; k < now_.slope.size(); ++k)
        stats.stationarity = std::max(stats.stationarity, std::abs(now_.slope[k]) / diagonal_[k / 3]);
    stats.violation = cones_.violation(now_.touch, &stats.worst_constraint);
}

SolveStatus MultiplierStep::solve(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                  Vec3Array& v, std::vector<double>& multiplier, ConstrainedStepStats& stats)
{
    stats = {};
    if (!begin(problem, settings, v, multiplier, stats)) return SolveStatus::diverged;
    const SolveStatus status = settings.yielding       ? settle(problem, settings, stats)
                               : cones_.has_friction() ? solve_friction(problem, settings, stats)
                                                       : solve_smooth(problem, settings, stats);
    finish(v, multiplier, stats);
    return status;
}

}  // namespace stiction
