// hold_apart: what the solved motion would lead through each other, or into colliders, is held back.

#include "solver_core/contact/contact_copy.hpp"
#include "solver_core/sim/stages.hpp"

#include <algorithm>

namespace stiction {
namespace {

// How far below a bare surface the methods of finite strain may leave a node, m: what the fixed margin of detection sees. To stop one
// node of a solid dead would strain the elements around it; solids meet the collider in the next step, at any depth.
constexpr double kFiniteSlack = 1e-4;

// The step as the guard sees it: mean velocities over it, and what found its contacts.
struct GuardedStep {
    const ContactGeometry& geometry;
    DetectWorkspace& detect;
    const ContactSet& contacts;
    Span<const double> inverse_mass;
    EnteringLimits entering;
    Vec3Array& v;
};

GuardedStep guarded_step(const Model& model, Workspace& work)
{
    if (model.solver.method == Method::projective)
        return {model.contact,    work.detect, work.contacts, model.projective.inverse_mass, {},
                work.projective.v};
    if (model.solver.method == Method::staggered)
        return {model.finite.features,     work.joined.features,  work.contacts,
                model.finite.inverse_mass, {kFiniteSlack, false}, work.staggered.v};
    const bool whole = work.implicit.whole_step;
    return {model.finite.features,
            work.joined.features,
            whole ? work.contacts : work.whole_step,
            model.finite.inverse_mass,
            {std::max(kFiniteSlack, *model.solver.contact_layer), false},
            work.guarded};
}

// The motion of an implicit step, whatever its rule: a straight way of every node. Detection of a step that was made in parts
// stands at the last of them and is taken back to the start.
void begin_implicit(const Model& model, const State& state, Workspace& work)
{
    work.guarded.resize(state.x.size());
    for (std::size_t i = 0; i < work.guarded.size(); ++i)
        work.guarded[i] = (work.implicit.x[i] - state.x[i]) / model.step;
    work.v_before_guard = work.guarded;
    if (work.implicit.whole_step) return;
    std::swap(work.contacts, work.whole_step);
    find_contacts(model, state, work);
    std::swap(work.contacts, work.whole_step);
}

void end_implicit(const Model& model, const State& state, Workspace& work)
{
    for (std::size_t i = 0; i < work.guarded.size(); ++i) {
        if (work.guarded[i] == work.v_before_guard[i]) continue;
        work.implicit.v[i] += work.guarded[i] - work.v_before_guard[i];
        work.implicit.x[i] = state.x[i] + model.step * work.guarded[i];
    }
}

void add_forces(const Model& model, const HeldRows& rows, Workspace& work)
{
    if (rows.contacts != nullptr)
        add_contact_forces(*rows.contacts, rows.impulse, model.contact.node_object, model.step,
                           work.contact_forces);
}

// Looks along the present velocities and opens the guard's rows for all that was found so far. False when nothing is new to hold.
bool look(const Model& model, const State& state, const GuardedStep& step, Workspace& work)
{
    detect_passing(step.geometry, step.v, step.detect, work.passing);
    detect_entering(step.geometry, step.v, start_time(model, state), step.entering, step.detect,
                    work.entering);
    if (work.passing.size() == 0 && work.entering.size() == 0) return false;
    add_new_contacts(work.passing, work.held_merge, work.held);
    add_new_contacts(work.entering, work.held_merge, work.kept_out);
    hold_all(work.held, model.step, work.guard.passing);
    hold_all(work.kept_out, model.step, work.guard.entering);
    return true;
}

// Rounds of impulses. True when nothing passes or enters any more.
bool hold_by_impulses(const Model& model, const State& state, const GuardedStep& step, Workspace& work)
{
    for (Index round = 0; round < kGuardRounds; ++round) {
        if (!look(model, state, step, work)) return true;
        hold_external(step.contacts, model.step, step.v, work.guard.known);
        hold_back(step.inverse_mass, work.guard, step.v);
        for (const HeldRows* rows : {&work.guard.known, &work.guard.entering, &work.guard.passing})
            add_forces(model, *rows, work);
    }
    return false;
}

// What a zone does to its nodes beyond what colliders gave it, other objects did.
void add_zone_forces(const Model& model, const GuardedStep& step, Span<const Vec3> v_before, Workspace& work)
{
    const Span<const Vec3> v = step.v;
    for (Index i = 0; i < model.node_count; ++i)
        if (v[i] != v_before[i] && step.inverse_mass[i] != 0.0)
            work.contact_forces[model.contact.node_object[i]].from_objects +=
                model.mass[i] * (v[i] - v_before[i]) / model.step;
}

void add_collider_forces(const Model& model, const HeldRows& rows, Workspace& work)
{
    add_forces(model, rows, work);
    for (std::size_t c = 0; c < rows.floor.size(); ++c)
        work.contact_forces[model.contact.node_object[rows.contacts->node[rows.contacts->begin[c]]]]
            .from_objects -= rows.impulse[c] / model.step;
}

void move_as_one(const Model& model, const State& state, const GuardedStep& step, Workspace& work)
{
    work.v_before_zones = step.v;
    work.zones.clear(model.node_count);
    hold_external(step.contacts, model.step, step.v, work.guard.known);
    for (Index round = 0; round < kZoneRounds && look(model, state, step, work); ++round) {
        work.zones.join(work.passing);
        work.zones.join(work.entering);
        work.zones.move_as_one(step.inverse_mass, work.guard, step.v);
        add_collider_forces(model, work.guard.entering, work);
    }
    work.stats.moved_as_one = work.zones.size();
    add_collider_forces(model, work.guard.known, work);
    add_zone_forces(model, step, work.v_before_zones, work);
}

FrictionError error_now(const Model& model, const GuardedStep& step, Workspace& work)
{
    if (model.solver.method == Method::staggered)
        return error_on_rows(work.contacts, work.staggered.rows, work.staggered.impulse, step.v, work.v_free,
                             work.staggered.samples);
    if (model.solver.method == Method::implicit)
        return error_on_rows(work.contacts, work.implicit.rows, work.implicit.impulse, step.v, work.v_free,
                             work.implicit.samples);
    ProjectiveWorkspace& solved = work.projective;
    return measure_error(work.contacts, solved.v, solved.v_free, solved.contacts);
}

// Of a step in parts the last one's error stays.
void measure_again(const Model& model, const GuardedStep& step, Workspace& work)
{
    if (work.contacts.size() == 0) return;
    if (model.solver.method == Method::implicit && !work.implicit.whole_step) return;
    const FrictionError error = error_now(model, step, work);
    work.stats.friction_residual = error.natural_map;
    work.stats.alart_curnier = error.alart_curnier_normal + error.alart_curnier_tangential;
}

}  // namespace

void hold_apart(const Model& model, const State& state, Workspace& work)
{
    work.contact_forces.assign(model.objects.size(), ContactForce{});
    if (!model.crossing_guard) return;
    const bool implicit = model.solver.method == Method::implicit;
    if (implicit) begin_implicit(model, state, work);
    const GuardedStep step = guarded_step(model, work);
    clear(work.held);
    clear(work.kept_out);
    if (!hold_by_impulses(model, state, step, work)) move_as_one(model, state, step, work);
    work.stats.held_back = work.held.size() + work.kept_out.size();
    if (work.stats.held_back == 0) return;
    if (implicit) end_implicit(model, state, work);
    measure_again(model, step, work);
}

}  // namespace stiction
