#pragma once

// Damped Newton: roots of r(v) with a line search on |r|.                              [Larionov 2022, algorithms 2 and 3]
//
//   direct      p = -J^-1 r by LU
//   iterative   |r + J p| <= sigma_k |r| by BiCGSTAB, sigma_k = min((|r_k| / |r_(k-1)|)^phi, sigma), phi = (1 + sqrt 5) / 2,
//               and no smaller than 1e-4 or half of what is left to the tolerance
//   then        alpha = 1, 1/2, 1/4, ... until |r(v + alpha p)| <= (1 - c_1 alpha (1 - sigma_k)) |r(v)|
//
// It ends when |r| is that of an error of `tolerance` in free velocities, or when a whole Newton step is shorter than the
// tolerance: near rounding the second can be met where the first cannot. The thesis sets sigma_k = 1 - alpha (1 - sigma_k) after the
// search and never reads it again; so do we not. Its sigma_k says that of quadratic convergence; after a first step that had little
// but a moved boundary to take away it would ask for more digits than the next step can use, hence the 1e-4.
//
// An iterative solve that runs out of iterations is used when it has come down to kUsableSigma at least. Where it has not, with
// `automatic` preconditioning, the step is made by LU.

#include "solver_core/base/interrupt.hpp"
#include "solver_core/base/status.hpp"
#include "solver_core/math/bicgstab.hpp"
#include "solver_core/math/sparse_factor.hpp"
#include "solver_core/math/sparse_lu.hpp"
#include "solver_core/solvers/newton_preconditioner.hpp"
#include "solver_core/solvers/newton_system.hpp"

#include <memory>
#include <vector>

namespace stiction {

enum class NewtonLinear { direct, iterative };

struct NewtonSettings {
    double tolerance = 1e-9;  // m/s
    Index max_iterations = 50;
    Index patience = 0;  // it ends as well when |r| has not fallen to a tenth in so many; 0: never
    NewtonLinear linear = NewtonLinear::direct;
    SparseLuKind factor = SparseLuKind::automatic;
    double sigma = 0.1;  // loosest relative residual of an iterative solve
    Index max_linear_iterations = 2000;
    PreconditionerKind preconditioner = PreconditionerKind::automatic;
    const InterruptFlag* interrupt = nullptr;
};

// Why a solve ended.
enum class NewtonEnd {
    converged,
    out_of_iterations,
    no_descent,
    singular,
    linear_solver,
    not_finite,
    interrupted
};
const char* to_string(NewtonEnd end);

struct NewtonIteration {
    double residual = 0.0;         // |r| before it, over norm_scale, m/s
    double sigma = 0.0;            // asked of the linear solve; 0: direct
    double linear_residual = 0.0;  // what it reached
    Index linear_iterations = 0;
    bool factored = false;  // a matrix was factored for it
    double alpha = 0.0;
};

struct NewtonStats {
    NewtonEnd end = NewtonEnd::converged;
    Index iterations = 0;
    Index linear_iterations = 0;  // of BiCGSTAB, or factorisations
    double residual = 0.0;        // at the end, m/s
    double longest_step = 0.0;    // of the last iteration, largest over nodes, m/s
    Index worst_node = -1;        // largest |r_i|
    std::vector<NewtonIteration> record;
};

class DampedNewton {
public:
    // v in: the start, out: the last point; held components must have zero residual.
    NewtonStats solve(NewtonSystem& system, const NewtonSettings& settings, Vec3Array& v);
    // A new time step begins.
    void forget() { preconditioner_.forget(); }
    // Numbers kept by factorisations, for reports.
    std::int64_t factor_entries() const
    {
        return preconditioner_.factor_entries() + (lu_ ? lu_->factor_entries() : 0);
    }

private:
    bool direction(NewtonSystem& system, const NewtonSettings& settings, NewtonStats& stats,
                   NewtonIteration& now);
    bool iterative_direction(NewtonSystem& system, const NewtonSettings& settings, NewtonIteration& now);
    bool direct_direction(NewtonSystem& system, const NewtonSettings& settings);
    // Moves v and r_ to the accepted point; false when there is none.
    bool search(NewtonSystem& system, double sigma, double& norm, Vec3Array& v, NewtonIteration& now);

    std::unique_ptr<SparseLu> lu_;
    SparseLuKind lu_kind_ = SparseLuKind::automatic;
    std::int64_t lu_pattern_ = -1;
    const NewtonSystem* lu_system_ = nullptr;
    LowRankInverse dense_;
    BicgstabWorkspace krylov_;
    NewtonPreconditioner preconditioner_;
    Vec3Array r_, p_, trial_;
};

}  // namespace stiction
