#pragma once

// The unsymmetric matrix of a Newton step: elastic blocks, given by their lower triangle, and blocks of contacts anywhere.
//
// Stored by columns with a symmetric pattern of 3 x 3 blocks. Contacts couple nodes that no element couples, and the pattern has
// them too; contacts of single points need no more than the diagonal.

#include "solver_core/base/span.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

class ImplicitMatrix {
public:
    // `lower` is the pattern of the elastic Hessian: 3n x 3n, lower triangle by columns, whole blocks. There is no matrix before
    // `require`: iterative steps do without.
    void begin(const SparseMatrix& lower);
    // Makes room for blocks between all pairs of each group; group g is nodes[begin[g]] .. nodes[begin[g+1]-1].
    // The pattern is that of the elements and these groups, whatever was asked for before: the order of elimination follows it, and
    // a resumed run must give the same bits. It stays where nothing changes.
    void require(Span<const Index> begin, Span<const Index> nodes);

    // All values to those of the lower triangle, times scale.
    void set_symmetric(Span<const double> lower, double scale);
    void add_block(Index row, Index column, const Mat3& block);
    void add_diagonal(Index node, double value);
    // Row and column of the node become those of the identity.
    void isolate(Index node);
    Mat3 block(Index row, Index column) const;  // zero where there is none

    const SparseMatrix& matrix() const { return matrix_; }
    std::int64_t version() const { return version_; }

private:
    bool is_elastic(Index a, Index b) const;
    void build();
    void list_places();
    Index rank(Index row, Index column) const;  // of a block in its column, -1: none
    // First value of column c of the block.
    std::size_t place(Index column, Index rank, Index c) const
    {
        const auto first = 9 * static_cast<std::size_t>(begin_[column]);
        const auto height = 3 * static_cast<std::size_t>(begin_[column + 1] - begin_[column]);
        return first + static_cast<std::size_t>(c) * height + 3 * static_cast<std::size_t>(rank);
    }

    const SparseMatrix* lower_ = nullptr;
    Index nodes_ = 0;
    bool built_ = false;                            // for lower_ and added_
    std::vector<Index> begin_, row_;                // blocks of column j: rows row_[begin_[j]] .. ascending
    std::vector<std::size_t> straight_, mirrored_;  // places of the lower triangle's values
    SparseMatrix matrix_;
    std::int64_t version_ = 0;
    std::vector<std::pair<Index, Index>> pairs_, asked_;
    std::vector<std::pair<Index, Index>> added_;  // pairs beyond the elements', ascending
};

}  // namespace stiction
