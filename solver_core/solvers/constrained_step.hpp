#pragma once

// Solvers of a StepProblem behind one interface. Both stop at the same conditions, take the same starts and give the same
// velocities; multipliers of redundant constraints are not unique and may differ.

#include "solver_core/base/interrupt.hpp"
#include "solver_core/base/status.hpp"
#include "solver_core/math/sparse_factor.hpp"
#include "solver_core/solvers/step_problem.hpp"

#include <memory>
#include <vector>

namespace stiction {

enum class ConstrainedStepKind {
    multipliers,  // own: method of multipliers with semismooth Newton steps (solvers/multiplier_step.hpp)
    ipopt,        // interior points; only where linked
};

struct ConstrainedStepSettings {
    double tolerance = 1e-9;  // on velocities, as a share of the largest velocity of the step
    double least_velocity =
        0.0;  // the largest velocity is taken for at least this, m/s: a body at rest has digits too
    Index max_iterations = 100;
    Index friction_iterations = 200;           // changes of the multipliers at most where there is friction
    bool yielding = false;                     // own solver, without friction: constraints as springs
    const InterruptFlag* interrupt = nullptr;  // polled by the own solver between Newton steps
    SparseFactorKind factor = SparseFactorKind::automatic;  // of the own solver
    HessianKind hessian =
        HessianKind::exact;  // tried first; `positive` is taken where the exact one does not factor
};

struct ConstrainedStepStats {
    Index iterations = 0;      // changes of v
    Index evaluations = 0;     // of the objective's gradient
    Index factorizations = 0;  // the failed ones included
    Index indefinite = 0;      // factorisations that failed
    Index analyses = 0;        // of the pattern
    Index multiplier_updates = 0;
    double stationarity = 0.0;  // max over unknowns of |gradient of the Lagrangian| / Hessian's diagonal, m/s
    double violation = 0.0;     // max of -c over constraints that free nodes can change, at least 0, m/s
    double complementarity =
        0.0;  // max over constraints of min(lambda / rho, |c|) (own) or lambda c over scale, m/s
    double velocity_scale = 0.0;    // what the tolerance is a share of, m/s
    Index worst_constraint = -1;    // the most violated one; -1: none is
    bool infeasible = false;        // the constraints could not be met together
    bool start_backed_off = false;  // the start had infinite energy and was scaled down
};

class ConstrainedStepSolver {
public:
    virtual ~ConstrainedStepSolver() = default;
    virtual const char* name() const = 0;
    // v: start in, answer out; held nodes keep theirs. multiplier: start in where it has one number a constraint (else
    // zero is taken), answer out. After a status that is not usable v is the last one tried.
    virtual SolveStatus solve(const StepProblem& problem, const ConstrainedStepSettings& settings,
                              Vec3Array& v, std::vector<double>& multiplier, ConstrainedStepStats& stats) = 0;
};

// Throws InputError when the kind is not linked.
std::unique_ptr<ConstrainedStepSolver> make_constrained_step(ConstrainedStepKind kind);
bool is_available(ConstrainedStepKind kind);

}  // namespace stiction
