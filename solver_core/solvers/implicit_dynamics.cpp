#include "solver_core/solvers/implicit_dynamics.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;
// Repetitions of a stage with a stiffer contact, at most.
constexpr Index kBumps = 12;
// What tolerances are a share of where nothing moves and nothing falls, m/s.
constexpr double kLeastVelocity = 0.01;
// Change of lagged loads, as a share of the largest, at which they count as settled.
constexpr double kSettledLoads = 1e-6;
// A solve that ends above its tolerance by no more than this is told of, but used.
constexpr double kUsable = 1e4;

// The slope at q and v, at the start of the step; decoupled: without contact, at any time.
void set_slope(const FiniteModel& model, Span<const Vec3> q, Span<const Vec3> v, bool decoupled,
               ImplicitSystem& system, StageSlope& slope)
{
    slope.velocity.assign(v.begin(), v.end());
    slope.acceleration.resize(v.size());
    if (decoupled)
        system.rest_force(q, v, slope.acceleration);
    else
        system.force(q, v, 0.0, slope.acceleration);
    for (std::size_t i = 0; i < model.mass.size(); ++i) slope.acceleration[i] /= model.mass[i];
}

// Where held nodes are tau after the start.
void set_held(const ImplicitStep& step, double tau, Vec3Array& q_held)
{
    q_held.resize(step.history.x.size());
    parallel_for(static_cast<Index>(q_held.size()), kNodeChunk,
                 [&](Index i) { q_held[i] = step.history.x[i] + tau * step.v_free[i]; });
}

SolveStatus status_of(const NewtonStats& newton, double tolerance)
{
    if (newton.end == NewtonEnd::converged) return SolveStatus::converged;
    if (newton.end == NewtonEnd::interrupted) return SolveStatus::interrupted;
    const bool close = newton.end != NewtonEnd::not_finite && newton.residual <= kUsable * tolerance;
    return close ? SolveStatus::reached_budget : SolveStatus::diverged;
}

// Newton at the creep asked for, or as close to it as continuation comes.
SolveStatus solve_smooth(const NewtonSettings& newton, const CreepSettings& creep, ImplicitWorkspace& work,
                         ImplicitSolveStats& stats)
{
    const Index iterations = stats.newton.iterations, linear = stats.newton.linear_iterations;
    const CreepResult found =
        work.continuation.solve(work.system, work.contacts, work.newton, newton, creep, work.v);
    stats.newton = found.newton;
    stats.record.insert(stats.record.end(), stats.newton.record.begin(), stats.newton.record.end());
    stats.newton.iterations += iterations;
    stats.newton.linear_iterations += linear;
    stats.solves += found.solves;
    stats.eps = std::max(stats.eps, found.eps);
    const SolveStatus status = status_of(stats.newton, newton.tolerance);
    return status == SolveStatus::converged && found.eps > creep.creep ? SolveStatus::reached_budget : status;
}

// One stage: Newton, and again with stiffer contacts while one is deeper than the layer.
SolveStatus solve_stiff_enough(const NewtonSettings& newton, const CreepSettings& creep,
                               ImplicitWorkspace& work, ImplicitSolveStats& stats)
{
    for (Index bump = 0;; ++bump) {
        work.start.improve(work.system, work.contacts, work.v);
        const SolveStatus status = solve_smooth(newton, creep, work, stats);
        stats.deepest = work.contacts.deepest(stats.deepest_contact);
        if (!is_usable(status)) return status;
        const double factor = work.contacts.law().penalty.bump(stats.deepest);
        if (factor == 1.0) return status;
        if (bump == kBumps) return SolveStatus::reached_budget;
        work.kappa *= factor;
        work.contacts.set_stiffness(work.kappa);
    }
}

// A stage; with lagged friction so often as asked for, or until the loads no longer change.
SolveStatus solve_stage(const NewtonSettings& newton, const ImplicitParameters& parameters,
                        const CreepSettings& creep, ImplicitWorkspace& work, ImplicitSolveStats& stats)
{
    SolveStatus status = SolveStatus::converged;
    for (Index lag = 0; lag < std::max<Index>(1, parameters.lags); ++lag) {
        status = solve_stiff_enough(newton, creep, work, stats);
        if (!parameters.law.lagged || !is_usable(status)) return status;
        if (lag + 1 < parameters.lags && work.contacts.lag_again() < kSettledLoads) return status;
    }
    return status;
}

