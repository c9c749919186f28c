#pragma once

// A symmetric matrix of 3 x 3 blocks by its lower triangle, of elements and of contacts between nodes that no element joins: what a
// preconditioner factors. The twin of ImplicitMatrix for half of the numbers.

#include "solver_core/base/span.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace stiction {

class HalfMatrix {
public:
    // Pattern: `lower`, that of the elastic Hessian (3n x 3n, lower triangle by columns, whole blocks), which must outlive this, and all
    // pairs of each group; group g is nodes[begin[g]] .. nodes[begin[g+1]-1]. Pairs asked for since `forget` stay, so that contacts
    // which come and go within a time step do not ask for a new order of elimination each time.
    void require(const SparseMatrix& lower, Span<const Index> begin, Span<const Index> nodes);
    // A new time step: what was asked for before may not be in its pattern, for a resumed run must give the same bits.
    void forget() { forgotten_ = true; }
    // Another one whenever the pattern is.
    std::int64_t version() const { return version_; }

    const SparseMatrix& matrix() const { return matrix_; }
    Span<const double> values() const
    {
        return {matrix_.valuePtr(), static_cast<std::size_t>(matrix_.nonZeros())};
    }

    // All values to those of `lower`; blocks beyond its pattern become zero.
    void set(Span<const double> lower_values);
    // Adds the block of two nodes. Blocks above the diagonal are passed over: a caller may give both (a, b) and (b, a).
    void add_block(Index row, Index column, const Mat3& block);
    void add_diagonal(Index node, double value);
    // Rows and columns of held nodes become those of the identity.
    void isolate(Span<const char> held);

private:
    void build();
    // The top value of a block in column c of its column of nodes.
    double* top(Index row, Index column, Index c);

    const SparseMatrix* lower_ = nullptr;
    using Pairs = std::vector<std::pair<Index, Index>>;  // (column, row) of contacts' blocks, ascending
    Pairs asked_, added_, both_;
    SparseMatrix matrix_;
    std::int64_t version_ = 0;
    bool forgotten_ = true;
};

}  // namespace stiction
