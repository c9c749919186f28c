#pragma once

// The method `implicit`: inertia, elasticity, damping, penalty contact and smooth friction in one nonlinear system, with the
// time integrator of choice.                                                                       [Larionov 2022, ch. 2, 4]
//
//   for every stage of the integrator (integrators/stage_rule.hpp)
//     v = root of r(v)                                             damped Newton from layer_start.hpp         algorithms 2, 3
//         where it is not found at the creep asked for: at a looser one, then tightened (creep_continuation.hpp)          6.1
//     while a point is deeper than the contact layer: kappa grows, and the stage is solved again                        4.4.3
//
// kappa never falls while contacts carry a force; without any it goes back to that of a resting node.

#include "solver_core/base/status.hpp"
#include "solver_core/friction/coulomb_law.hpp"
#include "solver_core/friction/friction_error.hpp"
#include "solver_core/integrators/stage_rule.hpp"
#include "solver_core/solvers/contact_rows.hpp"
#include "solver_core/solvers/creep_continuation.hpp"
#include "solver_core/solvers/damped_newton.hpp"
#include "solver_core/solvers/implicit_system.hpp"
#include "solver_core/solvers/layer_start.hpp"

namespace stiction {

struct ImplicitParameters {
    IntegratorKind integrator = IntegratorKind::be;
    ImplicitContactLaw law;    // its kappa is set by the step
    double least_kappa = 0.0;  // N/m^2
    NewtonSettings newton;     // tolerance: as a share of the largest velocity
    bool creep_continuation = true;
    bool decoupled = false;  // tr, tr_bdf2: contact forces of the end of a stage alone (implicit_system.hpp)
    // For comparison:
    Index lags = 1;  // solves of a stage with lagged friction, each with the loads of the one before
};

// The step at hand.
struct ImplicitStep {
    double time = 0.0, h = 0.0;  // s
    StepHistory history;
    Span<const Vec3> v_free;  // without elastic and contact forces; held nodes: as they move over the step
    double kappa = 0.0;       // of the step before, 0: none
    ImplicitLoads loads;
};

struct ImplicitSolveStats {
    NewtonStats newton;                   // of the last solve; iterations of all
    Index solves = 0;                     // stages and repetitions
    std::vector<NewtonIteration> record;  // of the solves whose roots were kept, one after the other
    FrictionError error;
    double creep = 0.0;        // fastest sliding of a contact whose friction holds its load, m/s
    double eps = 0.0;          // loosest smoothing a stage ended at; more than asked for: not reached, m/s
    Index creep_contact = -1;  // the contact with that creep
    double deepest = 0.0;      // d of the deepest contact, m
    Index deepest_contact = -1;
};

// Buffers of one step; all of it may be thrown away between steps.
struct ImplicitWorkspace {
    Vec3Array x, v;             // out: the end of the step
    std::vector<Vec3> impulse;  // of every contact on side A, world axes: force at the end times h
    std::vector<ContactMode> mode;
    double kappa = 0.0;      // out: for the next step
    bool whole_step = true;  // set by the caller: the step was made in one part

    ImplicitContacts contacts;
    ImplicitSystem system;
    LayerStart start;
    DampedNewton newton;
    CreepContinuation continuation;
    std::array<StageSlope, 2> slope;
    Vec3Array q_base, v_base, q_held, mean_velocity;
    ContactRows rows;
    std::vector<FrictionSample> samples;
};

SolveStatus solve_implicit(const FiniteModel& model, const ImplicitParameters& parameters,
                           const ImplicitStep& step, const ContactSet& contacts, SmoothSurfaces& surfaces,
                           ImplicitWorkspace& work, ImplicitSolveStats& stats);

}  // namespace stiction
