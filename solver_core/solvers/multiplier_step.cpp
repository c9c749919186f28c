#include "solver_core/solvers/multiplier_step.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFirstBeta = 1e4;  // error left after a change of multipliers: about 1/beta
constexpr double kMostBeta = 1e8;   // beyond, rounding in K eats the digits the penalty gains
constexpr double kBetaGrowth = 10.0;
constexpr double kSlowUpdate = 0.25;  // a gap that shrinks less than this makes beta grow
constexpr Index kMostSlowUpdates =
    8;  // at the largest beta, or in all: the constraints contradict each other
constexpr double kMissed =
    1e-4;  // of the largest velocity: contradictions miss by more, slow multipliers by less
constexpr double kSolvedShare = 0.1;    // of the multipliers' error: a step below it ends their subproblem
constexpr double kSlidingShare = 0.01;  // the same with friction, whose limits follow what is found
constexpr double kWornShare = 0.2;      // by which a step with an old factor must shrink
constexpr Index kMostPolish = 3;        // steps after convergence, for the multipliers' last digits
constexpr Index kFirstRound = 4;        // changes of multipliers before the whole law is tried again

double largest(const Vec3Array& values)
{
    double most = 0.0;
    for (const Vec3& value : values) most = std::max(most, value.cwiseAbs().maxCoeff());
    return most;
}

}  // namespace

// c, gamma and their derivatives at at.v; returns Phi, infinite when gamma is.
double MultiplierStep::evaluate(const StepProblem& problem, Point& at, ConstrainedStepStats& stats) const
{
    ++stats.evaluations;
    at.objective = problem.objective->gradient(at.v, at.objective_gradient);
    if (!std::isfinite(at.objective)) return at.value = kInfinity;
    for (std::size_t a = 0; a < problem.impulse.size(); ++a) {
        at.objective -= at.v[a].dot(problem.impulse[a]);
        at.objective_gradient[a] -= problem.impulse[a];
    }
    if (problem.constraints) problem.constraints->evaluate(at.v, at.c, at.c_gradient);
    if (friction_.is_on()) friction_.evaluate(at.v, at.sliding);
    weigh(problem, at);
    return at.value;
}

// Phi, the pulls and the gradient from c, gamma and the multipliers.
void MultiplierStep::weigh(const StepProblem& problem, Point& at) const
{
    at.value = at.objective;
    for (std::size_t i = 0; i < penalty_.size(); ++i) {
        at.pull[i] = penalty_[i] > 0.0 ? std::max(0.0, lambda_[i] - penalty_[i] * at.c[i]) : 0.0;
        if (penalty_[i] > 0.0)
            at.value += (at.pull[i] - lambda_[i]) * (at.pull[i] + lambda_[i]) / (2.0 * penalty_[i]);
    }
    if (friction_.is_on()) at.value += friction_.weigh(at.sliding);
    if (!std::isfinite(at.value)) at.value = kInfinity;
    set_slope(problem, at);
}

// What the pulls and friction leave of the objective's gradient.
void MultiplierStep::set_slope(const StepProblem& problem, Point& at) const
{
    for (Index f = 0; f < system_.free_nodes(); ++f) {
        for (Index k = 0; k < 3; ++k) at.slope[3 * f + k] = at.objective_gradient[system_.node_of(f)][k];
    }
    if (!problem.constraints) return;
    const ConstraintRows& rows = problem.constraints->rows();
    const auto add = [&](Index e, const Vec3& pull) {
        const Index f = system_.free_of(rows.node[e]);
        for (Index k = 0; f >= 0 && k < 3; ++k) at.slope[3 * f + k] += pull[k];
    };
    for (Index i = 0; i < rows.count(); ++i) {
        if (at.pull[i] == 0.0) continue;
        for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e) add(e, -at.pull[i] * at.c_gradient[e]);
    }
    if (friction_.is_on()) friction_.for_each_pull(at.sliding, add);
}

