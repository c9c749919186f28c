#pragma once

// Symmetric positive definite systems whose values change from one factorisation to the next while their pattern stays,
// or changes seldom: the Newton steps of one time step.
//
// K is given by its lower triangle, column by column: analyse() takes the pattern, factorize() the values in the same
// order. One caller at a time. Bits do not depend on the number of threads.

#include "solver_core/base/span.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <cstdint>
#include <memory>

namespace stiction {

enum class SparseFactorKind {
    automatic,      // the fastest here: fronts
    eigen,          // Eigen's simplicial Cholesky, the plain reference
    pardiso,        // Intel MKL, sequential; only where linked
    fronts,         // own multifrontal Cholesky, parallel over subtrees and inside large fronts
    single_fronts,  // the same in single precision, for preconditioners: half of the memory and time
};

class SparseFactor {
public:
    virtual ~SparseFactor() = default;
    virtual const char* name() const = 0;
    // Orders the unknowns and finds the pattern of the factor. Only the pattern of `lower` counts: compressed, its rows
    // ascending within a column, every diagonal entry present.
    virtual void analyse(const SparseMatrix& lower) = 0;
    // False when K is not positive definite to working precision; there is no factor then.
    virtual bool factorize(Span<const double> values) = 0;
    // b in, x = K^-1 b out, for so many right-hand sides one after the other.
    virtual void solve(Span<double> b, Index columns) = 0;
    // Entries of the triangular factor, for reports; known after the first factorisation.
    virtual std::int64_t factor_entries() const = 0;
};

// Throws InputError when the kind is not linked.
std::unique_ptr<SparseFactor> make_sparse_factor(SparseFactorKind kind);
bool is_available(SparseFactorKind kind);

}  // namespace stiction
