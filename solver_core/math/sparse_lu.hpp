#pragma once

// Unsymmetric systems whose values change from one factorisation to the next while their pattern stays, or changes seldom:
// Newton steps with friction in them. The twin of math/sparse_factor.hpp for matrices that are not symmetric.
//
// A is given whole, column by column, with a symmetric pattern. One caller at a time. Bits do not depend on the number of
// threads: both run on the caller's.

#include "solver_core/base/span.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <cstdint>
#include <memory>

namespace stiction {

enum class SparseLuKind {
    automatic,  // PARDISO where linked, else Eigen
    eigen,      // Eigen's supernodal LU with column ordering, the free route
    pardiso,    // Intel MKL, sequential; only where linked
};

class SparseLu {
public:
    virtual ~SparseLu() = default;
    virtual const char* name() const = 0;
    // Only the pattern counts: compressed, rows ascending within a column, every diagonal entry present.
    virtual void analyse(const SparseMatrix& pattern) = 0;
    // False when A is singular to working precision; there is no factor then.
    virtual bool factorize(Span<const double> values) = 0;
    // b in, x = A^-1 b out.
    virtual void solve(Span<double> b) = 0;
    // Entries of both factors, for reports; known after the first factorisation.
    virtual std::int64_t factor_entries() const = 0;
};

// Throws InputError when the kind is not linked.
std::unique_ptr<SparseLu> make_sparse_lu(SparseLuKind kind);
bool is_available(SparseLuKind kind);

}  // namespace stiction
