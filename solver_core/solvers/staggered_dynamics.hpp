#pragma once

// The method `staggered`: finite-strain elasticity with contact constraints, then friction on exact cones.
//                                                                            [Larionov 2022, ch. 3, algorithm 1]
//
//   1  v* = argmin gamma(v) - v . J^T r_T   subject to  c(v) >= 0,  with the friction r_T of the last step        (3.21)
//   2  v** = v* - M^-1 J^T (r_N n + r_T)                                                                          (3.19)
//   3  r by staggered projections from v**,   v = v** + M^-1 J^T r                                        (3.20), (3.25)
//
// That is `FrictionCoupling::mass`: friction moves the touching nodes alone and reaches the body behind them through r_T of
// the next step. From a state at rest a stiff block then creeps for some ten steps until r_T has grown to its load.
// `FrictionCoupling::elastic` solves contact and friction together with elasticity (multiplier_step.hpp, StepFriction): the
// same law at the same contacts, for the whole body within the step.
//
//   gamma  elastic_objective.hpp        c, J  contact_rows.hpp        r  impulse on side A, N s        M  mass, kg

#include "solver_core/base/status.hpp"
#include "solver_core/contact/contact_set.hpp"
#include "solver_core/friction/coulomb_law.hpp"
#include "solver_core/friction/staggered_projections.hpp"
#include "solver_core/solvers/constrained_step.hpp"
#include "solver_core/solvers/contact_rows.hpp"
#include "solver_core/solvers/elastic_objective.hpp"
#include "solver_core/solvers/smooth_gaps.hpp"

#include <memory>

namespace stiction {

struct StaggeredParameters {
    ConstrainedStepKind step_solver = ConstrainedStepKind::multipliers;
    ConstrainedStepSettings step;
    StaggeredSettings friction;
    bool elastic_coupling = true;
    bool forwarding = true;
    bool nonlinear = false;              // gaps of smooth surfaces at the end of the step, not their planes
    SmoothSurfaces* surfaces = nullptr;  // these, where detection has left them; for `nonlinear`
    double time = 0.0;                   // at the start of the step, s
    double recovery_speed = 0.25;        // m/s
};

struct StaggeredSolveStats {
    ConstrainedStepStats step;
    StaggeredStats friction;
    FrictionError error;
};

// Buffers of one step; all of it may be thrown away between steps.
struct StaggeredWorkspace {
    Vec3Array v;  // in: the start, held nodes as given; out: the solution
    Vec3Array v_start;
    std::vector<Vec3> impulse;  // of every contact, world axes; in: of the last step, out: the solution
    std::vector<ContactMode> mode;

    ElasticObjective objective;
    ContactRows rows;
    SmoothGaps gaps;
    std::unique_ptr<ConstrainedStepSolver> step_solver;
    ConstrainedStepKind step_solver_kind = ConstrainedStepKind::multipliers;
    std::vector<double> multiplier;
    StaggeredProjections projections;
    Vec3Array external;   // J^T r_T, N s
    std::vector<Vec3> q;  // m/s
    std::vector<FrictionSample> samples;
};

// 1 alone, as far as work.v and work.multiplier.
SolveStatus solve_constrained(const StaggeredModel& model, const StaggeredParameters& parameters,
                              const ContactSet& contacts, Span<const Vec3> x, Span<const Vec3> v_free,
                              StaggeredWorkspace& work, ConstrainedStepStats& stats);

SolveStatus solve_staggered(const StaggeredModel& model, const StaggeredParameters& parameters,
                            const ContactSet& contacts, Span<const Vec3> x, Span<const Vec3> v_free,
                            StaggeredWorkspace& work, StaggeredSolveStats& stats);

}  // namespace stiction