// rho_i = beta / sum_a |grad_a c_i|^2 / H_aa; a constraint of held nodes alone gets none and is left out.
void MultiplierStep::set_penalties(const StepProblem& problem)
{
    system_.diagonal(diagonal_);
    if (!problem.constraints) return;
    const ConstraintRows& rows = problem.constraints->rows();
    for (Index i = 0; i < rows.count(); ++i) {
        double inverse_mass = 0.0;
        for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
            const Index f = system_.free_of(rows.node[e]);
            if (f >= 0) inverse_mass += now_.c_gradient[e].squaredNorm() / diagonal_[f];
        }
        unit_penalty_[i] = inverse_mass > 0.0 ? 1.0 / inverse_mass : 0.0;
        penalty_[i] = beta_ * unit_penalty_[i];
        if (penalty_[i] == 0.0) lambda_[i] = 0.0;
    }
}

// Sizes, the start, the penalties; false when no start of finite energy was found.
bool MultiplierStep::begin(const StepProblem& problem, const ConstrainedStepSettings& settings, Vec3Array& v,
                           const std::vector<double>& multiplier, ConstrainedStepStats& stats)
{
    if (system_.set_up(problem, settings.factor)) ++stats.analyses;
    const std::size_t nodes = static_cast<std::size_t>(problem.objective->nodes());
    const std::size_t unknowns = 3 * static_cast<std::size_t>(system_.free_nodes());
    const std::size_t count = problem.constraints ? problem.constraints->rows().begin.size() - 1 : 0;
    const std::size_t entries = problem.constraints ? problem.constraints->rows().node.size() : 0;
    STICTION_ASSERT(v.size() == nodes && (problem.impulse.empty() || problem.impulse.size() == nodes));
    STICTION_ASSERT(problem.response.size() == count ||
                    (problem.response.empty() && problem.friction == nullptr));
    for (Point* point : {&now_, &trial_}) {
        point->v = v;
        point->objective_gradient.resize(nodes);
        point->c.resize(count);
        point->c_gradient.resize(entries);
        point->pull.resize(count);
        point->slope.resize(unknowns);
    }
    lambda_.assign(count, 0.0);
    if (multiplier.size() == count) lambda_ = multiplier;
    for (double& lambda : lambda_) lambda = std::max(lambda, 0.0);
    friction_.begin(problem, lambda_);
    penalty_.assign(count, 0.0);
    unit_penalty_.assign(count, 0.0);
    active_penalty_.assign(count, 0.0);
    diagonal_.resize(unknowns / 3);
    direction_.resize(unknowns);
    factored_active_.assign(count, 0);
    factor_ = Factor::none;
    beta_ = kFirstBeta;
    last_gap_ = kInfinity;
    slow_updates_ = 0;

    double share = 1.0;
    while (!std::isfinite(evaluate(problem, now_, stats))) {
        if (share == 0.0) return false;
        share = share > 1e-3 ? 0.5 * share : 0.0;
        stats.start_backed_off = true;
        for (Index f = 0; f < system_.free_nodes(); ++f)
            now_.v[system_.node_of(f)] = share * v[system_.node_of(f)];
    }
    system_.assemble_objective(problem, now_.v, HessianKind::positive);
    set_penalties(problem);
    weigh(problem, now_);
    trial_.v = now_.v;
    return true;
}

bool MultiplierStep::same_active() const
{
    for (std::size_t i = 0; i < factored_active_.size(); ++i) {
        if ((now_.pull[i] > 0.0) != (factored_active_[i] != 0)) return false;
    }
    return !friction_.is_on() || friction_.same_modes(now_.sliding);
}

bool MultiplierStep::refactor(const StepProblem& problem, const ConstrainedStepSettings& settings,
                              ConstrainedStepStats& stats)
{
    for (std::size_t i = 0; i < penalty_.size(); ++i) {
        factored_active_[i] = now_.pull[i] > 0.0;
        active_penalty_[i] = now_.pull[i] > 0.0 ? penalty_[i] : 0.0;
    }
    StepTerms terms{now_.c_gradient, active_penalty_, now_.pull, {}, {}};
    if (friction_.is_on()) {
        friction_.respond(now_.sliding);
        terms.block = friction_.block();
        terms.response = friction_.response();
    }
    const bool found = system_.factorize(problem, now_.v, settings.hessian, terms, stats);
    factor_ = found ? Factor::fresh : Factor::none;
    return found;
}

// d = -K^-1 grad Phi; returns its largest component, m/s.
double MultiplierStep::find_direction()
{
    double most = 0.0;
    for (std::size_t k = 0; k < direction_.size(); ++k) direction_[k] = -now_.slope[k];
    system_.solve(direction_);
    for (const double d : direction_) most = std::isfinite(d) ? std::max(most, std::abs(d)) : kInfinity;
    return most;
}

