#include "solver_core/solvers/staggered_dynamics.hpp"

#include "solver_core/math/finite.hpp"
#include "solver_core/solvers/squeezed_step.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Below this share of the largest normal impulse a contact carries nothing.
constexpr double kNoLoad = 1e-12;
// What the tolerance of a step is a share of where nothing moves and nothing falls, m/s.
constexpr double kLeastVelocity = 0.01;
// Times the nodes under sliding points may be found to be others than thought.
constexpr Index kMostRounds = 3;
// Slower than this share of the fastest motion a contact with friction inside its cone sticks.
constexpr double kStickShare = 1e-7;

Vec3 tangential(const Vec3& impulse, const Vec3& normal) { return impulse - normal.dot(impulse) * normal; }

void collect_friction(const ContactSet& contacts, const ContactJacobian& jacobian,
                      const std::vector<Vec3>& impulse, Vec3Array& external)
{
    external.assign(static_cast<std::size_t>(jacobian.nodes), Vec3::Zero());
    for (Index c = 0; c < contacts.size(); ++c) {
        const Vec3 r_t = tangential(impulse[c], contacts.normal[c]);
        for (Index k = jacobian.begin[c]; k < jacobian.begin[c + 1]; ++k)
            external[jacobian.node[k]] += jacobian.block[k].transpose() * r_t;
    }
}

// Impulses to start from: of the last step, cut to the cone, or without friction where it is not forwarded.
void start_impulses(const ContactSet& contacts, bool forwarding, StaggeredWorkspace& work)
{
    work.multiplier.resize(work.impulse.size());
    for (Index c = 0; c < contacts.size(); ++c) {
        const Vec3& n = contacts.normal[c];
        const double r_n = std::max(0.0, n.dot(work.impulse[c]));
        Vec3 r_t = forwarding ? tangential(work.impulse[c], n) : Vec3::Zero();
        const double limit = contacts.mu[c] * r_n, length = r_t.norm();
        if (length > limit) r_t *= limit / length;
        work.impulse[c] = r_n * n + r_t;
        work.multiplier[c] = r_n;
    }
}

ConstrainedStepSolver& step_solver(ConstrainedStepKind kind, StaggeredWorkspace& work)
{
    if (!work.step_solver || work.step_solver_kind != kind) work.step_solver = make_constrained_step(kind);
    work.step_solver_kind = kind;
    return *work.step_solver;
}

// (3.19), (3.20) and (3.25).
SolveStatus project_friction(const StaggeredModel& model, const StaggeredParameters& parameters,
                             const ContactSet& contacts, StaggeredWorkspace& work, StaggeredStats& stats)
{
    const ContactJacobian& jacobian = work.rows.jacobian;
    for (Index c = 0; c < contacts.size(); ++c) {
        const Vec3& n = contacts.normal[c];
        work.impulse[c] = work.multiplier[c] * n + tangential(work.impulse[c], n);
    }
    add_impulses(jacobian, model.inverse_mass, work.impulse, -1.0, work.v);
    work.q.resize(work.impulse.size());
    for (Index c = 0; c < contacts.size(); ++c) work.q[c] = work.rows.velocity(c, work.v);
    const StaggeredProblem problem{&jacobian, work.rows.frame,    contacts.mu,
                                   work.q,    model.inverse_mass, nullptr};
    const SolveStatus status = work.projections.solve(problem, parameters.friction, work.impulse, stats);
    if (is_usable(status)) add_impulses(jacobian, model.inverse_mass, work.impulse, 1.0, work.v);
    return status;
}

