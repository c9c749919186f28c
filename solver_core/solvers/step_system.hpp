#pragma once

// The linear system of a Newton step on a StepProblem, held nodes left out:
//
//   K = H + sum_i rho_i grad c_i grad c_i^T - sum_i lambda_i Hess c_i
//
// The pattern holds every constraint, active or not, so that it changes only when the contacts do; it is analysed anew
// only when it differs from the last one.
//
// H is the exact Hessian, with Hess c, while K is positive definite with it; where it is not, the positive one without Hess c,
// and so for the next few factorisations: elements that are about to buckle seldom stop at one.

#include "solver_core/solvers/constrained_step.hpp"

#include <memory>
#include <vector>

namespace stiction {

// What K has besides H.
struct StepTerms {
    Span<const Vec3> gradient;      // of every entry of the constraints
    Span<const double> penalty;     // rho of every constraint, 0: inactive, kg
    Span<const double> multiplier;  // lambda, N s
    // K += sum_i sum_ab B_a^T D_i B_b, D_i the answer of friction at constraint i to its sliding velocity, kg. Empty: none.
    Span<const Mat3> block, response;
};

class StepSystem {
public:
    // For one time step. Returns whether the pattern is another one than before.
    bool set_up(const StepProblem& problem, SparseFactorKind kind);

    Index free_nodes() const { return static_cast<Index>(node_of_.size()); }
    Index node_of(Index free) const { return node_of_[free]; }
    Index free_of(Index node) const { return free_of_[node]; }

    // A factor of K; counts into stats. False where there is none even with the positive Hessian.
    bool factorize(const StepProblem& problem, Span<const Vec3> v, HessianKind kind, const StepTerms& terms,
                   ConstrainedStepStats& stats);
    // The objective's own Hessian alone, then its diagonal, largest of the three axes of each free node, kg.
    void assemble_objective(const StepProblem& problem, Span<const Vec3> v, HessianKind kind);
    void diagonal(Span<double> out) const;
    void solve(Span<double> b) { factor_->solve(b, 1); }
    const SparseFactor& factor() const { return *factor_; }

private:
    bool try_factor(const StepProblem& problem, Span<const Vec3> v, HessianKind kind, const StepTerms& terms,
                    ConstrainedStepStats& stats);
    void add_constraints(const StepProblem& problem, Span<const Vec3> v, const StepTerms& terms,
                         bool curvature);
    void add_friction(const StepTerms& terms);
    void number_nodes(const StepProblem& problem);
    void find_blocks(const StepProblem& problem);
    void place_entries();
    SparseMatrix pattern() const;
    Index block_place(Index row, Index column) const;
    Index place(Index column, Index block, Index i, Index j) const;
    void add_block(Index row, Index column, Index block, const Mat3& values);

    std::unique_ptr<SparseFactor> factor_;
    SparseFactorKind kind_ = SparseFactorKind::automatic;
    // What the pattern was made from.
    std::vector<Index> outer_, inner_, row_begin_, row_node_;
    std::vector<char> held_;

    std::vector<Index> free_of_, node_of_;
    // Blocks of the lower triangle, column by column: rows ascending, the diagonal one first.
    std::vector<Index> block_begin_, block_row_;
    std::vector<Index> entry_place_;  // of every entry of the objective's pattern; -1: held
    std::vector<Index> pair_begin_;   // of every constraint, in pair_place_
    std::vector<Index> pair_place_;   // block of every pair of entries e <= f; -1: one is held
    std::vector<double> values_, hessian_;
    Eigen::MatrixXd curvature_;
    Index positive_left_ = 0;  // factorisations before the exact Hessian is tried again
};

}  // namespace stiction
