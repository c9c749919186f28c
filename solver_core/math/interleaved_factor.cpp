#include "solver_core/math/interleaved_factor.hpp"

#include <algorithm>
#include <iterator>

namespace stiction {
namespace {

std::int64_t triangle_entries(std::int64_t columns) { return columns * (columns + 1) / 2; }

class LayoutBuilder {
public:
    LayoutBuilder(const Supernodes& supernodes, const SolveTasks& tasks)
        : supernodes_(supernodes), tasks_(tasks), position_(supernodes.order.size(), -1)
    {
        layout_.first_strip.resize(supernodes.parent.size());
    }

    InterleavedLayout build()
    {
        InterleavedFactor& factor = layout_.factor;
        factor.tasks.resize(tasks_.parent.size());
        boundary_.resize(tasks_.parent.size());
        for (Index t = 0; t < tasks_.count(); ++t) {
            add_segment(t);
            for (const Index s : tasks_.supernodes[t]) add_strips(s);
            factor.tasks[t].strip_end = static_cast<Index>(factor.strips.size());
        }
        for (Index t = 0; t < tasks_.count(); ++t) connect(t);
        factor.values = LargeArray<double>(static_cast<std::size_t>(values_));
        return std::move(layout_);
    }

private:
    // Own columns, then the rows outside the task, ascending. position_ holds where a row of this task lies.
    void add_segment(Index t)
    {
        InterleavedFactor& factor = layout_.factor;
        InterleavedFactor::Task& task = factor.tasks[t];
        task.parent = tasks_.parent[t];
        task.children = tasks_.children[t];
        task.strip_begin = static_cast<Index>(factor.strips.size());
        task.own_begin = factor.positions;
        task.node_begin = static_cast<Index>(factor.node.size());
        std::vector<Index>& outside = boundary_[t];
        for (const Index s : tasks_.supernodes[t]) {
            for (Index k = supernodes_.first[s]; k < supernodes_.first[s + 1]; ++k) {
                position_[k] = factor.positions++;
                factor.node.push_back(supernodes_.order[k]);
            }
            const Index* rows = supernodes_.rows(s);
            std::copy_if(rows, rows + supernodes_.below(s), std::back_inserter(outside),
                         [&](Index row) { return task_of(row) != t; });
        }
        std::sort(outside.begin(), outside.end());
        outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
        task.own_end = factor.positions;
        for (const Index row : outside) position_[row] = factor.positions++;
        task.boundary_end = factor.positions;
    }

    Index task_of(Index column) const
    {
        const auto after = std::upper_bound(supernodes_.first.begin(), supernodes_.first.end(), column);
        return tasks_.of_supernode[after - supernodes_.first.begin() - 1];
    }

    void add_strips(Index s)
    {
        InterleavedFactor& factor = layout_.factor;
        const Index width = supernodes_.width(s);
        const Index size = width + supernodes_.below(s);
        const std::int64_t list = static_cast<std::int64_t>(factor.row_position.size());
        for (Index k = 0; k < width; ++k) factor.row_position.push_back(position_[supernodes_.first[s] + k]);
        for (Index r = 0; r < supernodes_.below(s); ++r) {
            factor.row_position.push_back(position_[supernodes_.rows(s)[r]]);
        }
        layout_.first_strip[s] = static_cast<Index>(factor.strips.size());
        for (Index k = 0; k < width; k += kStripColumns) {
            const Index columns = std::min(kStripColumns, width - k);
            const Index done = k + columns;
            factor.strips.push_back(
                {values_, list + done, size - done, position_[supernodes_.first[s] + k], columns});
            const std::int64_t entries =
                triangle_entries(columns) + static_cast<std::int64_t>(columns) * (size - done);
            values_ += entries;
            factor.entries += entries;
        }
    }

    // Where the boundary of t lies in its parent's segment: among the parent's own columns or its boundary.
    void connect(Index t)
    {
        InterleavedFactor& factor = layout_.factor;
        InterleavedFactor::Task& task = factor.tasks[t];
        task.up_begin = static_cast<std::int64_t>(factor.up_position.size());
        if (task.parent == -1) return;
        const InterleavedFactor::Task& parent = factor.tasks[task.parent];
        Index position = parent.own_begin;
        for (const Index s : tasks_.supernodes[task.parent]) {
            for (Index k = supernodes_.first[s]; k < supernodes_.first[s + 1]; ++k) position_[k] = position++;
        }
        for (const Index row : boundary_[task.parent]) position_[row] = position++;
        for (const Index row : boundary_[t]) factor.up_position.push_back(position_[row]);
    }

    const Supernodes& supernodes_;
    const SolveTasks& tasks_;
    InterleavedLayout layout_;
    std::vector<Index> position_;
    std::vector<std::vector<Index>> boundary_;
    std::int64_t values_ = 0;
};

}  // namespace

InterleavedLayout lay_out(const Supernodes& supernodes, const SolveTasks& tasks)
{
    return LayoutBuilder(supernodes, tasks).build();
}

void store_panel(InterleavedFactor& factor, Index first_strip, const Eigen::Ref<const Eigen::MatrixXd>& panel)
{
    using SmallMatrix =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kStripColumns, kStripColumns>;
    Index strip_index = first_strip;
    const Index width = static_cast<Index>(panel.cols());
    for (Index k = 0; k < width; k += kStripColumns, ++strip_index) {
        const InterleavedFactor::Strip& strip = factor.strips[strip_index];
        const Index columns = strip.columns;
        double* out = factor.values.data() + strip.values;
        SmallMatrix inverse = SmallMatrix::Identity(columns, columns);
        panel.block(k, k, columns, columns).triangularView<Eigen::Lower>().solveInPlace(inverse);
        for (Index i = 0; i < columns; ++i) {
            for (Index j = 0; j <= i; ++j) *out++ = inverse(i, j);
        }
        for (Index r = 0; r < strip.row_count; ++r) {
            for (Index j = 0; j < columns; ++j) *out++ = panel(k + columns + r, k + j);
        }
    }
}

}  // namespace stiction