// The constrained step on the rows as they are, from where work.v is.
SolveStatus solve_step(const StaggeredModel& model, const StaggeredParameters& parameters,
                       const ContactSet& contacts, Span<const Vec3> x, Span<const Vec3> v_free,
                       StaggeredWorkspace& work, ConstrainedStepStats& stats)
{
    StepProblem problem;
    problem.objective = &work.objective;
    problem.held = model.held;
    if (contacts.size() > 0) problem.constraints = &work.rows.normal;
    if (contacts.size() > 0 && parameters.nonlinear) {
        work.gaps.begin(contacts, work.rows, x, parameters.time, model.step, *parameters.surfaces);
        problem.constraints = &work.gaps;
    }
    problem.response = work.rows.response;
    StepFriction friction{work.rows.jacobian.block, work.rows.frame, work.rows.offset, contacts.mu,
                          &work.impulse};
    if (parameters.elastic_coupling) {
        if (contacts.size() > 0) problem.friction = &friction;
    } else {
        collect_friction(contacts, work.rows.jacobian, work.impulse, work.external);
        problem.impulse = work.external;
    }
    ConstrainedStepSettings settings = parameters.step;
    settings.least_velocity = kLeastVelocity;
    for (const Vec3& v : v_free) settings.least_velocity = std::max(settings.least_velocity, v.norm());
    ConstrainedStepSolver& solver = step_solver(parameters.step_solver, work);
    work.v_start = work.v;
    const SolveStatus status = solver.solve(problem, settings, work.v, work.multiplier, stats);
    if (status != SolveStatus::diverged || !stats.infeasible) return status;
    work.v = work.v_start;
    return solve_squeezed(model, contacts, problem, settings, solver, work, stats);
}

void measure(const ContactSet& contacts, Span<const Vec3> v_free, StaggeredWorkspace& work,
             StaggeredSolveStats& stats)
{
    stats.error = error_on_rows(contacts, work.rows, work.impulse, work.v, v_free, work.samples);
    double most = 0.0, fastest = 0.0;
    for (const FrictionSample& s : work.samples) {
        most = std::max(most, s.n.dot(s.r));
        fastest = std::max({fastest, s.u.norm(), s.q.norm()});
    }
    work.mode.resize(work.impulse.size());
    for (Index c = 0; c < contacts.size(); ++c) {
        const FrictionSample& s = work.samples[c];
        const double r_n = s.n.dot(s.r);
        const bool sticks = tangential(s.u, s.n).norm() <= kStickShare * fastest;
        work.mode[c] = r_n <= kNoLoad * most || r_n == 0.0 ? ContactMode::take_off
                       : sticks                            ? ContactMode::stick
                                                           : ContactMode::slip;
    }
}

}  // namespace

SolveStatus solve_constrained(const StaggeredModel& model, const StaggeredParameters& parameters,
                              const ContactSet& contacts, Span<const Vec3> x, Span<const Vec3> v_free,
                              StaggeredWorkspace& work, ConstrainedStepStats& stats)
{
    work.objective.begin(model, x, v_free);
    set_contact_rows(contacts, model.inverse_mass, model.step, parameters.recovery_speed, work.rows);
    start_impulses(contacts, parameters.forwarding, work);
    SolveStatus status = solve_step(model, parameters, contacts, x, v_free, work, stats);
    for (Index round = 0; parameters.nonlinear && is_usable(status) && round < kMostRounds; ++round) {
        if (work.gaps.missing().empty()) break;
        add_nodes(work.gaps.missing(), work.rows);
        status = solve_step(model, parameters, contacts, x, v_free, work, stats);
    }
    return status;
}

SolveStatus solve_staggered(const StaggeredModel& model, const StaggeredParameters& parameters,
                            const ContactSet& contacts, Span<const Vec3> x, Span<const Vec3> v_free,
                            StaggeredWorkspace& work, StaggeredSolveStats& stats)
{
    SolveStatus status = solve_constrained(model, parameters, contacts, x, v_free, work, stats.step);
    if (!is_usable(status)) return status;
    if (contacts.size() > 0 && !parameters.elastic_coupling) {
        const SolveStatus found = project_friction(model, parameters, contacts, work, stats.friction);
        if (found != SolveStatus::converged) status = found;
    }
    if (!is_usable(status)) return status;
    if (!all_finite(work.v)) return SolveStatus::diverged;
    measure(contacts, v_free, work, stats);
    return status;
}

}  // namespace stiction