// How far the multipliers are from l, as velocities.
double MultiplierStep::normal_gap() const
{
    double most = 0.0;
    for (std::size_t i = 0; i < lambda_.size(); ++i) {
        if (penalty_[i] > 0.0) most = std::max(most, std::abs(now_.pull[i] - lambda_[i]) / penalty_[i]);
    }
    return most;
}

double MultiplierStep::multiplier_gap() const
{
    return friction_.is_on() ? std::max(normal_gap(), friction_.multiplier_gap(now_.sliding)) : normal_gap();
}

// Against the objective's own stiffness: penalties hide residuals along the constraints from a Newton step.
bool MultiplierStep::is_stationary(double goal) const
{
    for (std::size_t k = 0; k < now_.slope.size(); ++k)
        if (std::abs(now_.slope[k]) > goal * diagonal_[k / 3]) return false;
    return true;
}

bool MultiplierStep::limits_agree(double goal) const
{
    return !friction_.is_on() || friction_.limit_gap(now_.pull) <= goal;
}

double MultiplierStep::violation() const
{
    double most = 0.0;
    for (std::size_t i = 0; i < now_.c.size(); ++i)
        if (penalty_[i] > 0.0) most = std::max(most, -now_.c[i]);
    return most;
}

// False when the gaps no longer shrink.
bool MultiplierStep::update_multipliers(const StepProblem& problem, double goal, ConstrainedStepStats& stats)
{
    ++stats.multiplier_updates;
    // Friction looks after its own penalties, and cannot be infeasible.
    const double gap = normal_gap();
    const bool slow = gap > goal && gap > kSlowUpdate * last_gap_;
    slow_updates_ = slow ? slow_updates_ + 1 : 0;
    last_gap_ = gap;
    lambda_ = now_.pull;
    if (friction_.is_on() && friction_.update(now_.sliding, now_.pull)) factor_ = Factor::none;
    if (slow && beta_ < kMostBeta) {
        beta_ *= kBetaGrowth;
        for (std::size_t i = 0; i < penalty_.size(); ++i) penalty_[i] = beta_ * unit_penalty_[i];
        factor_ = Factor::none;
    }
    weigh(problem, now_);
    return slow_updates_ < kMostSlowUpdates;
}

