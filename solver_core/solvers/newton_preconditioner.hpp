#pragma once

// What BiCGSTAB is preconditioned with: y = P^-1 x, P near the Jacobian J = A + sum w g g^T of a Newton step.
//
//   blocks   P = diagonal blocks of A                                no memory to speak of, weak where bodies are stiff
//   factor   P = L L^T, elasticity and the cores of contacts (contact_cores.hpp)      a quarter of the memory of an LU of A
//
// and in both cases the dense terms on top, by Woodbury's formula. L is of single precision: what that is off by, BiCGSTAB makes good.
// Where a new one does not do, contacts being a million times stiffer than the bodies behind them, one of double precision takes
// its place for the rest of the time step.
//
// The factor is kept over Newton iterations, stages and repetitions of a time step, and made anew at its first solve and when it has
// grown too old: when one solve takes more iterations than the mean of all since the factor was made, its own cost counted
// among them, or as many as a factorisation costs without coming to its end. A factorisation is taken for (entries / unknowns) / 64
// iterations: what its multiplications cost beside those of two back-solves. It does not outlive the time step, or a resumed run
// would not know it.
//
// `automatic` begins every time step with blocks and goes over to the factor when their iterations have cost as much as a
// factorisation. So a step takes at most about twice as long as with the better of the two. Counts alone decide, never a clock: runs
// repeat to the bit.

#include "solver_core/math/sparse_factor.hpp"
#include "solver_core/solvers/half_matrix.hpp"
#include "solver_core/solvers/newton_system.hpp"

#include <memory>

namespace stiction {

enum class PreconditionerKind { automatic, blocks, factor };

class NewtonPreconditioner {
public:
    // A new time step: what was kept is forgotten, its storage is not.
    void forget();
    // For the linearisation the system has now.
    void prepare(NewtonSystem& system, PreconditionerKind kind);
    void apply(Span<const Vec3> x, Span<Vec3> y);
    // Iterations the next solve may take.
    Index limit(PreconditionerKind kind, Index most) const;
    // Those within which it must halve its residual; 0: as many as it may take.
    Index patience() const;
    // What the solve with it took; `failed`: it did not come to its end.
    void note(Index iterations, bool failed);
    // After a solve that failed: whether `prepare` has something better for it.
    bool can_improve(PreconditionerKind kind) const;

    bool uses_factor() const { return factored_; }
    Index factorisations() const { return factorisations_; }  // since forget
    std::int64_t factor_entries() const { return factor_ ? factor_->factor_entries() : 0; }

private:
    bool wants_factor(NewtonSystem& system, PreconditionerKind kind);
    void set_block_budget(NewtonSystem& system);
    bool make_factor(NewtonSystem& system);
    double factor_cost() const;  // in iterations with it
    void apply_sparse(Span<const Vec3> x, Span<Vec3> y);

    std::vector<Mat3> blocks_;
    std::unique_ptr<SparseFactor> factor_;
    SparseFactorKind factor_kind_ = SparseFactorKind::single_fronts;
    HalfMatrix half_;
    std::int64_t analysed_ = -1;  // version of half_ that factor_ knows
    LowRankInverse dense_;
    bool factored_ = false;   // the factor is in use
    bool fresh_ = false;      // and of the present linearisation
    bool outdated_ = false;   // and wants to be made anew
    bool precise_ = false;    // in double precision, in this time step
    bool refused_ = false;    // there is no factor in this time step: blocks
    Index block_budget_ = 0;  // iterations of blocks that `automatic` takes in a time step; 0: not known yet
    Index budget_nodes_ = 0;  // of a system of so many nodes
    Index block_iterations_ = 0;  // in this time step
    Index factorisations_ = 0;
    double spent_ = 0.0, solves_ = 0.0;  // since the last factorisation, in iterations
};

}  // namespace stiction
