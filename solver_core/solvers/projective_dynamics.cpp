#include "solver_core/solvers/projective_dynamics.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/solvers/quick_factor.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;

// Faster than this is a blow-up, not cloth, m/s.
constexpr double kSpeedLimit = 1e5;

// Local step of the elastic terms at x_n + h v, then b(p) at every node.
void project_elasticity(const ProjectiveModel& model, Span<const Vec3> x_n, Span<const Vec3> v,
                        ProjectiveWorkspace& work)
{
    const double h = model.step;
    const Index count = model.node_count();
    parallel_for(count, kNodeChunk, [&](Index i) { work.x[i] = x_n[i] + h * v[i]; });
    model.elasticity.project_all(work.x, work.corner);
    std::swap(work.b, work.b_previous);
    parallel_for(count, kNodeChunk,
                 [&](Index i) { work.b[i] = work.base[i] + h * model.elasticity.gather(work.corner, i); });
}

// What v leaves open: at all nodes for a quick step, at those in contact for their splitting alone.
void find_open(const ProjectiveModel& model, bool everywhere, const LocalContacts& local,
               ProjectiveWorkspace& work)
{
    const auto set = [&](Index i) { work.open[i] = left_open(model, work.b[i], work.v, i); };
    work.open.resize(model.mass.size());
    if (everywhere)
        parallel_for(model.node_count(), kNodeChunk, set);
    else
        std::for_each(local.nodes.begin(), local.nodes.end(), set);
}

// Contact impulses against the splitting's velocities.
void project_contacts(const ContactPart& part, Index sweeps, bool quick, ProjectiveWorkspace& work)
{
    LocalContacts& local = *part.local;
    for (const Index i : local.nodes) {
        const Vec3 change = quick ? Vec3(work.open[i] + local.xi[i]) : Vec3(work.b[i] - work.b_previous[i]);
        local.velocity[i] = work.v[i] + local.node_response[i] * change;
    }
    work.momentum.extrapolate(work.v, local);
    for (Index s = 0; s < sweeps; ++s) sweep(*part.contacts, local);
    work.momentum.check(local);
}

// The share s of a common impulse on all nodes in contact that the global step gives back to each of them, and with it
// the diagonal D of the splitting. A small s means a heavy body behind the node; the floor keeps rounding out.
void find_response(const ProjectiveModel& model, const ContactPart& part, ProjectiveWorkspace& work)
{
    constexpr double kSmallestShare = 1e-8;
    LocalContacts& local = *part.local;
    for (std::size_t f = 0; f < model.free_nodes.size(); ++f) {
        const Index i = model.free_nodes[f];
        work.unknown[f] = Vec3(local.node_touched[i] != 0 ? model.mass[i] : 0.0, 0.0, 0.0);
    }
    model.factor->solve(work.unknown, work.scratch);
    for (const Index i : local.nodes) local.node_response[i] = 0.0;
    for (std::size_t f = 0; f < model.free_nodes.size(); ++f) {
        const Index i = model.free_nodes[f];
        if (local.node_touched[i] == 0) continue;
        local.node_response[i] = model.inverse_mass[i] * std::clamp(work.unknown[f].x(), kSmallestShare, 1.0);
    }
    set_response(*part.contacts, local);
}

bool has_warm_start(const LocalContacts& local)
{
    return std::any_of(local.impulse.begin(), local.impulse.end(),
                       [](const Vec3& r) { return !r.isZero(0.0); });
}

void solve_global(const ProjectiveModel& model, ProjectiveWorkspace& work)
{
    const auto count = static_cast<Index>(model.free_nodes.size());
    parallel_for(count, kNodeChunk, [&](Index f) {
        const Index i = model.free_nodes[f];
        work.unknown[f] = work.b[i] + work.contacts.xi[i];
    });
    model.factor->solve(work.unknown, work.scratch);
    parallel_for(count, kNodeChunk, [&](Index f) { work.v[model.free_nodes[f]] = work.unknown[f]; });
}

// The global step in single precision, from where v stands.
void solve_quickly(const ProjectiveModel& model, ProjectiveWorkspace& work)
{
    const auto count = static_cast<Index>(model.free_nodes.size());
    parallel_for(count, kNodeChunk, [&](Index f) {
        const Index i = model.free_nodes[f];
        work.unknown[f] = work.open[i] + work.contacts.xi[i];
    });
    model.quick->solve(work.unknown, work.scratch);
    parallel_for(count, kNodeChunk, [&](Index f) { work.v[model.free_nodes[f]] += work.unknown[f]; });
}

// The contact problem at these projections: what the elastic terms alone lead to, the impulses the contacts answer with,
// and the motion of both. `last` goes all the way; before that the projections are still on the move, and a share will do.
void solve_contacts_together(const ProjectiveModel& model, const ContactPart& part, bool last,
                             ProjectiveWorkspace& work)
{
    constexpr double kShare = 1e-3;
    const auto move = [&] {
        work.islands.put_back_nodes(work.contacts);
        solve_global(model, work);
        work.turning.turn(model, work.contacts.xi, work.v);
    };
    work.turning.keep(model, work.b, work.v);
    move();
    work.coupled.solve(*part.contacts, work.v, last ? 0.0 : kShare, *part.local);
    move();
}

