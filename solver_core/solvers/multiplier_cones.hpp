#pragma once

// The contacts in the method of multipliers (multiplier_step.hpp), with or without friction.
//
// Coulomb's law is the minimum of nothing, but with s = mu |u_T| it is that of a cone       [De Saxce and Feng 1991, Cadoux 2009]
//
//   K in r  _|_  w in K*,    w = (c + s) n + u_T,    K = {|r_T| <= mu r_N},    K* = {w_N >= mu |w_T|}
//
// and with s held the step is a convex problem of contact, whose augmented Lagrangian gains for every constraint
//
//   (|p|^2 - |r|^2) / (2 rho),    y = r - rho w,    p = projection of y on K
//   gradient -G^T p,    Hessian G^T (rho D) G,    G = n grad c^T + B_T
//     open    p = 0                                  D = 0                                         where mu |y_T| <= -y_N
//     stick   p = y                                  D = I                                         where |y_T| <= mu y_N
//     slip    p_N = (y_N + mu |y_T|)/(1 + mu^2)      D = (n + mu t)(n + mu t)^T/(1 + mu^2) + mu p_N/|y_T| Q
//             p_T = mu p_N t,   t = y_T/|y_T|        Q = I - n n^T - t t^T
//   then  r <- p,   s <- mu |u_T|
//
// Why s and not the limits mu r_N of discs, as in staggered projections: s is a velocity. A node in the cup of four faces has twelve
// impulses for three directions; they are not unique, and limits that follow them have nothing to converge to. Velocities are.
//
//   r  impulse estimates, N s      p  the next ones      rho  penalty beta s_i, kg      c  m/s      u_T  sliding velocity, m/s

#include "solver_core/solvers/step_system.hpp"

#include <vector>

namespace stiction {

class MultiplierCones {
public:
    enum class Mode : char { open, smooth, stick, slip };  // smooth: closed, without friction
    // The contacts at some v.
    struct Touch {
        std::vector<double> c;
        std::vector<Vec3> c_gradient;
        std::vector<Vec3> slide;   // u_T
        std::vector<double> pull;  // p_N
        std::vector<Vec3> drag;    // p_T
        std::vector<Mode> mode;
    };

    // Sizes and estimates, cut to their cones. problem.constraints and problem.friction may be null.
    void begin(const StepProblem& problem, Span<const double> normal_impulse, Touch& now, Touch& trial);
    // Penalties for constraints of these masses, kg; 0: a constraint of held nodes alone, left out.
    void set_masses(Span<const double> mass);
    // Goes on from other estimates.
    void restart(Span<const double> normal_impulse, Span<const Vec3> friction);
    // s from the sliding at `at`.
    void follow(const Touch& at);

    bool has_friction() const { return law_ != nullptr; }
    const std::vector<double>& mass() const { return mass_; }
    const std::vector<double>& normal_impulse() const { return lambda_; }
    const std::vector<Vec3>& friction() const { return friction_; }

    // c and u_T at v.
    void evaluate(Span<const Vec3> v, Touch& at) const;
    // p; returns what the augmented Lagrangian gains, J.
    double weigh(Touch& at) const;
    // The gradient's part: calls add(node, -G^T p).
    template <class Add>
    void for_each_pull(const Touch& at, Add&& add) const
    {
        for (std::size_t i = 0; i < lambda_.size(); ++i) {
            if (at.pull[i] == 0.0) continue;
            for (Index e = rows_->begin[i]; e < rows_->begin[i + 1]; ++e) {
                Vec3 pull = at.pull[i] * at.c_gradient[e];
                if (law_ != nullptr) pull += law_->block[e].transpose() * at.drag[i];
                add(rows_->node[e], Vec3(-pull));
            }
        }
    }
    // What the Hessian gains at `at`; kept for the next three. Valid until the next call.
    StepTerms respond(const Touch& at);
    bool same_modes(const Touch& at) const { return at.mode == answered_; }
    // For steps along d: G d is kept; returns d^T (what the Hessian gained) d.
    double set_direction(const Touch& at, Span<const Vec3> d);
    // Sum of p . G d after a share of the way from `at`.
    double work_along(const Touch& at, double share) const;

    // As velocities: how far r is from p, along the normals and in all; s from mu |u_T|; the worst gap that is not kept.
    double normal_gap(const Touch& at) const;
    double multiplier_gap(const Touch& at) const;
    double offset_gap(const Touch& at) const;
    double violation(const Touch& at, Index* worst = nullptr) const;

    // r <- p, s <- mu |u_T|. Returns whether the penalties have changed.
    bool update(const Touch& at, double goal);
    // The gaps have not shrunk for many changes of r: they contradict each other.
    bool is_stuck() const { return slow_updates_ >= kMostSlowUpdates; }
    void release();  // r = 0
    void finish(const Touch& at, std::vector<double>& normal_impulse) const;

private:
    static constexpr Index kMostSlowUpdates = 8;

    bool rubs(Index i) const { return law_ != nullptr && law_->mu[i] > 0.0; }
    double penalty(Index i) const { return beta_ * mass_[i]; }
    Vec3 normal(Index i) const { return law_->frame[i].col(0); }
    Mode project(Index i, double c, const Vec3& slide, double& pull, Vec3& drag) const;
    Mat3 response(const Touch& at, Index i) const;

    const StepProblem* problem_ = nullptr;
    const ConstraintRows* rows_ = nullptr;
    const StepFriction* law_ = nullptr;  // none: no friction
    std::vector<double> lambda_;         // r_N
    std::vector<Vec3> friction_;         // r_T
    std::vector<double> offset_;         // s
    std::vector<double> mass_;
    double beta_ = 0.0, last_gap_ = 0.0, last_offset_gap_ = 0.0, relaxation_ = 1.0;
    Index slow_updates_ = 0;
    std::vector<Mode> answered_;
    std::vector<double> penalty_;
    std::vector<Mat3> response_, block_;  // rho D; G
    std::vector<double> closing_;         // grad c . d
    std::vector<Vec3> sliding_;           // B_T d
};

}  // namespace stiction
