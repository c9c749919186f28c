#include "solver_core/solvers/implicit_matrix.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"

#include <algorithm>

namespace stiction {
namespace {

constexpr Index kColumnChunk = 384;

}  // namespace

void ImplicitMatrix::begin(const SparseMatrix& lower)
{
    if (lower_ == &lower && nodes_ == static_cast<Index>(lower.cols()) / 3) return;
    lower_ = &lower;
    nodes_ = static_cast<Index>(lower.cols()) / 3;
    added_.clear();
    built_ = false;
}

void ImplicitMatrix::require(Span<const Index> begin, Span<const Index> nodes)
{
    asked_.clear();
    for (std::size_t g = 0; g + 1 < begin.size(); ++g)
        for (Index a = begin[g]; a < begin[g + 1]; ++a)
            for (Index b = begin[g]; b < begin[g + 1]; ++b)
                if (!is_elastic(nodes[a], nodes[b])) asked_.emplace_back(nodes[a], nodes[b]);
    std::sort(asked_.begin(), asked_.end());
    asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
    if (built_ && asked_ == added_) return;
    added_.swap(asked_);
    build();
    built_ = true;
}

// Whether an element couples the two.
bool ImplicitMatrix::is_elastic(Index a, Index b) const
{
    const Index low = std::min(a, b), high = std::max(a, b);
    const Index* const row = lower_->innerIndexPtr();
    const Index *const first = row + lower_->outerIndexPtr()[3 * low],
                       *const last = row + lower_->outerIndexPtr()[3 * low + 1];
    return std::binary_search(first, last, 3 * high);
}

void ImplicitMatrix::build()
{
    pairs_.clear();
    const Index *column = lower_->outerIndexPtr(), *row = lower_->innerIndexPtr();
    for (Index j = 0; j < nodes_; ++j)
        for (Index e = column[3 * j]; e < column[3 * j + 1]; ++e) {
            const Index i = row[e] / 3;
            pairs_.emplace_back(j, i);
            if (i != j) pairs_.emplace_back(i, j);
        }
    pairs_.insert(pairs_.end(), added_.begin(), added_.end());
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    begin_.assign(static_cast<std::size_t>(nodes_) + 1, 0);
    row_.resize(pairs_.size());
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        ++begin_[pairs_[k].first + 1];
        row_[k] = pairs_[k].second;
    }
    for (Index j = 0; j < nodes_; ++j) begin_[j + 1] += begin_[j];
    matrix_.resize(3 * nodes_, 3 * nodes_);
    matrix_.resizeNonZeros(static_cast<Index>(9 * row_.size()));
    for (Index j = 0; j < nodes_; ++j)
        for (Index c = 0; c < 3; ++c) {
            matrix_.outerIndexPtr()[3 * j + c] = static_cast<Index>(place(j, 0, c));
            for (Index k = 0; k < begin_[j + 1] - begin_[j]; ++k)
                for (Index r = 0; r < 3; ++r)
                    matrix_.innerIndexPtr()[place(j, k, c) + static_cast<std::size_t>(r)] =
                        3 * row_[begin_[j] + k] + r;
        }
    matrix_.outerIndexPtr()[3 * nodes_] = static_cast<Index>(9 * row_.size());
    std::fill_n(matrix_.valuePtr(), 9 * row_.size(), 0.0);
    ++version_;
    list_places();
}

void ImplicitMatrix::list_places()
{
    straight_.resize(static_cast<std::size_t>(lower_->nonZeros()));
    mirrored_.resize(straight_.size());
    const Index *column = lower_->outerIndexPtr(), *row = lower_->innerIndexPtr();
    parallel_for(3 * nodes_, kColumnChunk, [&](Index k) {
        const Index j = k / 3, c = k % 3;
        Index last = -1, down = 0, across = 0;
        for (Index e = column[k]; e < column[k + 1]; ++e) {
            const Index i = row[e] / 3, r = row[e] % 3;
            if (i != last) {
                down = rank(i, j);
                across = rank(j, i);
                last = i;
            }
            straight_[e] = place(j, down, c) + static_cast<std::size_t>(r);
            mirrored_[e] = place(i, across, r) + static_cast<std::size_t>(c);
        }
    });
}

Index ImplicitMatrix::rank(Index row, Index column) const
{
    const auto first = row_.begin() + begin_[column], last = row_.begin() + begin_[column + 1];
    const auto found = std::lower_bound(first, last, row);
    return found != last && *found == row ? static_cast<Index>(found - first) : -1;
}

void ImplicitMatrix::set_symmetric(Span<const double> lower, double scale)
{
    STICTION_ASSERT(lower.size() == straight_.size());
    double* const values = matrix_.valuePtr();
    std::fill_n(values, matrix_.nonZeros(), 0.0);
    for (std::size_t e = 0; e < lower.size(); ++e)
        values[straight_[e]] = values[mirrored_[e]] = scale * lower[e];
}

void ImplicitMatrix::add_block(Index row, Index column, const Mat3& block)
{
    const Index k = rank(row, column);
    STICTION_ASSERT(k >= 0);
    for (Index c = 0; c < 3; ++c) Eigen::Map<Vec3>(matrix_.valuePtr() + place(column, k, c)) += block.col(c);
}

void ImplicitMatrix::add_diagonal(Index node, double value)
{
    const Index k = rank(node, node);
    for (Index c = 0; c < 3; ++c)
        matrix_.valuePtr()[place(node, k, c) + static_cast<std::size_t>(c)] += value;
}

void ImplicitMatrix::isolate(Index node)
{
    for (Index k = 0; k < begin_[node + 1] - begin_[node]; ++k) {
        const Index other = row_[begin_[node] + k];
        const Index back = rank(node, other);
        for (Index c = 0; c < 3; ++c) {
            Eigen::Map<Vec3>(matrix_.valuePtr() + place(node, k, c)).setZero();
            Eigen::Map<Vec3>(matrix_.valuePtr() + place(other, back, c)).setZero();
        }
    }
    add_diagonal(node, 1.0);
}

Mat3 ImplicitMatrix::block(Index row, Index column) const
{
    Mat3 block = Mat3::Zero();
    const Index k = rank(row, column);
    if (k < 0) return block;
    for (Index c = 0; c < 3; ++c)
        block.col(c) = Eigen::Map<const Vec3>(matrix_.valuePtr() + place(column, k, c));
    return block;
}

}  // namespace stiction
