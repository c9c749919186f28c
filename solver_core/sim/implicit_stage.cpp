#include "solver_core/sim/contact_text.hpp"
#include "solver_core/sim/stages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

// Nodes rest half way through the contact layer under so much gravity at least, m/s^2.
constexpr double kLeastGravity = 1.0;

IntegratorKind integrator_of(TimeRule rule)
{
    switch (rule) {
        case TimeRule::be: break;
        case TimeRule::bdf2: return IntegratorKind::bdf2;
        case TimeRule::tr: return IntegratorKind::tr;
        case TimeRule::tr_bdf2: return IntegratorKind::tr_bdf2;
        case TimeRule::sdirk2: return IntegratorKind::sdirk2;
    }
    return IntegratorKind::be;
}

// The trapezoidal rule damps nothing: what a scene's start is out of balance by would ring for good. So its first steps are
// backward Euler's: a fixed number of steps of first order leaves the order of a run at two.
constexpr std::int64_t kDampedStart = 4;

// Solves of the first step with lagged friction, at most.
constexpr Index kFirstLags = 50;

IntegratorKind integrator_at(const Model& model, const State& state)
{
    const IntegratorKind integrator = integrator_of(model.solver.integrator);
    return integrator == IntegratorKind::tr && state.step < kDampedStart ? IntegratorKind::be : integrator;
}

// Mass of the mean node that can touch.
double mean_mass(const Model& model)
{
    double mass = 0.0;
    for (const Index node : model.contact.vertices) mass += model.mass[node];
    return mass / static_cast<double>(std::max<std::size_t>(1, model.contact.vertices.size()));
}

ImplicitParameters implicit_parameters(const Model& model, const StepOptions& options)
{
    const SolverSettings& solver = model.solver;
    ImplicitParameters parameters;
    parameters.law.penalty.delta = *solver.contact_layer;
    parameters.law.friction.smoothing = solver.friction_curve == FrictionCurve::rational
                                            ? FrictionSmoothing::rational
                                            : FrictionSmoothing::quadratic;
    parameters.law.friction.eps = solver.creep;
    parameters.law.friction.static_ratio = solver.static_ratio;
    parameters.law.friction.stribeck_speed = solver.stribeck_speed;
    parameters.law.friction.viscous = solver.viscous_friction;
    parameters.law.lagged = solver.lagged_friction;
    parameters.law.recovery_speed = model.recovery_speed;
    parameters.law.kappa_mass = mean_mass(model);
    // The stiffness of contact at which a node rests half way through the layer.
    parameters.least_kappa = ContactPenalty::stiffness_for(
        parameters.law.kappa_mass * std::max(model.gravity.norm(), kLeastGravity), *solver.contact_layer);
    parameters.creep_continuation = solver.creep_continuation;
    parameters.decoupled = solver.decoupled_contact;
    parameters.lags = solver.friction_lags;
    parameters.newton.tolerance = solver.step_tolerance;
    parameters.newton.max_iterations = *solver.step_iterations;
    parameters.newton.linear =
        solver.newton == NewtonSolver::iterative ? NewtonLinear::iterative : NewtonLinear::direct;
    switch (solver.preconditioner) {
        case PreconditionerChoice::automatic: break;
        case PreconditionerChoice::blocks:
            parameters.newton.preconditioner = PreconditionerKind::blocks;
            break;
        case PreconditionerChoice::factor:
            parameters.newton.preconditioner = PreconditionerKind::factor;
            break;
    }
    switch (solver.linear_solver) {
        case SolverChoice::eigen: parameters.newton.factor = SparseLuKind::eigen; break;
        case SolverChoice::pardiso: parameters.newton.factor = SparseLuKind::pardiso; break;
        case SolverChoice::interleaved:
        case SolverChoice::automatic: break;
    }
    parameters.newton.interrupt = options.interrupt;
    return parameters;
}

std::string node_name(const Model& model, Index node)
{
    for (const ObjectRange& object : model.objects)
        if (node >= object.first_node && node < object.first_node + object.node_count)
            return fmt::format("point {} of '{}'", node - object.first_node, object.name);
    return "no point";
}

const char* remedy(NewtonEnd end)
{
    switch (end) {
        case NewtonEnd::out_of_iterations: return "allow more solver.step_iterations or step_cuts";
        case NewtonEnd::linear_solver:
            return "use solver.preconditioner \"automatic\" or solver.newton \"direct\"";
        case NewtonEnd::not_finite:
        case NewtonEnd::singular: return "look for inverted or flat elements there, or lower time.step";
        default: return "lower time.step, raise solver.creep, or allow more solver.step_cuts";
    }
}

// What stalled, where, and what may help.
std::string stall_reason(const Model& model, const ContactSet& contacts, const ImplicitSolveStats& stats,
                         double h)
{
    std::string text = fmt::format(
        "Newton's method ended after {} steps, {} of time {:.3g} s: {}; residual {:.3g} m/s, largest at {}",
        stats.newton.iterations, stats.solves > 1 ? "the last solve" : "the solve", h,
        to_string(stats.newton.end), stats.newton.residual, node_name(model, stats.newton.worst_node));
    if (stats.newton.end == NewtonEnd::converged && stats.eps > model.solver.creep)
        text += fmt::format(
            "; friction is smoothed up to {:.3g} m/s, not to solver.creep, {:.3g}: no root was found there",
            stats.eps, model.solver.creep);
    if (stats.deepest_contact >= 0) {
        const Index node = contacts.node[contacts.begin[stats.deepest_contact]];
        text +=
            fmt::format("; deepest contact: {}, {:.3g} m into a layer of {:.3g} m", node_name(model, node),
                        *model.solver.contact_layer - stats.deepest, *model.solver.contact_layer);
    }
    return text + "; " + remedy(stats.newton.end);
}

