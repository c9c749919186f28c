#pragma once

// Newton steps on the whole law of a StepProblem at once: motion, normal impulses, friction and its limits.
//
//   grad gamma(v) - b - sum_i (lambda_i grad c_i + B_i^T r_i) = 0
//   lambda = max(0, y_N),   y_N = lambda - s c(v)        r = P(y; mu max(0, y_N)),   y = r - s u_T(v)      [Alart and Curnier 1991]
//
// A semismooth Newton step guesses from y who is open, sticks and slips; by its linear equations
//
//   open    lambda+ = 0,  r+ = 0                  stick   c + grad c . d = 0,  u + B d = 0
//   smooth  c + grad c . d = 0,  r+ = 0           (closed, without friction)
//   slip    c + grad c . d = 0,   r+ = mu lambda+ t - k Q (u + B d),     t = y/|y|,  Q = I - n n^T - t t^T,
//                                 k = s limit / (|y| - limit): from (1 - a) Q dr = -Q r - a s Q du, a = limit/|y|, Q y = 0
//
// Zeros above are met by multipliers with a large penalty rho (lambda+ = lambda - rho (c + grad c . d), and alike for stick),
// which needs no full rank of the constraints and leaves 1/beta of an error to the next step. The limits of slipping contacts
// follow the normal impulses within the step: the matrix gains sum mu rho B^T t grad c^T, which is not symmetric. It is left
// out of the factor K, and answered for in the space of the slipping contacts:
//
//   d = K^-1 f - K^-1 B_t z,   z = mu rho grad c . d:   (1 + mu rho C K^-1 B_t) z = mu rho C K^-1 f       (math/gmres.hpp)
//
// There is no function that these steps descend on, so they may fail to converge, where contacts are many and the guess is
// bad; then the caller's method of multipliers, which does descend, goes on from the best point seen. What is safe is the
// elastic part: with the new impulses r+, d descends on gamma(v) - b . v - r+ . J v, and a step that raises it is shortened.
//
//   s  mass of the constraint by the Hessian's diagonal, kg      rho = beta s      lambda, r  N s      c, u_T, d  m/s

#include "solver_core/math/gmres.hpp"
#include "solver_core/solvers/constrained_step.hpp"
#include "solver_core/solvers/step_system.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiction {

class MultiplierNewton {
public:
    // Start in, best point out.
    Vec3Array v;
    std::vector<double> multiplier;  // lambda
    std::vector<Vec3> friction;      // r, without its normal part

    enum class Manner {
        bold,  // a step is to end below the worst merit of some last points
        whole,  // below the last one's; impulses go the whole way even where the motion does not, or those of opened contacts
        // outlast many short steps
    };

    // mass: s of every constraint, 0: it cannot be moved. diagonal: the Hessian's, of every free node. Counts into stats.
    // `reached_budget`: not converged.
    SolveStatus solve(const StepProblem& problem, const ConstrainedStepSettings& settings, Manner manner,
                      Span<const double> mass, Span<const double> diagonal, StepSystem& system,
                      ConstrainedStepStats& stats);

private:
    enum class Mode : char { open, smooth, stick, slip };
    struct Point {
        Vec3Array v;
        std::vector<double> lambda;
        std::vector<Vec3> r;
        Vec3Array gradient;  // of gamma - v . b
        std::vector<double> c;
        std::vector<Vec3> c_gradient;
        std::vector<Vec3> u;  // sliding velocity
        double value = 0.0;   // gamma - v . b
        double error = 0.0;   // largest residual, m/s
        double merit = 0.0;   // squares of all residuals, each times its mass, J
    };

    void begin(const StepProblem& problem, Span<const double> mass, Span<const double> diagonal);
    bool evaluate(Point& at, ConstrainedStepStats& stats) const;
    void measure(Point& at);
    Vec3 node_impulse(const Point& at, Index entry, double lambda, const Vec3& r) const;
    double guess_mass(Index i) const;
    bool guess();
    Mode guess_sliding(Index i, double s, double y_n);
    bool set_slip(Index i, double s, double limit);
    bool factorize(const ConstrainedStepSettings& settings, ConstrainedStepStats& stats);
    double find_step();
    void couple_limits();
    void close(const std::vector<double>& d, Eigen::VectorXd& z) const;
    void answer(const Eigen::VectorXd& z);
    void find_impulses();
    Vec3 new_friction(Index i) const;
    double next_step(const ConstrainedStepSettings& settings, double last_step, ConstrainedStepStats& stats);
    bool is_solved(double step, double goal) const;
    double impulse_work() const;
    bool try_length(double length, ConstrainedStepStats& stats);
    bool move(ConstrainedStepStats& stats);
    void keep();

    const StepProblem* problem_ = nullptr;
    const ConstraintRows* rows_ = nullptr;
    const StepFriction* law_ = nullptr;  // none: no friction
    StepSystem* system_ = nullptr;
    Span<const double> mass_, diagonal_;

    Point now_, trial_;
    std::vector<Mode> mode_, factored_;
    std::vector<Vec3> along_;      // t
    std::vector<double> turning_;  // k
    std::vector<double> penalty_;  // rho of closed constraints, else 0
    std::vector<Mat3> response_;
    std::vector<double> step_, pull_;
    Vec3Array motion_;  // d, of every node
    Vec3Array force_;
    std::vector<double> new_lambda_;
    std::vector<Vec3> new_r_;
    std::vector<Index> slipping_;
    Gmres gmres_;
    Eigen::VectorXd z_, z0_;
    bool has_factor_ = false;
    bool slow_ = false;
    bool fresh_ = false;
    Manner manner_ = Manner::bold;
    std::array<double, 8> merits_{};  // of the last points
    Index memory_ = 1, moves_ = 0;    // how many of them count; moves made
    double beta_ = 0.0;
};

}  // namespace stiction
