#include "solver_core/solvers/half_matrix.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/elasticity/node_blocks.hpp"

#include <algorithm>
#include <iterator>

namespace stiction {
namespace {

constexpr Index kColumnChunk = 384;

}  // namespace

void HalfMatrix::require(const SparseMatrix& lower, Span<const Index> begin, Span<const Index> nodes)
{
    asked_.clear();
    for (std::size_t g = 0; g + 1 < begin.size(); ++g)
        for (Index a = begin[g]; a < begin[g + 1]; ++a)
            for (Index b = begin[g]; b < begin[g + 1]; ++b)
                if (nodes[b] > nodes[a]) asked_.emplace_back(nodes[a], nodes[b]);
    std::sort(asked_.begin(), asked_.end());
    asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
    if (!forgotten_ && lower_ == &lower) {
        both_.clear();
        std::set_union(asked_.begin(), asked_.end(), added_.begin(), added_.end(), std::back_inserter(both_));
        asked_.swap(both_);
    }
    forgotten_ = false;
    if (lower_ == &lower && asked_ == added_ && matrix_.cols() == lower.cols()) return;
    lower_ = &lower;
    added_.swap(asked_);
    build();
}

void HalfMatrix::build()
{
    NodeBlocks blocks(static_cast<Index>(lower_->cols()) / 3);
    const Index *column = lower_->outerIndexPtr(), *row = lower_->innerIndexPtr();
    for (Index j = 0; j < blocks.node_count(); ++j)
        for (Index e = column[3 * j]; e < column[3 * j + 1]; e += 3) blocks.add(row[e] / 3, j, 0);
    for (const auto& [from, to] : added_) blocks.add(to, from, 0);
    blocks.finish();
    matrix_ = blocks.pattern();
    ++version_;
}

void HalfMatrix::set(Span<const double> lower_values)
{
    STICTION_ASSERT(static_cast<Index>(lower_values.size()) == lower_->nonZeros());
    const Index *start = lower_->outerIndexPtr(), *row = lower_->innerIndexPtr();
    const Index *own_start = matrix_.outerIndexPtr(), *own_row = matrix_.innerIndexPtr();
    double* const values = matrix_.valuePtr();
    // Rows ascend in both, and the elements' are all among the own.
    parallel_for(static_cast<Index>(lower_->cols()), kColumnChunk, [&](Index k) {
        Index from = start[k];
        for (Index own = own_start[k]; own < own_start[k + 1]; ++own) {
            const bool elastic = from < start[k + 1] && row[from] == own_row[own];
            values[own] = elastic ? lower_values[from++] : 0.0;
        }
    });
}

double* HalfMatrix::top(Index row, Index column, Index c)
{
    const Index* const rows = matrix_.innerIndexPtr();
    const Index *const first = rows + matrix_.outerIndexPtr()[3 * column + c],
                       *const last = rows + matrix_.outerIndexPtr()[3 * column + c + 1];
    const Index* const at = std::lower_bound(first, last, row == column ? 3 * row + c : 3 * row);
    STICTION_ASSERT(at != last && *at / 3 == row);
    return matrix_.valuePtr() + (at - rows);
}

void HalfMatrix::add_block(Index row, Index column, const Mat3& block)
{
    if (row < column) return;
    for (Index c = 0; c < 3; ++c) {
        double* const values = top(row, column, c);
        const Index first = row == column ? c : 0;
        for (Index r = first; r < 3; ++r) values[r - first] += block(r, c);
    }
}

void HalfMatrix::add_diagonal(Index node, double value)
{
    for (Index c = 0; c < 3; ++c) *top(node, node, c) += value;
}

void HalfMatrix::isolate(Span<const char> held)
{
    const Index *start = matrix_.outerIndexPtr(), *row = matrix_.innerIndexPtr();
    double* const values = matrix_.valuePtr();
    parallel_for(static_cast<Index>(matrix_.cols()), kColumnChunk, [&](Index k) {
        for (Index e = start[k]; e < start[k + 1]; ++e)
            if (held[k / 3] != 0 || held[row[e] / 3] != 0) values[e] = row[e] == k ? 1.0 : 0.0;
    });
}

}  // namespace stiction
