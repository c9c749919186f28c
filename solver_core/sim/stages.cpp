#include "solver_core/sim/stages.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/contact_friction.hpp"
#include "solver_core/contact/overlap.hpp"

#include <algorithm>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;

// Impulses of contacts that were there in the last step; both lists are sorted by key.
void warm_start(const State& state, const ContactSet& contacts, std::vector<Vec3>& impulse)
{
    impulse.assign(contacts.key.size(), Vec3::Zero());
    auto known = state.memory.begin();
    for (Index c = 0; c < contacts.size(); ++c) {
        while (known != state.memory.end() && known->key < contacts.key[c]) ++known;
        if (known == state.memory.end()) return;
        if (known->key == contacts.key[c]) impulse[c] = known->impulse;
    }
}

const Model::FrictionEpoch& friction_now(const Model& model, double time)
{
    const Model::FrictionEpoch* now = &model.friction_epochs.front();
    for (const Model::FrictionEpoch& epoch : model.friction_epochs)
        if (epoch.time <= time) now = &epoch;
    return *now;
}

// Coefficients of a later epoch; the detector knows those of the start. Nodes of side A come first, of side B last.
void apply_friction(const Model& model, const Model::FrictionEpoch& epoch, ContactSet& contacts)
{
    for (Index c = 0; c < contacts.size(); ++c) {
        const Index a = model.contact.node_object[contacts.node[contacts.begin[c]]];
        const Index b = model.contact.node_object[contacts.node[contacts.begin[c + 1] - 1]];
        const double pair =
            contacts.is_external(c) ? epoch.colliders[a][contacts.key[c].obstacle] : epoch.objects[a][b];
        const auto first = static_cast<std::size_t>(contacts.begin[c]);
        const auto count = static_cast<std::size_t>(contacts.begin[c + 1]) - first;
        contacts.mu[c] =
            pair * friction_scale(model.contact, &contacts.node[first], &contacts.weight[first], count);
    }
}

StepEnergy measure_energy(const Model& model, const State& state, std::vector<double>& partial)
{
    StepEnergy energy;
    energy.kinetic = ordered_sum(model.node_count, kNodeChunk, 0.0, partial, [&](Index begin, Index end) {
        double sum = 0.0;
        for (Index i = begin; i < end; ++i) sum += 0.5 * model.mass[i] * state.v[i].squaredNorm();
        return sum;
    });
    energy.gravity = ordered_sum(model.node_count, kNodeChunk, 0.0, partial, [&](Index begin, Index end) {
        double sum = 0.0;
        for (Index i = begin; i < end; ++i) sum -= model.mass[i] * model.gravity.dot(state.x[i]);
        return sum;
    });
    energy.elastic = has_finite_strain(model.solver.method)
                         ? model.finite.elasticity.energy(state.x, partial)
                         : model.projective.elasticity.total_energy(state.x, partial);
    return energy;
}

void measure_fills(const Model& model, const State& state, Workspace& work)
{
    const VolumeRegions& regions = model.finite.elasticity.terms().volume;
    work.stats.fills.clear();
    for (Index r = 0; r < regions.region_count(); ++r) {
        const double volume = region_volume(regions, r, state.x, work.partial);
        work.stats.fills.push_back({model.objects[model.finite.fill_owner[r]].name,
                                    volume / regions.fill[r].volume - 1.0,
                                    fill_pressure(regions.fill[r], volume)});
    }
}

void count_contacts(const ContactSet& contacts, Span<const ContactMode> mode, StepStats& stats)
{
    stats.candidates = contacts.size();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (mode[c] == ContactMode::take_off) continue;
        ++(contacts.is_external(c) ? stats.contacts_external : stats.contacts_self);
        ++(mode[c] == ContactMode::stick ? stats.sticking : stats.sliding);
    }
}

}  // namespace

