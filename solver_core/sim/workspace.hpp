#pragma once

// Buffers of the step: everything here can be thrown away between steps without changing a bit of the result.

#include "solver_core/contact/contact_merge.hpp"
#include "solver_core/contact/detect.hpp"
#include "solver_core/contact/joined_contacts.hpp"
#include "solver_core/friction/crossing_guard.hpp"
#include "solver_core/friction/impact_zones.hpp"
#include "solver_core/scene/scene.hpp"
#include "solver_core/sim/contact_force.hpp"
#include "solver_core/sim/step_report.hpp"
#include "solver_core/solvers/implicit_dynamics.hpp"
#include "solver_core/solvers/projective_dynamics.hpp"
#include "solver_core/solvers/staggered_dynamics.hpp"

#include <vector>

namespace stiction {

struct Workspace {
    Vec3Array v_start;               // predict: velocities less drag
    Vec3Array v_free;                // predict: free flight, held nodes as their motion gives
    DetectWorkspace detect;          // of the method projective
    JoinedWorkspace joined;          // of the methods of finite strain
    ContactSet contacts;             // detect
    ProjectiveWorkspace projective;  // assemble, solve; of the method in use
    StaggeredWorkspace staggered;
    ImplicitWorkspace implicit;
    ContactSet passing, held;       // hold_apart: pairs that pass, found in a round, and all so far
    ContactSet entering, kept_out;  // the same of nodes that enter colliders
    ContactMerge held_merge;
    ContactSet whole_step;              // hold_apart: contacts of a step that was made in parts
    Vec3Array guarded, v_before_guard;  // hold_apart: mean velocities over the step
    CrossingGuard guard;                // hold_apart
    ImpactZones zones;                  // hold_apart: who moves as one
    Vec3Array v_before_zones;
    Vec3Array x_next;                          // commit: new positions before they become the state
    std::vector<ContactForce> contact_forces;  // commit: on every object
    std::vector<double> partial;
    StepStats stats;
};

// What a solve has found, whichever method it was.
struct StepSolution {
    Span<const Vec3> v;
    Span<const Vec3> impulse;  // of every contact, on side A, world axes, N s
    Span<const ContactMode> mode;
    Span<const Vec3> x;  // at the end of the step; empty: that is x + h v
};

inline StepSolution solution_of(Method method, const Workspace& work)
{
    if (method == Method::staggered)
        return {work.staggered.v, work.staggered.impulse, work.staggered.mode, {}};
    if (method == Method::implicit)
        return {work.implicit.v, work.implicit.impulse, work.implicit.mode, work.implicit.x};
    return {work.projective.v, work.projective.contacts.impulse, work.projective.contacts.mode, {}};
}

}  // namespace stiction
