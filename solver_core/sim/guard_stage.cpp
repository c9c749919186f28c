// hold_apart: what the solved motion would lead through each other, or into colliders, is held back.

#include "solver_core/contact/contact_copy.hpp"
#include "solver_core/sim/stages.hpp"

namespace stiction {
namespace {

void add_forces(const Model& model, const HeldRows& rows, Workspace& work)
{
    if (rows.contacts != nullptr)
        add_contact_forces(*rows.contacts, rows.impulse, model.contact.node_object, model.step,
                           work.contact_forces);
}

// Looks along the present velocities and opens the guard's rows for all that was found so far. False when nothing is new to hold.
bool look(const Model& model, const State& state, Workspace& work)
{
    const Vec3Array& v = work.projective.v;
    detect_passing(model.contact, v, work.detect, work.passing);
    detect_entering(model.contact, v, start_time(model, state), work.detect, work.entering);
    if (work.passing.size() == 0 && work.entering.size() == 0) return false;
    add_new_contacts(work.passing, work.held_merge, work.held);
    add_new_contacts(work.entering, work.held_merge, work.kept_out);
    hold_all(work.held, model.step, work.guard.passing);
    hold_all(work.kept_out, model.step, work.guard.entering);
    return true;
}

// Rounds of impulses. True when nothing passes or enters any more.
bool hold_by_impulses(const Model& model, const State& state, Workspace& work)
{
    for (Index round = 0; round < kGuardRounds; ++round) {
        if (!look(model, state, work)) return true;
        hold_external(work.contacts, model.step, work.projective.v, work.guard.known);
        hold_back(model.projective.inverse_mass, work.guard, work.projective.v);
        for (const HeldRows* rows : {&work.guard.known, &work.guard.entering, &work.guard.passing})
            add_forces(model, *rows, work);
    }
    return false;
}

// What a zone does to its nodes beyond what colliders gave it, other objects did.
void add_zone_forces(const Model& model, Span<const Vec3> v_before, Span<const Vec3> v, Workspace& work)
{
    for (Index i = 0; i < model.node_count; ++i)
        if (v[i] != v_before[i] && model.projective.inverse_mass[i] != 0.0)
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

void move_as_one(const Model& model, const State& state, Workspace& work)
{
    Vec3Array& v = work.projective.v;
    work.v_before_zones = v;
    work.zones.clear(model.node_count);
    hold_external(work.contacts, model.step, v, work.guard.known);
    for (Index round = 0; round < kZoneRounds && look(model, state, work); ++round) {
        work.zones.join(work.passing);
        work.zones.join(work.entering);
        work.zones.move_as_one(model.projective.inverse_mass, work.guard, v);
        add_collider_forces(model, work.guard.entering, work);
    }
    work.stats.moved_as_one = work.zones.size();
    add_collider_forces(model, work.guard.known, work);
    add_zone_forces(model, work.v_before_zones, v, work);
}

}  // namespace

// Steps of the other methods meet their constraints and need no guard.
void hold_apart(const Model& model, const State& state, Workspace& work)
{
    work.contact_forces.assign(model.objects.size(), ContactForce{});
    if (model.solver.method != Method::projective || !model.crossing_guard) return;
    clear(work.held);
    clear(work.kept_out);
    if (!hold_by_impulses(model, state, work)) move_as_one(model, state, work);
    work.stats.held_back = work.held.size() + work.kept_out.size();
    if (work.stats.held_back == 0) return;
    ProjectiveWorkspace& solved = work.projective;
    const FrictionError error = measure_error(work.contacts, solved.v, solved.v_free, solved.contacts);
    work.stats.friction_residual = error.natural_map;
    work.stats.alart_curnier = error.alart_curnier_normal + error.alart_curnier_tangential;
}

}  // namespace stiction
