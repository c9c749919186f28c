#pragma once

// A StepProblem by the method of multipliers, with semismooth Newton steps on the augmented Lagrangian
//
//   Phi(v) = gamma(v) - v . b + sum_i (l_i^2 - lambda_i^2) / (2 rho_i),     l_i = max(0, lambda_i - rho_i c_i(v))
//   K d = -grad Phi,   K = H + sum_{l_i > 0} rho_i grad c_i grad c_i^T - sum_i l_i Hess c_i,    then  lambda <- l
//                                                              with friction: multiplier_cones.hpp
//
//   lambda  multiplier estimates, N s      rho  penalties, kg: beta over the inverse mass of the constraint by the
//   Hessian's diagonal, which leaves an error of about 1/beta of the last one after each change of lambda
//
// Why this and not interior points: the system is as small and as definite (a penalty matrix instead of a barrier's), but
// Phi is smooth at the solution, so that a start with last step's multipliers is worth its factorisations; an infeasible
// start needs nothing special, redundant constraints cost nothing, and near the solution one factor serves several steps.
// A step is as long as a line search on Phi allows, which also backs away from infinite energies.
//
// Penalties are a poor judge of who touches at the start: a contact that parts by a little is let go, and the next step runs into
// it again. Newton's method on motion and multipliers at once (multiplier_newton.hpp) comes first; Phi is for where it fails.
//
// With friction the law is that of cones with an offset, and the offset follows what slides (multiplier_cones.hpp). Newton's method
// on the whole law comes first there too; where it does not converge, some changes of multipliers and offsets bring it nearer, and it
// tries again from there (multiplier_tries.cpp).

#include "solver_core/solvers/constrained_step.hpp"
#include "solver_core/solvers/multiplier_cones.hpp"
#include "solver_core/solvers/multiplier_newton.hpp"
#include "solver_core/solvers/step_system.hpp"

namespace stiction {

class MultiplierStep final : public ConstrainedStepSolver {
public:
    const char* name() const override { return "multipliers"; }
    SolveStatus solve(const StepProblem& problem, const ConstrainedStepSettings& settings, Vec3Array& v,
                      std::vector<double>& multiplier, ConstrainedStepStats& stats) override;

private:
    // Everything known at one v.
    struct Point {
        Vec3Array v;
        Vec3Array objective_gradient;  // of gamma - v . b
        MultiplierCones::Touch touch;
        std::vector<double> slope;  // grad Phi over the free unknowns
        double objective = 0.0;
        double value = 0.0;  // Phi
    };
    enum class Factor { none, worn, fresh };

    bool begin(const StepProblem& problem, const ConstrainedStepSettings& settings, Vec3Array& v,
               const std::vector<double>& multiplier, ConstrainedStepStats& stats);
    void set_masses(const StepProblem& problem);
    double evaluate(const StepProblem& problem, Point& at, ConstrainedStepStats& stats) const;
    void weigh(Point& at) const;
    void set_slope(Point& at) const;
    bool refactor(const StepProblem& problem, const ConstrainedStepSettings& settings,
                  ConstrainedStepStats& stats);
    double find_direction();
    double model_length(double start_slope);
    bool search(const StepProblem& problem, ConstrainedStepStats& stats, double& length);
    bool accept(double length, double start_slope, double slope, double rounding) const;
    double fastest() const;  // largest component of a velocity
    bool is_stationary(double goal) const;
    bool update_multipliers(double goal, ConstrainedStepStats& stats);
    SolveStatus iterate(const StepProblem& problem, const ConstrainedStepSettings& settings,
                        Index most_updates, ConstrainedStepStats& stats);

    // What is tried, and in which order.
    SolveStatus settle(const StepProblem& problem, const ConstrainedStepSettings& settings,
                       ConstrainedStepStats& stats);
    SolveStatus try_newton(const StepProblem& problem, const ConstrainedStepSettings& settings,
                           MultiplierNewton::Manner manner, ConstrainedStepStats& stats);
    SolveStatus solve_friction(const StepProblem& problem, const ConstrainedStepSettings& settings,
                               ConstrainedStepStats& stats);
    SolveStatus solve_smooth(const StepProblem& problem, const ConstrainedStepSettings& settings,
                             ConstrainedStepStats& stats);
    void finish(Vec3Array& v, std::vector<double>& multiplier, ConstrainedStepStats& stats) const;

    StepSystem system_;
    MultiplierCones cones_;
    MultiplierNewton newton_;
    Point now_, trial_;
    std::vector<double> diagonal_, mass_, direction_;
    Vec3Array motion_;  // the direction, of every node
    Factor factor_ = Factor::none;
};

}  // namespace stiction
