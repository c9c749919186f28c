#include "solver_core/elasticity/node_blocks.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Node columns a task: some 30 us of additions.
constexpr Index kColumnChunk = 128;

}  // namespace

void NodeBlocks::add(Index row, Index column, Index slot)
{
    STICTION_ASSERT(row >= 0 && row < node_count_ && column >= 0 && column < node_count_);
    if (row >= column)
        entries_.push_back({row, column, 2 * slot});
    else
        entries_.push_back({column, row, 2 * slot + 1});
}

void NodeBlocks::finish()
{
    // A diagonal block for every node, with no element if none came.
    for (Index i = 0; i < node_count_; ++i) entries_.push_back({i, i, -1});
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return a.column != b.column ? a.column < b.column : a.row < b.row;
    });
    begin_.assign(static_cast<std::size_t>(node_count_) + 1, 0);
    const Entry* before = nullptr;
    for (const Entry& entry : entries_) {
        if (!before || entry.row != before->row || entry.column != before->column) {
            row_.push_back(entry.row);
            source_begin_.push_back(static_cast<Index>(source_.size()));
            ++begin_[entry.column + 1];
        }
        if (entry.source >= 0) source_.push_back(entry.source);
        before = &entry;
    }
    source_begin_.push_back(static_cast<Index>(source_.size()));
    for (Index j = 0; j < node_count_; ++j) begin_[j + 1] += begin_[j];
    entries_ = {};
    list_rows();
}

void NodeBlocks::list_rows()
{
    left_begin_.assign(static_cast<std::size_t>(node_count_) + 1, 0);
    for (Index j = 0; j < node_count_; ++j)
        for (Index b = begin_[j] + 1; b < begin_[j + 1]; ++b) ++left_begin_[row_[b] + 1];
    for (Index i = 0; i < node_count_; ++i) left_begin_[i + 1] += left_begin_[i];
    left_column_.resize(static_cast<std::size_t>(left_begin_[node_count_]));
    left_rank_.resize(left_column_.size());
    std::vector<Index> next(left_begin_.begin(), left_begin_.end() - 1);
    for (Index j = 0; j < node_count_; ++j) {
        for (Index b = begin_[j] + 1; b < begin_[j + 1]; ++b) {
            const Index at = next[row_[b]]++;
            left_column_[at] = j;
            left_rank_[at] = b - begin_[j];
        }
    }
}

std::size_t NodeBlocks::value_count() const
{
    return 9 * row_.size() - 3 * static_cast<std::size_t>(node_count_);
}

SparseMatrix NodeBlocks::pattern() const
{
    SparseMatrix matrix(3 * node_count_, 3 * node_count_);
    matrix.resizeNonZeros(static_cast<Index>(value_count()));
    Index place = 0;
    for (Index j = 0; j < node_count_; ++j) {
        for (Index c = 0; c < 3; ++c) {
            matrix.outerIndexPtr()[3 * j + c] = place;
            for (Index b = begin_[j]; b < begin_[j + 1]; ++b)
                for (Index r = b == begin_[j] ? c : 0; r < 3; ++r)
                    matrix.innerIndexPtr()[place++] = 3 * row_[b] + r;
        }
    }
    matrix.outerIndexPtr()[3 * node_count_] = place;
    std::fill_n(matrix.valuePtr(), place, 0.0);
    return matrix;
}

bool NodeBlocks::set_sum(Index b, Span<const Mat3> block, Index first, Index& next, Mat3& sum) const
{
    const Index last = first + static_cast<Index>(block.size()), end = source_begin_[b + 1];
    if (next == end || source_[next] >> 1 >= last) return false;
    Mat3 straight = Mat3::Zero(), turned = Mat3::Zero();
    for (; next < end && source_[next] >> 1 < last; ++next) {
        const Mat3& m = block[static_cast<std::size_t>((source_[next] >> 1) - first)];
        if ((source_[next] & 1) != 0)
            turned += m;
        else
            straight += m;
    }
    sum = straight + turned.transpose();
    return true;
}

void NodeBlocks::begin_sums(std::vector<Index>& next) const
{
    next.assign(source_begin_.begin(), source_begin_.end() - 1);
}

void NodeBlocks::accumulate(Span<const Mat3> block, Index first, Span<Index> next, Span<double> values) const
{
    STICTION_ASSERT(values.size() == value_count() && next.size() == row_.size());
    parallel_for(node_count_, kColumnChunk, [&](Index j) {
        double* const column[3] = {&values[column_start(j, 0)], &values[column_start(j, 1)],
                                   &values[column_start(j, 2)]};
        Mat3 sum;
        if (set_sum(begin_[j], block, first, next[begin_[j]], sum))
            for (Index c = 0; c < 3; ++c)
                for (Index r = c; r < 3; ++r) column[c][r - c] += sum(r, c);
        for (Index k = 1; k < height(j); ++k) {
            if (!set_sum(begin_[j] + k, block, first, next[begin_[j] + k], sum)) continue;
            for (Index c = 0; c < 3; ++c) Eigen::Map<Vec3>(column[c] + 3 * k - c) += sum.col(c);
        }
    });
}

void NodeBlocks::multiply(Span<const double> values, Span<const Vec3> v, double scale, Span<Vec3> y) const
{
    parallel_for(node_count_, kColumnChunk, [&](Index i) {
        Vec3 sum = Vec3::Zero();
        for (Index at = left_begin_[i]; at < left_begin_[i + 1]; ++at) {
            const Index j = left_column_[at];
            for (Index c = 0; c < 3; ++c)
                sum += v[j][c] * Eigen::Map<const Vec3>(&values[place(j, left_rank_[at], c)]);
        }
        for (Index c = 0; c < 3; ++c) {
            const double* const diagonal = &values[column_start(i, c)];
            sum[c] += diagonal[0] * v[i][c];
            for (Index r = c + 1; r < 3; ++r) {
                sum[r] += diagonal[r - c] * v[i][c];
                sum[c] += diagonal[r - c] * v[i][r];
            }
            for (Index k = 1; k < height(i); ++k)
                sum[c] += Eigen::Map<const Vec3>(&values[place(i, k, c)]).dot(v[row_[begin_[i] + k]]);
        }
        y[i] += scale * sum;
    });
}

}  // namespace stiction