// One step being made, in parts where it has to be.
struct Advance {
    const Model& model;
    const ImplicitParameters& parameters;
    Workspace& work;
    ImplicitSolveStats stats{};
    Vec3Array x{}, v{}, v_free{}, v_carried{};
    double kappa = 0.0;
    bool whole = true;              // made in one part
    double eps = 0.0, creep = 0.0;  // worst of all parts that were used, m/s

    // Contacts of the whole step are known already.
    SolveStatus part(const StepHistory& history, Span<const Vec3> free, double time, double h)
    {
        ImplicitStep step;
        step.time = time;
        step.h = h;
        step.history = history;
        step.v_free = free;
        step.kappa = kappa;
        step.loads = {model.gravity, model.drag, model.load, model.solver.sparse_volumes};
        const SolveStatus status = solve_implicit(model.finite, parameters, step, work.contacts,
                                                  work.joined.surfaces, work.implicit, stats);
        if (is_usable(status)) {
            kappa = work.implicit.kappa;
            eps = std::max(eps, stats.eps);
            creep = std::max(creep, stats.creep);
        }
        return status;
    }

    // From x, v over h in two halves, each again in halves where it fails.
    SolveStatus halves(double time, double h, Index cuts)
    {
        whole = false;
        SolveStatus status = SolveStatus::converged;
        for (int half = 0; half < 2; ++half) {
            const SolveStatus found = attempt(time + 0.5 * h * half, 0.5 * h, cuts);
            if (!is_usable(found)) return found;
            if (found != SolveStatus::converged) status = found;
        }
        return status;
    }

    SolveStatus attempt(double time, double h, Index cuts)
    {
        v_free.resize(v.size());
        v_carried.resize(v.size());
        for (std::size_t i = 0; i < v.size(); ++i) {
            const bool held = model.finite.held[i] != 0;
            v_carried[i] = held ? work.v_free[i] : v[i];
            v_free[i] = held ? work.v_free[i] : Vec3(v[i] + h * model.gravity);
            if (!held && !model.load.empty()) v_free[i] += h / model.mass[i] * model.load[i];
        }
        find_contacts(model, DetectQuery{x, v_free, v_carried, time, h}, work);
        const SolveStatus status = part({x, v, {}, {}}, v_free, time, h);
        if (is_usable(status)) {
            x = work.implicit.x;
            v = work.implicit.v;
            return status;
        }
        return status == SolveStatus::interrupted || cuts == 0 ? status : halves(time, h, cuts - 1);
    }
};

}  // namespace

SolveStatus solve_implicitly(const Model& model, const StepOptions& options, const State& state,
                             Workspace& work)
{
    ImplicitParameters parameters = implicit_parameters(model, options);
    parameters.integrator = integrator_at(model, state);
    // No step before has found the loads that lagged friction starts from: those of the layer as laid are not in balance.
    if (state.step == 0) parameters.lags = std::max(parameters.lags, kFirstLags);
    Advance advance{model, parameters, work};
    advance.kappa = state.contact_stiffness;
    const double time = static_cast<double>(state.step) * model.step;
    SolveStatus status =
        advance.part({state.x, state.v, state.x_before, state.v_before}, work.v_free, time, model.step);
    if (!is_usable(status) && status != SolveStatus::interrupted && model.solver.step_cuts > 0) {
        advance.x = state.x;
        advance.v = state.v;
        status = advance.halves(time, model.step, model.solver.step_cuts - 1);
    }
    const ImplicitSolveStats& found = advance.stats;
    work.implicit.whole_step = advance.whole;
    work.stats.iterations = found.newton.iterations;
    work.stats.linear_iterations = found.newton.linear_iterations;
    work.stats.creep = advance.creep;
    work.stats.creep_limit = advance.eps;
    if (advance.eps > model.solver.creep && found.creep_contact >= 0) {
        work.stats.worst_contact = contact_text(model, work.contacts, found.creep_contact);
        work.stats.worst_violation = std::max(0.0, advance.creep - model.solver.creep);
    }
    if (options.record_iterations) work.stats.newton = found.record;
    work.stats.friction_residual = found.error.natural_map;
    work.stats.alart_curnier = found.error.alart_curnier_normal + found.error.alart_curnier_tangential;
    if (status != SolveStatus::converged && status != SolveStatus::interrupted)
        work.stats.reason = stall_reason(model, work.contacts, found, model.step);
    return status;
}

void keep_implicit(const Model& model, const Workspace& work, State& state)
{
    state.contact_stiffness = work.implicit.kappa;
    if (!uses_history(integrator_of(model.solver.integrator))) return;
    // After a step in parts the two-step rule begins anew: its steps must be alike.
    if (work.implicit.whole_step) {
        state.x_before = state.x;
        state.v_before = state.v;
    } else {
        state.x_before.clear();
        state.v_before.clear();
    }
}

}  // namespace stiction