void predict(const Model& model, const State& state, Workspace& work)
{
    const double h = model.step;
    work.v_start.resize(state.v.size());
    work.v_free.resize(state.v.size());
    parallel_for(model.node_count, kNodeChunk, [&](Index i) {
        // Backward Euler of the drag and the loads alone, stable for any coefficient: m (v - v_n) = h (load - drag v).
        work.v_start[i] = state.v[i] / (1.0 + h * model.drag[i] / model.mass[i]);
        work.v_free[i] = work.v_start[i] + h * model.gravity;
        if (!model.load.empty()) work.v_free[i] += h / (model.mass[i] + h * model.drag[i]) * model.load[i];
    });
    const double end_time = static_cast<double>(state.step + 1) * h;
    for (const PinGroup& pin : model.pins)
        for (const Index i : pin.nodes)
            work.v_free[i] = (pinned_position(pin, model.x0[i], end_time) - state.x[i]) / h;
    work.projective.guess = work.v_start;
    for (const PinGroup& pin : model.pins)
        for (const Index i : pin.nodes) work.projective.guess[i] = work.v_free[i];
}

void find_contacts(const Model& model, const State& state, Workspace& work)
{
    const double time = start_time(model, state);
    const DetectQuery query{state.x, work.v_free, work.projective.guess, time, model.step};
    find_contacts(model, query, work);
}

void find_contacts(const Model& model, const DetectQuery& query, Workspace& work)
{
    if (has_finite_strain(model.solver.method))
        detect_joined(model.contact, model.finite.features, model.finite.surfaces, query, work.joined,
                      work.contacts);
    else
        detect(model.contact, query, work.detect, work.contacts);
    const Model::FrictionEpoch& epoch = friction_now(model, query.time);
    if (&epoch != &model.friction_epochs.front()) apply_friction(model, epoch, work.contacts);
}

void assemble(const Model& model, const State& state, Workspace& work)
{
    if (model.solver.method == Method::implicit) return;
    if (model.solver.method == Method::staggered) {
        work.staggered.v = work.projective.guess;
        warm_start(state, work.contacts, work.staggered.impulse);
        return;
    }
    work.projective.v = work.v_free;
    work.projective.v_free = work.v_free;
    warm_start(state, work.contacts, work.projective.contacts.impulse);
    assemble_projective(model.projective, work.contacts, state.x, work.v_free, model.recovery_speed,
                        work.projective);
}

SolveStatus solve(const Model& model, const StepOptions& options, const State& state, Workspace& work)
{
    switch (model.solver.method) {
        case Method::staggered: return solve_by_staggering(model, options, state, work);
        case Method::implicit: return solve_implicitly(model, options, state, work);
        case Method::projective: break;
    }
    return solve_by_projections(model, options, state, work);
}

SolveStatus solve_by_projections(const Model& model, const StepOptions& options, const State& state,
                                 Workspace& work)
{
    const ProjectiveParameters parameters{model.solver.iterations,     model.solver.contact_sweeps,
                                          model.solver.exact_contacts, model.solver.tolerance,
                                          options.record_iterations,   options.interrupt};
    ProjectiveStats found;
    const SolveStatus status =
        solve_projective(model.projective, parameters, work.contacts, state.x, work.projective, found);
    work.stats.together = found.together;
    work.stats.iterations = found.iterations;
    work.stats.friction_residual = found.error.natural_map;
    work.stats.alart_curnier = found.error.alart_curnier_normal + found.error.alart_curnier_tangential;
    work.stats.record = std::move(found.record);
    return status;
}

void commit(const Model& model, Workspace& work, State& state)
{
    const StepSolution solution = solution_of(model.solver.method, work);
    const Span<const Vec3> v = solution.v;
    work.x_next.resize(v.size());
    parallel_for(model.node_count, kNodeChunk, [&](Index i) {
        work.x_next[i] = solution.x.empty() ? Vec3(state.x[i] + model.step * v[i]) : solution.x[i];
    });
    work.stats.penetration_max =
        max_penetration(model.contact, work.contacts, state.x, work.x_next, model.step);
    count_contacts(work.contacts, solution.mode, work.stats);
    add_contact_forces(work.contacts, solution.impulse, model.contact.node_object, model.step,
                       work.contact_forces);

    if (model.solver.method == Method::implicit) keep_implicit(model, work, state);
    ++state.step;
    state.x = work.x_next;
    state.v.assign(v.begin(), v.end());
    state.memory.clear();
    for (Index c = 0; c < work.contacts.size(); ++c)
        if (solution.mode[c] != ContactMode::take_off)
            state.memory.push_back({work.contacts.key[c], solution.impulse[c]});
    measure_fills(model, state, work);
    work.stats.energy = measure_energy(model, state, work.partial);
}

}  // namespace stiction
