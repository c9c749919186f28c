#include "solver_core/solvers/multiplier_step.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMissed =
    1e-4;  // of the largest velocity: contradictions miss by more, slow multipliers by less
constexpr double kSolvedShare = 0.1;   // of the multipliers' error: a step below it ends their subproblem
constexpr double kRubbingShare = 0.5;  // the same with friction, where s follows in any case
constexpr double kWornShare = 0.2;     // by which a step with an old factor must shrink
constexpr Index kMostPolish = 3;       // steps after convergence, for the multipliers' last digits

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
    cones_.evaluate(at.v, at.touch);
    weigh(at);
    return at.value;
}

// Phi, the pulls and the gradient from the contacts, gamma and the multipliers.
void MultiplierStep::weigh(Point& at) const
{
    at.value = at.objective + cones_.weigh(at.touch);
    if (!std::isfinite(at.value)) at.value = kInfinity;
    set_slope(at);
}

// What the pulls and friction leave of the objective's gradient.
void MultiplierStep::set_slope(Point& at) const
{
    for (Index f = 0; f < system_.free_nodes(); ++f) {
        for (Index k = 0; k < 3; ++k) at.slope[3 * f + k] = at.objective_gradient[system_.node_of(f)][k];
    }
    cones_.for_each_pull(at.touch, [&](Index node, const Vec3& pull) {
        const Index f = system_.free_of(node);
        for (Index k = 0; f >= 0 && k < 3; ++k) at.slope[3 * f + k] += pull[k];
    });
}

// s_i = 1 / sum_a |grad_a c_i|^2 / H_aa; a constraint of held nodes alone gets none and is left out.
void MultiplierStep::set_masses(const StepProblem& problem)
{
    if (problem.constraints == nullptr) return;
    const ConstraintRows& rows = problem.constraints->rows();
    mass_.assign(static_cast<std::size_t>(rows.count()), 0.0);
    for (Index i = 0; i < rows.count(); ++i) {
        double inverse_mass = 0.0;
        for (Index e = rows.begin[i]; e < rows.begin[i + 1]; ++e) {
            const Index f = system_.free_of(rows.node[e]);
            if (f >= 0) inverse_mass += now_.touch.c_gradient[e].squaredNorm() / diagonal_[f];
        }
        if (inverse_mass > 0.0) mass_[i] = 1.0 / inverse_mass;
    }
    cones_.set_masses(mass_);
}

// Sizes, the start, the penalties; false when no start of finite energy was found.
bool MultiplierStep::begin(const StepProblem& problem, const ConstrainedStepSettings& settings, Vec3Array& v,
                           const std::vector<double>& multiplier, ConstrainedStepStats& stats)
{
    if (system_.set_up(problem, settings.factor)) ++stats.analyses;
    const std::size_t nodes = static_cast<std::size_t>(problem.objective->nodes());
    const std::size_t unknowns = 3 * static_cast<std::size_t>(system_.free_nodes());
    STICTION_ASSERT(v.size() == nodes && (problem.impulse.empty() || problem.impulse.size() == nodes));
    for (Point* point : {&now_, &trial_}) {
        point->v = v;
        point->objective_gradient.resize(nodes);
        point->slope.resize(unknowns);
    }
    cones_.begin(problem, multiplier, now_.touch, trial_.touch);
    diagonal_.resize(unknowns / 3);
    direction_.resize(unknowns);
    factor_ = Factor::none;

    double share = 1.0;
    while (!std::isfinite(evaluate(problem, now_, stats))) {
        if (share == 0.0) return false;
        share = share > 1e-3 ? 0.5 * share : 0.0;
        stats.start_backed_off = true;
        for (Index f = 0; f < system_.free_nodes(); ++f)
            now_.v[system_.node_of(f)] = share * v[system_.node_of(f)];
    }
    system_.assemble_objective(problem, now_.v, HessianKind::positive);
    system_.diagonal(diagonal_);
    set_masses(problem);
    cones_.follow(now_.touch);
    weigh(now_);
    trial_.v = now_.v;
    return true;
}

bool MultiplierStep::refactor(const StepProblem& problem, const ConstrainedStepSettings& settings,
                              ConstrainedStepStats& stats)
{
    const bool found =
        system_.factorize(problem, now_.v, settings.hessian, cones_.respond(now_.touch), stats);
    factor_ = found ? Factor::fresh : Factor::none;
    return found;
}

double MultiplierStep::fastest() const
{
    double most = 0.0;
    for (const Vec3& v : now_.v) most = std::max(most, v.cwiseAbs().maxCoeff());
    return most;
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

// Against the objective's own stiffness: penalties hide residuals along the constraints from a Newton step.
bool MultiplierStep::is_stationary(double goal) const
{
    for (std::size_t k = 0; k < now_.slope.size(); ++k)
        if (std::abs(now_.slope[k]) > goal * diagonal_[k / 3]) return false;
    return true;
}

// False when the gaps no longer shrink.
bool MultiplierStep::update_multipliers(double goal, ConstrainedStepStats& stats)
{
    ++stats.multiplier_updates;
    if (cones_.update(now_.touch, goal)) factor_ = Factor::none;
    weigh(now_);
    return !cones_.is_stuck();
}

SolveStatus MultiplierStep::iterate(const StepProblem& problem, const ConstrainedStepSettings& settings,
                                    Index most_updates, ConstrainedStepStats& stats)
{
    const double solved = cones_.has_friction() ? kRubbingShare : kSolvedShare;
    double last_step = kInfinity;
    // Where many constraints say the same, a step is far shorter than their gap, and multipliers that change again before
    // v has answered run away.
    bool answered = true;
    Index polished = 0;
    while (true) {
        if (settings.interrupt != nullptr && settings.interrupt->is_raised()) return SolveStatus::interrupted;
        const bool same = factor_ != Factor::none && cones_.same_modes(now_.touch);
        if (!same && !refactor(problem, settings, stats)) return SolveStatus::diverged;
        double step = find_direction();
        if (factor_ == Factor::worn && !(step <= kWornShare * last_step)) {
            if (!refactor(problem, settings, stats)) return SolveStatus::diverged;
            step = find_direction();
        }
        if (!std::isfinite(step)) return SolveStatus::diverged;
        if (stats.velocity_scale == 0.0)
            stats.velocity_scale = std::max({fastest(), step, settings.least_velocity});
        const double goal = settings.tolerance * stats.velocity_scale;
        const double gap = std::max(cones_.multiplier_gap(now_.touch), cones_.offset_gap(now_.touch));
        if (step <= goal && gap <= goal && (is_stationary(goal) || polished == kMostPolish))
            return SolveStatus::converged;
        if (step <= goal && gap <= goal) ++polished;
        if (answered && gap > goal && step <= std::max(goal, solved * gap)) {
            if (cones_.has_friction() && stats.multiplier_updates >= most_updates)
                return SolveStatus::reached_budget;
            if (!update_multipliers(goal, stats)) {
                if (cones_.violation(now_.touch) <= kMissed * stats.velocity_scale)
                    return SolveStatus::reached_budget;
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

}  // namespace stiction