// The dense problem of this step. Solids whose contacts are split keep the attitude their projections give them.
void begin_together(const ProjectiveModel& model, Span<const Vec3> x_n, ProjectiveWorkspace& work)
{
    const ContactSet& contacts = *work.islands.together().contacts;
    ContactResponse& response = work.coupled.begin_step();
    couple_contacts(model, contacts, work.coupling, work.scratch, response.g);
    for (std::size_t i = 0; i < work.v.size(); ++i) work.x[i] = x_n[i] + model.step * work.guess[i];
    work.turning.begin_step(model, work.x, work.scratch);
    if (const ContactPart& apart = work.islands.apart(); !apart.empty())
        for (const Index node : apart.local->nodes)
            if (model.body_of_node[node] >= 0) work.turning.hold(model.body_of_node[node]);
    work.turning.set_arms(model, contacts, response);
    response.find_own();
}

// Whether an iteration from v_before to v moved no node by more than rounding.
bool is_settled(Span<const Vec3> v_before, Span<const Vec3> v, Span<const Vec3> v_free)
{
    constexpr double kRounding = 1e-13;
    double change = 0.0, scale = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        change = std::max(change, (v[i] - v_before[i]).squaredNorm());
        scale = std::max({scale, v[i].squaredNorm(), v_free[i].squaredNorm()});
    }
    return change <= kRounding * kRounding * scale;
}

bool is_bounded(Span<const Vec3> v)
{
    // Written so that a NaN fails it.
    return std::all_of(v.begin(), v.end(),
                       [](const Vec3& u) { return u.squaredNorm() < kSpeedLimit * kSpeedLimit; });
}

}  // namespace

void assemble_projective(const ProjectiveModel& model, const ContactSet& contacts, Span<const Vec3> x_n,
                         Span<const Vec3> v_free, double recovery_speed, ProjectiveWorkspace& work)
{
    const double h = model.step;
    const Index count = model.node_count();
    work.base.resize(model.mass.size());
    work.b.resize(model.mass.size());
    work.b_previous.resize(model.mass.size());
    work.x.resize(model.mass.size());
    work.corner.resize(model.elasticity.corner_count());
    work.unknown.resize(model.free_nodes.size());
    parallel_for(count, kNodeChunk, [&](Index i) {
        work.base[i] = model.mass[i] * v_free[i] - h * stiffness_row(model, x_n, i);
    });
    // What the held nodes' given velocities pull: C_fp v_p goes to the right.
    for (const Index p : model.held_nodes)
        for (SparseMatrix::InnerIterator it(model.stiffness, p); it; ++it)
            work.base[it.row()] -= h * h * it.value() * work.v[p];

    begin_step(contacts, model.inverse_mass, h, recovery_speed, work.contacts);
    work.momentum.restart();
    // b of the "previous iteration" that makes v + (b' - b)/D equal to (b' - (P-D) v + xi)/D for the guess v. The pull of
    // held nodes stands in `base` already, so C v here runs over free nodes only.
    std::fill(work.b.begin(), work.b.end(), Vec3::Zero());
    for (const Index i : work.contacts.nodes) {
        const Vec3 cv = free_stiffness_row(model, work.v, i) * (h * h);
        work.b[i] = model.mass[i] * work.v[i] + cv - work.contacts.xi[i];
    }
}

SolveStatus solve_projective(const ProjectiveModel& model, const ProjectiveParameters& parameters,
                             const ContactSet& contacts, Span<const Vec3> x_n, ProjectiveWorkspace& work,
                             ProjectiveStats& stats)
{
    const auto measure = [&] {
        work.islands.put_back(work.contacts);
        return measure_error(contacts, work.v, work.v_free, work.contacts);
    };
    // Impulses remembered from the last step first meet the global step as they are: at rest that is the solution. Only
    // an iteration that knows their effect corrects them. With one iteration in all there is no second look.
    const Index first_sweep = parameters.iterations > 1 && has_warm_start(work.contacts) ? 1 : 0;
    work.islands.split(model, contacts, model.factor ? parameters.exact_contacts : 0, work.contacts);
    const ContactPart &apart = work.islands.apart(), &together = work.islands.together();
    // With a tolerance any iteration may turn out to be the last.
    const bool quick = model.quick && together.empty() && parameters.tolerance == 0.0;
    stats.together = together.empty() ? 0 : together.contacts->size();
    if (!together.empty()) begin_together(model, x_n, work);
    if (!apart.empty() && model.factor) find_response(model, apart, work);
    SolveStatus status = SolveStatus::reached_budget;
    for (Index k = 0; k < parameters.iterations && model.factor; ++k) {
        if (parameters.interrupt != nullptr && parameters.interrupt->is_raised())
            return SolveStatus::interrupted;
        const bool last = k + 1 == parameters.iterations;
        project_elasticity(model, x_n, k == 0 ? work.guess : work.v, work);
        if (quick) find_open(model, !last, work.contacts, work);
        if (k >= first_sweep && !apart.empty())
            project_contacts(apart, parameters.contact_sweeps, quick, work);
        if (!together.empty()) {
            work.v_before = work.v;
            solve_contacts_together(model, together, last, work);
        } else if (quick && !last) {
            solve_quickly(model, work);
        } else {
            solve_global(model, work);
        }
        stats.iterations = k + 1;
        if (parameters.record) stats.record.push_back(measure());
        if (!together.empty() && is_settled(work.v_before, work.v, work.v_free)) {
            status = SolveStatus::converged;
            break;
        }
        // Not before a sweep has looked at the contacts: it is what says which of them carry.
        if (k >= first_sweep && parameters.tolerance > 0.0 && measure().natural_map < parameters.tolerance) {
            status = SolveStatus::converged;
            break;
        }
    }
    if (!is_bounded(work.v)) return SolveStatus::diverged;
    stats.error = measure();
    return status;
}

}  // namespace stiction
