#pragma once

// Where the 3x3 blocks of elements go in the lower triangle of a symmetric matrix over nodes.
//
// Blocks are kept by columns of nodes, rows ascending, the diagonal first (every node has one). The matrix in scalars is
// that of math/linear_solver.hpp: column major, sorted, lower triangle with the diagonal, so a diagonal block gives six
// values and any other nine. Each block lists the element blocks that add to it, in the order of elements: summed one
// after the other, the bits do not depend on threads.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <vector>

namespace stiction {

class NodeBlocks {
public:
    NodeBlocks() = default;
    explicit NodeBlocks(Index node_count) : node_count_(node_count) {}

    // Announces element block `slot`, derivative by nodes `row` and `column` in this order; then `finish`, once.
    void add(Index row, Index column, Index slot);
    void finish();

    Index node_count() const { return node_count_; }
    // Zero values.
    SparseMatrix pattern() const;
    std::size_t value_count() const;

    // values += sum of the element blocks from slot `first` on, batch by batch in ascending order, as slots are announced. `next` is
    // where each block of the matrix goes on in its list: begin_sums before the first batch.
    void begin_sums(std::vector<Index>& next) const;
    void accumulate(Span<const Mat3> block, Index first, Span<Index> next, Span<double> values) const;
    // y += scale A v with A given by its values.
    void multiply(Span<const double> values, Span<const Vec3> v, double scale, Span<Vec3> y) const;
    // Calls visit(node, axis, place) for every diagonal value.
    template <class Visit>
    void for_each_diagonal(Visit&& visit) const
    {
        for (Index j = 0; j < node_count_; ++j)
            for (Index c = 0; c < 3; ++c) visit(j, c, column_start(j, c));
    }

private:
    struct Entry {
        Index row, column, source;
    };
    void list_rows();
    // sum = straight and transposed element blocks of block b, each in order. False: none of them is its.
    bool set_sum(Index b, Span<const Mat3> block, Index first, Index& next, Mat3& sum) const;
    Index height(Index j) const { return begin_[j + 1] - begin_[j]; }
    // Place of the diagonal value of scalar column 3 j + c.
    std::size_t column_start(Index j, Index c) const
    {
        const std::size_t first = 9 * static_cast<std::size_t>(begin_[j]) - 3 * static_cast<std::size_t>(j);
        const std::size_t full = 3 * static_cast<std::size_t>(height(j));
        return first + static_cast<std::size_t>(c) * full - (c == 2 ? 1 : 0);
    }
    // Place of the top value of column c in block k > 0 (counted in its column) of column j.
    std::size_t place(Index j, Index k, Index c) const
    {
        return column_start(j, c) + 3 * static_cast<std::size_t>(k) - c;
    }

    Index node_count_ = 0;
    std::vector<Entry> entries_;       // until finish
    std::vector<Index> begin_;         // blocks of column j: begin_[j] .. begin_[j+1]-1
    std::vector<Index> row_;           // of a block
    std::vector<Index> source_begin_;  // element blocks of a block
    std::vector<Index> source_;        // 2 slot + 1 when transposed
    // Blocks left of the diagonal in row i, for products.
    std::vector<Index> left_begin_;
    std::vector<Index> left_column_;
    std::vector<Index> left_rank_;  // the block's count in its column
};

}  // namespace stiction
