#pragma once

// Friction in the method of multipliers (multiplier_step.hpp): the augmented Lagrangian gains, for every constraint i,
//
//   (|y|^2 - |y - P|^2 - |r_T|^2) / (2 rho),    y = r_T - rho u_T(v),   P = projection of y on the disc |P| <= limit
//   gradient -B_T^T P,   Hessian rho B_T^T D B_T:  D = I - n n^T where it sticks (|y| <= limit), else
//                                                   D = (limit / |y|) (I - n n^T - t t^T),  t = y / |y|
//   then  r_T <- P,  limit <- mu l (or part of the way)
//
// With its limits fixed this is a convex function, and a step finds the friction of given discs; the limits follow the
// normal impulses until both agree, as in staggered projections, but for the whole elastic body.
//
// Below a speed of limit / rho a contact that slips looks as if it stuck in treacle. That zone has to be wide at first, or
// Newton's method jumps across it from one side to the other: rho begins at the mass of the touching nodes, far below the
// penalties of the normal constraints, and grows while friction changes too slowly.
//
//   r_T    friction estimates, N s      l      normal impulse, N s      rho  penalty of friction, kg
//   limit  mu times the normal impulse, N s                             u_T  sliding velocity, m/s

#include "solver_core/solvers/step_problem.hpp"

#include <vector>

namespace stiction {

class MultiplierFriction {
public:
    // Where the contacts slide at some v.
    struct Sliding {
        std::vector<Vec3> velocity;  // u_T, m/s
        std::vector<Vec3> impulse;   // P, N s
    };

    bool is_on() const { return problem_ != nullptr; }
    // problem.friction may be null: no friction.
    void begin(const StepProblem& problem, Span<const double> normal_impulse);

    Span<const Vec3> estimate() const { return friction_; }  // r_T
    // Goes on from other estimates, cut to their discs.
    void restart(Span<const Vec3> friction, Span<const double> normal_impulse);

    // u_T at v.
    void evaluate(Span<const Vec3> v, Sliding& at) const;
    // P; returns what the augmented Lagrangian gains, J.
    double weigh(Sliding& at) const;
    // The gradient's part of node entries: calls add(entry, -B_T^T P).
    template <class Add>
    void for_each_pull(const Sliding& at, Add&& add) const
    {
        for (Index i = 0; i < rows_->count(); ++i) {
            if (at.impulse[i].isZero(0.0)) continue;
            for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e)
                add(e, -(problem_->block[e].transpose() * at.impulse[i]));
        }
    }
    // rho D of every constraint, and whether it slips.
    void respond(const Sliding& at);
    Span<const Mat3> response() const { return response_; }
    Span<const Mat3> block() const { return problem_->block; }
    // For steps along d: w = B_T d is kept; returns d^T B_T^T (rho D) B_T d of the last respond.
    double set_direction(Span<const Vec3> d);
    // -sum P . w after a share of the way from `at`.
    double slope_along(const Sliding& at, double share) const;
    // Whether the same contacts slip as in the last respond.
    bool same_modes(const Sliding& at) const;

    // How far r_T is from P, and the limits from mu l, as velocities.
    double multiplier_gap(const Sliding& at) const;
    double limit_gap(Span<const double> normal_impulse) const;
    // Returns whether the penalties have changed.
    bool update(const Sliding& at, Span<const double> normal_impulse);
    void finish(const Sliding& at, Span<const double> normal_impulse) const;

private:
    Vec3 project(const Vec3& y, Index i) const;
    bool slips(const Vec3& velocity, Index i) const;
    void set_penalties();

    const StepFriction* problem_ = nullptr;
    const ConstraintRows* rows_ = nullptr;
    Span<const double> node_response_;  // 1/kg
    std::vector<Vec3> friction_;        // r_T
    std::vector<double> limit_;
    std::vector<double> penalty_;  // rho
    double beta_ = 0.0, last_gap_ = 0.0;
    double relaxation_ = 1.0, last_limit_gap_ = 0.0;  // of the limits
    std::vector<Mat3> response_;
    std::vector<char> slipping_;
    std::vector<Vec3> direction_;  // w
};

}  // namespace stiction