void measure(const FiniteModel& model, const ImplicitParameters& parameters, const ImplicitStep& step,
             const ContactSet& contacts, ImplicitWorkspace& work, ImplicitSolveStats& stats)
{
    const auto count = static_cast<std::size_t>(contacts.size());
    work.impulse.assign(count, Vec3::Zero());
    work.mode.assign(count, ContactMode::take_off);
    if (work.contacts.active() == 0) work.kappa = parameters.least_kappa;
    work.mean_velocity.resize(work.x.size());
    for (std::size_t i = 0; i < work.x.size(); ++i)
        work.mean_velocity[i] = (work.x[i] - step.history.x[i]) / step.h;
    if (count == 0) return;
    set_contact_rows(contacts, model.inverse_mass, step.h, parameters.law.recovery_speed, work.rows);
    for (Index c = 0; c < contacts.size(); ++c) {
        const ImplicitContact& contact = work.contacts.contacts()[c];
        if (contact.gap.known && contact.active) {
            const Vec3 normal_force = contact.lambda * contact.gap.slope * contact.gap.normal;
            work.impulse[c] = step.h * (normal_force + contact.friction);
            const double slip = contact.u_t.norm();
            const bool sticks = slip < stats.eps;
            if (contact.lambda > 0.0) work.mode[c] = sticks ? ContactMode::stick : ContactMode::slip;
            if (sticks && slip > stats.creep) {
                stats.creep = slip;
                stats.creep_contact = c;
            }
        }
    }
    stats.error =
        error_on_rows(contacts, work.rows, work.impulse, work.mean_velocity, step.v_free, work.samples);
}

}  // namespace

SolveStatus solve_implicit(const FiniteModel& model, const ImplicitParameters& parameters,
                           const ImplicitStep& step, const ContactSet& contacts, SmoothSurfaces& surfaces,
                           ImplicitWorkspace& work, ImplicitSolveStats& stats)
{
    const StepHistory& history = step.history;
    work.kappa = std::max(step.kappa, parameters.least_kappa);
    ImplicitContactLaw law = parameters.law;
    law.penalty.kappa = work.kappa;
    work.contacts.begin(contacts, surfaces, law, model.inverse_mass, history.x, step.time, step.h);
    work.system.begin(model, step.loads, work.contacts, history.x);
    work.newton.forget();

    const bool first = uses_history(parameters.integrator) && history.x_before.empty();
    const IntegratorKind integrator = first ? IntegratorKind::be : parameters.integrator;
    const bool decoupled = parameters.decoupled && uses_start_slope(integrator);
    if (uses_start_slope(integrator))
        set_slope(model, history.x, history.v, decoupled, work.system, work.slope[0]);
    NewtonSettings newton = parameters.newton;
    double fastest = kLeastVelocity;
    for (const Vec3& v : step.v_free) fastest = std::max(fastest, v.norm());
    newton.tolerance *= fastest;
    const CreepSettings creep{parameters.law.friction.eps, fastest, parameters.creep_continuation};
    stats.eps = stats.creep = 0.0;
    stats.creep_contact = -1;

    work.v.assign(history.v.begin(), history.v.end());
    for (std::size_t i = 0; i < work.v.size(); ++i)
        if (model.held[i] != 0) work.v[i] = step.v_free[i];
    work.x.resize(work.v.size());
    SolveStatus status = SolveStatus::converged;
    const Span<const StageRule> rules = stages_of(integrator);
    for (std::size_t stage = 0; stage < rules.size(); ++stage) {
        const StageRule& rule = rules[stage];
        const double tau = rule.time * step.h;
        set_stage_base(rule, step.h, history, work.slope, work.q_base, work.v_base);
        set_held(step, tau, work.q_held);
        work.system.set_stage({work.q_base, work.v_base, rule.implicit * step.h, tau, work.q_held,
                               decoupled ? history.x : Span<const Vec3>()});
        const SolveStatus found = solve_stage(newton, parameters, creep, work, stats);
        if (!is_usable(found)) return found;
        if (found != SolveStatus::converged) status = found;
        work.system.positions(work.v, work.x);
        if (stage + 1 == rules.size()) break;
        if (decoupled)
            set_slope(model, work.x, work.v, decoupled, work.system, work.slope[stage + 1]);
        else
            set_stage_slope(rule, step.h, work.v, work.v_base, work.slope[stage + 1]);
    }
    measure(model, parameters, step, contacts, work, stats);
    return status;
}

}  // namespace stiction
