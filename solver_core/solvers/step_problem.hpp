#pragma once

// One time step as a minimisation over node velocities under constraints.                  [Larionov 2022, ch. 3]
//
//   minimise    gamma(v) - v . b,     gamma(v) = 1/2 |v - v_start|_M^2 + W(x + h v)       (3.18), (3.21)
//   subject to  c_i(v) >= 0,          c = phi(x + h v)/h  or its linearisation  C v + phi/h
//
//   v    node velocities, m/s                   b    impulses from outside the step, N s: the forwarded friction J_T^T r_T
//   M    mass, kg                               c    gap over time step, m/s
//   W    elastic energy, J                      lambda   multiplier of c: the normal impulse, N s
//   phi  gap, m; negative is penetration. How fast a penetration is to be undone is the caller's choice, made in phi.
//
// Stationarity:   grad gamma(v) - b - sum_i lambda_i grad c_i(v) = 0,    0 <= lambda_i  _|_  c_i(v) >= 0.

#include "solver_core/base/span.hpp"
#include "solver_core/math/hessian_kind.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <Eigen/Core>

#include <vector>

namespace stiction {

// gamma(v), twice differentiable where finite.
class StepObjective {
public:
    virtual ~StepObjective() = default;
    virtual Index nodes() const = 0;
    // Infinite where the motion is not allowed (an inverted element): a solver backs away from there.
    virtual double value(Span<const Vec3> v) const = 0;
    // What rounding makes of the value, J.
    virtual double rounding() const { return 0.0; }
    // Gradient out, N s; returns the value. The gradient counts only where the value is finite.
    virtual double gradient(Span<const Vec3> v, Span<Vec3> gradient) const = 0;
    // Lower triangle over the unknowns 3 node + axis, compressed, every diagonal entry present. It may change between
    // steps, not within one.
    virtual const SparseMatrix& pattern() const = 0;
    // Values in the order of the pattern, kg.
    virtual void hessian(Span<const Vec3> v, HessianKind kind, Span<double> values) const = 0;
};

// The nodes of every constraint: entries begin[i] ... begin[i+1]-1, each node at most once a constraint.
struct ConstraintRows {
    std::vector<Index> begin{0};
    std::vector<Index> node;

    Index count() const { return static_cast<Index>(begin.size()) - 1; }
};

class StepConstraints {
public:
    virtual ~StepConstraints() = default;
    virtual const ConstraintRows& rows() const = 0;
    // c(v), m/s, and the gradient of every entry of the rows, 1.
    virtual void evaluate(Span<const Vec3> v, Span<double> c, Span<Vec3> gradient) const = 0;
    virtual bool is_linear() const = 0;
    // Second derivatives of c_i at v, s/m, over the 3k unknowns of its k entries. Not called when all are linear.
    virtual void hessian(Index i, Span<const Vec3> v, Eigen::Ref<Eigen::MatrixXd> block) const = 0;
};

// C v + offset >= 0, offset = phi/h.
class LinearConstraints final : public StepConstraints {
public:
    ConstraintRows row;
    std::vector<Vec3> gradient;  // of every entry
    std::vector<double> offset;  // of every constraint, m/s

    const ConstraintRows& rows() const override { return row; }
    bool is_linear() const override { return true; }
    void hessian(Index, Span<const Vec3>, Eigen::Ref<Eigen::MatrixXd> block) const override
    {
        block.setZero();
    }
    void evaluate(Span<const Vec3> v, Span<double> c, Span<Vec3> out) const override
    {
        for (Index i = 0; i < row.count(); ++i) {
            double sum = offset[i];
            for (Index e = row.begin[i]; e < row.begin[i + 1]; ++e) {
                out[e] = gradient[e];
                sum += gradient[e].dot(v[row.node[e]]);
            }
            c[i] = sum;
        }
    }
};

// Coulomb friction at every constraint, with the constraint's own nodes: u_T = (sum_a B_a v_a + offset)_T.
struct StepFriction {
    Span<const Mat3> block;   // B_a, parallel to the entries of the rows, 1
    Span<const Mat3> frame;   // n, t1, t2 of every constraint
    Span<const Vec3> offset;  // m/s
    Span<const double> mu;
    std::vector<Vec3>* impulse = nullptr;  // start in, answer out: r = lambda n + r_T, N s
};

struct StepProblem {
    const StepObjective* objective = nullptr;
    const StepConstraints* constraints = nullptr;  // none: unconstrained
    const StepFriction* friction = nullptr;        // none: without; only the own solver knows it
    // Of every constraint: velocity for an impulse at its nodes alone, 1/kg. Empty, without friction only: not known.
    Span<const double> response;
    Span<const Vec3> impulse;  // b; empty: none
    Span<const char> held;     // not 0: the node keeps the velocity it starts with; empty: none
};

}  // namespace stiction
