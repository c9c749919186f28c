#pragma once

// Frictional contact by staggered projections on exact cones, Algorithm 1 lines 4 to 19.        [Larionov 2022, ch. 3]
//
// One time step is three steps:
//
//   1  v*, lambda = the constrained step (solvers/step_problem.hpp) with the last step's friction b = J^T B_T r_T   (3.18)
//   2  v** = v* - M^-1 (C^T lambda + b)                                                                             (3.19)
//   3  r by this file from v**;    v = v** + M^-1 J^T B r                                                           (3.20)
//
// r is the impulse on side A, u = J v - v_obstacle its velocity against side B, n points from B to A: friction opposes u.
// What step 2 takes out is what step 1 put in: C^T lambda where the gradient C of the constraints is not exactly B_N^T J.
// The caller keeps r_T in world axes for the next step's b.
//
// Staggered projections: with r_N fixed, friction is the minimiser of a convex quadratic over discs of radius mu r_N; with
// r_T fixed, the normal impulses are the minimiser of one over the positive numbers. In turn, for k = 1, 2, ...,
//
//   r_T <- P_T:  min_y 1/2 y^T W_TT y + y . (q_T + W_TN r_N)   over |y_c| <= mu r_N,c                    (3.23), (3.25a)
//   r_N <- P_N:  min_y 1/2 y^T W_NN y + y . (q_N + W_NT r_T)   over y_c >= 0                             (3.24), (3.25b)
//   stop when   |r_T - r_T of before|_W^2 / |r_T of before|_W^2 < eps       (squares: 1e-4 is one per cent of r_T)
//
// The paper writes both as |B y - xi| in the norm of M_e^-1 = W with a predictor p = -M_e J v**, called z in (3.25). M_e is
// the inverse of W, which mostly has none; only W p = -q is ever used, and no p is formed here. Its line 11 applies B_T to
// r_T and line 18 does so again: once is meant. r_T of before is, for k = 1, the forwarded one, about which it says nothing;
// the loop does not end there, since without a start r_N = 0 would mean no friction, and no change of it.
// u_N >= 0 in (3.22b) is u_N + gap/h >= 0 here, through q_N.
//
//   q   J v** - v_obstacle + (gap/h) n: relative velocity without contact impulses, m/s
//   W   B^T J M^-1 J^T B, 1/kg       r   impulses, N s       mu   friction coefficient
//
// The alternation has no proof of convergence. When it stops at k_max that is reported; `finish` then (and after eps, which
// is far from the law) solves the coupled law itself, see friction/coupled_sweeps.hpp and
// friction/coupled_newton.hpp.

#include "solver_core/base/status.hpp"
#include "solver_core/friction/coupled_newton.hpp"
#include "solver_core/friction/coupled_sweeps.hpp"
#include "solver_core/friction/delassus.hpp"
#include "solver_core/friction/friction_error.hpp"
#include "solver_core/friction/impulse_projection.hpp"

#include <vector>

namespace stiction {

struct StaggeredProblem {
    const ContactJacobian* jacobian = nullptr;
    Span<const Mat3> frame;  // columns n, t1, t2
    Span<const double> mu;
    Span<const Vec3> q;                          // world axes
    Span<const double> inverse_mass;             // one a node, 0 for a held one
    const InverseMass* mass_operator = nullptr;  // instead of inverse_mass
};

enum class ProjectionKind {
    own,    // friction/impulse_projection.hpp
    ipopt,  // P_T in polar coordinates as published (friction/ipopt_projection.hpp); only where linked
};

struct StaggeredSettings {
    double eps = 1e-4;  // on the printed, squared measure
    Index k_max = 50;
    double projection_tolerance = 1e-10;  // residual of each projection, as a share of the largest |q|
    ProjectionKind projection = ProjectionKind::own;
    DelassusStorage storage = DelassusStorage::automatic;
    bool finish = false;
    double finish_tolerance = 1e-9;  // friction error
    Index finish_sweeps = 20000;
};

struct StaggeredStats {
    Index iterations = 0;             // k
    Index normal_iterations = 0;      // of all P_N
    Index tangential_iterations = 0;  // of all P_T
    Index tangential_most = 0;        // of one P_T
    Index failed_projections = 0;     // that missed their tolerance
    double err = 0.0;                 // the printed measure, at the end
    bool eps_met = false;
    bool projected = true;          // whether the last two projections met their tolerance
    Index sweeps = 0;               // of the finisher
    Index newton_steps = 0;         // of the finisher
    FrictionError staggered_error;  // after the alternation
    FrictionError error;            // of the answer
};

class StaggeredProjections {
public:
    // r: world axes, one a contact; start in (r_N from the constrained step, r_T forwarded), answer out. Converged: eps was
    // met by projections that met theirs; with `finish`, its tolerance was met. reached_budget: the best there is; diverged: nothing usable, r is zero.
    SolveStatus solve(const StaggeredProblem& problem, const StaggeredSettings& settings,
                      std::vector<Vec3>& r, StaggeredStats& stats);
    // Velocities u = q + W r of the last solve, world axes.
    void velocities(Span<Vec3> u) const;
    const Delassus& delassus() const { return w_; }

private:
    void begin(const StaggeredProblem& problem, const StaggeredSettings& settings,
               const std::vector<Vec3>& r);
    bool project_tangential(const StaggeredSettings& settings, StaggeredStats& stats);
    bool project_normal(const StaggeredSettings& settings, StaggeredStats& stats);
    double change_of_friction();
    void alternate(const StaggeredSettings& settings, StaggeredStats& stats);
    void finish(const StaggeredSettings& settings, StaggeredStats& stats);
    FrictionError measure();

    Delassus w_;
    ImpulseProjection projection_;
    CoupledSweeps sweeps_;
    CoupledNewton newton_;
    Span<const double> mu_;
    Span<const Mat3> frame_;
    double scale_ = 0.0;  // largest |q_c|, m/s
    Eigen::VectorXd q_, r_, u_, r_n_, r_t_, last_t_, b_, product_, best_;
    std::vector<double> radius_;
    std::vector<FrictionSample> samples_;
};

}  // namespace stiction