// Where constraints contradict each other: to where the squares of what is missed are least, by Phi with multipliers of zero, which
// would grow without end.
SolveStatus MultiplierStep::settle(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                   ConstrainedStepStats& stats)
{
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    weigh(problem, now_);
    stats.velocity_scale = std::max(largest(now_.v), settings.least_velocity);
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

SolveStatus MultiplierStep::iterate(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                    Index most_updates, ConstrainedStepStats& stats)
{
    double last_step = kInfinity;
    // Where many constraints say the same, a step is far shorter than their gap, and multipliers that change again before
    // v has answered run away.
    bool answered = true;
    Index polished = 0;
    while (true) {
        if (settings.interrupt != nullptr && settings.interrupt->is_raised()) return SolveStatus::interrupted;
        const bool same = factor_ != Factor::none && same_active();
        if (!same && !refactor(problem, settings, stats)) return SolveStatus::diverged;
        double step = find_direction();
        if (factor_ == Factor::worn && !(step <= kWornShare * last_step)) {
            if (!refactor(problem, settings, stats)) return SolveStatus::diverged;
            step = find_direction();
        }
        if (!std::isfinite(step)) return SolveStatus::diverged;
        if (stats.velocity_scale == 0.0)
            stats.velocity_scale = std::max({largest(now_.v), step, settings.least_velocity});
        const double goal = settings.tolerance * stats.velocity_scale;
        const double gap = multiplier_gap();
        const bool agree = limits_agree(goal);
        if (step <= goal && gap <= goal && agree && (is_stationary(goal) || polished == kMostPolish))
            return SolveStatus::converged;
        if (step <= goal && gap <= goal && agree) ++polished;
        if (answered && (gap > goal || !agree) &&
            step <= std::max(goal, (friction_.is_on() ? kSlidingShare : kSolvedShare) * gap)) {
            if (friction_.is_on() && stats.multiplier_updates >= most_updates)
                return SolveStatus::reached_budget;
            if (!update_multipliers(problem, goal, stats)) {
                if (violation() <= kMissed * stats.velocity_scale) return SolveStatus::reached_budget;
                stats.infeasible = true;
                return SolveStatus::diverged;
            }
            if (factor_ != Factor::none) factor_ = Factor::worn;
            last_step = kInfinity;
            answered = false;
            continue;
        }
        if (stats.iterations == settings.max_iterations) return SolveStatus::reached_budget;
        double length = 0.0;
        if (!search(problem, stats, length)) {
            // An old factor may have lost the way; a new one that finds none has come as far as rounding lets it.
            if (factor_ == Factor::fresh)
                return step <= 1e3 * goal ? SolveStatus::reached_budget : SolveStatus::diverged;
            factor_ = Factor::none;
            continue;
        }
        ++stats.iterations;
        answered = true;
        factor_ = length == 1.0 ? Factor::worn : Factor::none;
        last_step = step;
    }
}

// The whole law at once, from where the method of multipliers is; leaves it at the best point that was found.
SolveStatus MultiplierStep::try_newton(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                       MultiplierNewton::Manner manner, ConstrainedStepStats& stats)
{
    newton_.v = now_.v;
    newton_.multiplier = lambda_;
    newton_.friction.assign(lambda_.size(), Vec3::Zero());
    if (friction_.is_on()) newton_.friction.assign(friction_.estimate().begin(), friction_.estimate().end());
    const SolveStatus status =
        newton_.solve(problem, settings, manner, unit_penalty_, diagonal_, system_, stats);
    factor_ = Factor::none;
    now_.v = newton_.v;
    for (std::size_t i = 0; i < lambda_.size(); ++i) lambda_[i] = std::max(newton_.multiplier[i], 0.0);
    if (friction_.is_on()) friction_.restart(newton_.friction, lambda_);
    evaluate(problem, now_, stats);
    if (status != SolveStatus::converged) return status;
    now_.pull = lambda_;
    if (friction_.is_on())
        now_.sliding.impulse.assign(friction_.estimate().begin(), friction_.estimate().end());
    set_slope(problem, now_);
    return status;
}

// Newton's method on the whole law, boldly, then with care; where that fails, some changes of multipliers, which descend, and
// again. Each leaves the next the best it has found.
SolveStatus MultiplierStep::solve_friction(const StepProblem& problem,
                                           const ConstrainedStepSettings& settings,
                                           ConstrainedStepStats& stats)
{
    SolveStatus status = try_newton(problem, settings, MultiplierNewton::Manner::bold, stats);
    if (status == SolveStatus::reached_budget)
        status = try_newton(problem, settings, MultiplierNewton::Manner::careful, stats);
    for (Index updates = kFirstRound; status == SolveStatus::reached_budget; updates *= 2) {
        if (stats.iterations >= settings.max_iterations ||
            stats.multiplier_updates >= settings.friction_iterations)
            break;
        status = iterate(problem, settings,
                         std::min(stats.multiplier_updates + updates, settings.friction_iterations), stats);
        if (status != SolveStatus::reached_budget) break;
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
    multiplier = now_.pull;
    if (friction_.is_on()) friction_.finish(now_.sliding, now_.pull);
    stats.complementarity = multiplier_gap();
    for (std::size_t k = 0; k < now_.slope.size(); ++k)
        stats.stationarity = std::max(stats.stationarity, std::abs(now_.slope[k]) / diagonal_[k / 3]);
    for (std::size_t i = 0; i < now_.c.size(); ++i) {
        if (penalty_[i] == 0.0 || -now_.c[i] <= stats.violation) continue;
        stats.violation = -now_.c[i];
        stats.worst_constraint = static_cast<Index>(i);
    }
}

SolveStatus MultiplierStep::solve(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                  Vec3Array& v, std::vector<double>& multiplier, ConstrainedStepStats& stats)
{
    stats = {};
    if (!begin(problem, settings, v, multiplier, stats)) return SolveStatus::diverged;
    const SolveStatus status = settings.yielding   ? settle(problem, settings, stats)
                               : friction_.is_on() ? solve_friction(problem, settings, stats)
                                                   : solve_smooth(problem, settings, stats);
    finish(v, multiplier, stats);
    return status;
}

}  // namespace stiction
