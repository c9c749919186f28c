#include "solver_core/math/front_factor.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/math/fill_ordering.hpp"
#include "solver_core/math/pivot_error.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Eigen::MatrixXd;
using Front = Eigen::Map<MatrixXd>;

constexpr Index kBlock = 48;  // columns eliminated together
// Columns of an update done together, and given to one thread: few of a small front, whose upper triangle would cost, more of a
// large one, whose rows are packed anew for each of them.
constexpr Index kUpdateBlock = 64;
constexpr Index kLargeUpdateBlock = 128;
constexpr Index kLargeUpdate = 512;  // columns
constexpr double kTaskShare = 0.08;  // of the work: subtrees above it are cut further
constexpr double kTaskWork = 2.0e6;  // multiplications below which a task of its own does not pay

// Both triangles of a pattern given by its lower one, with ones as values.
SparseMatrix whole_pattern(const SparseMatrix& lower)
{
    SparseMatrix ones = lower;
    std::fill(ones.valuePtr(), ones.valuePtr() + ones.nonZeros(), 1.0);
    SparseMatrix whole = ones.selfadjointView<Eigen::Lower>();
    return whole;
}

// Whether a lower triangle is made of full 3x3 blocks: columns 3a, 3a+1, 3a+2 have the same rows from their diagonals on, in threes.
bool has_blocks(const SparseMatrix& lower)
{
    const Index n = static_cast<Index>(lower.cols());
    if (n % 3 != 0) return false;
    const Index *start = lower.outerIndexPtr(), *row = lower.innerIndexPtr();
    for (Index c = 0; c < n; c += 3) {
        const Index height = start[c + 1] - start[c];
        if (height % 3 != 0 || start[c + 2] - start[c + 1] != height - 1 ||
            start[c + 3] - start[c + 2] != height - 2)
            return false;
        const Index* const first = row + start[c];
        for (Index k = 0; k < height; k += 3)
            if (first[k] % 3 != 0 || first[k + 1] != first[k] + 1 || first[k + 2] != first[k] + 2)
                return false;
        if (!std::equal(first + 1, first + height, row + start[c + 1]) ||
            !std::equal(first + 2, first + height, row + start[c + 2]))
            return false;
    }
    return true;
}

// Both triangles of the pattern of nodes, for a matrix of blocks.
SparseMatrix node_pattern(const SparseMatrix& lower)
{
    const Index nodes = static_cast<Index>(lower.cols()) / 3;
    const Index *start = lower.outerIndexPtr(), *row = lower.innerIndexPtr();
    const auto for_each_link = [&](auto&& visit) {
        for (Index a = 0; a < nodes; ++a)
            for (Index e = start[3 * a]; e < start[3 * a + 1]; e += 3) visit(row[e] / 3, a);
    };
    SparseMatrix graph(nodes, nodes);
    Index* const outer = graph.outerIndexPtr();
    std::fill(outer, outer + nodes + 1, 0);
    for_each_link([&](Index b, Index a) {
        ++outer[a + 1];
        if (a != b) ++outer[b + 1];
    });
    for (Index a = 0; a < nodes; ++a) outer[a + 1] += outer[a];
    graph.resizeNonZeros(outer[nodes]);
    std::fill(graph.valuePtr(), graph.valuePtr() + outer[nodes], 1.0);
    // Links come by ascending a: those of the lower triangle reach column b, from the left, before b's own.
    std::vector<Index> next(outer, outer + nodes);
    for_each_link([&](Index b, Index a) {
        if (a != b) graph.innerIndexPtr()[next[b]++] = a;
    });
    for_each_link([&](Index b, Index a) { graph.innerIndexPtr()[next[a]++] = b; });
    return graph;
}

Supernodes supernodes_of(const SparseMatrix& lower)
{
    const bool blocks = has_blocks(lower);
    const SparseMatrix whole = blocks ? node_pattern(lower) : whole_pattern(lower);
    const std::vector<Index> order = fill_reducing_order(whole, FillOrdering::nested_dissection);
    return find_supernodes(whole, elimination_tree(whole, order), blocks ? 3 : 1, PanelUse::factorize);
}

// Eliminates the columns of a small diagonal block; false at a pivot that is not clearly positive.
bool eliminate_block(Eigen::Ref<MatrixXd> a, const double* diagonal)
{
    const Index n = static_cast<Index>(a.cols());
    for (Index k = 0; k < n; ++k) {
        const double pivot = a(k, k);
        if (!(pivot > kPivotTolerance * diagonal[k]) || !std::isfinite(pivot)) return false;
        const double root = std::sqrt(pivot);
        a(k, k) = root;
        a.col(k).tail(n - k - 1) /= root;
        for (Index j = k + 1; j < n; ++j) a.col(j).tail(n - j) -= a(j, k) * a.col(k).tail(n - j);
    }
    return true;
}

// Columns first ... last of the front, rows from the diagonal down, less L L^T of the columns from ... to.
void update_columns(Front& front, Index from, Index to, Index first, Index last, bool cut)
{
    const Index size = static_cast<Index>(front.rows());
    const auto update = [&](Index begin, Index end) {
        const Index column = first + begin;
        front.block(column, column, size - column, end - begin).noalias() -=
            front.block(column, from, size - column, to - from) *
            front.block(column, from, end - begin, to - from).transpose();
    };
    const Index block = last - first < kLargeUpdate ? kUpdateBlock : kLargeUpdateBlock;
    if (cut) {
        parallel_chunks(last - first, block, update);
        return;
    }
    for (Index begin = 0; begin < last - first; begin += block)
        update(begin, std::min(begin + block, last - first));
}

}  // namespace

void FrontFactor::analyse(const SparseMatrix& lower)
{
    STICTION_ASSERT(lower.rows() == lower.cols() && lower.isCompressed());
    size_ = static_cast<Index>(lower.cols());
    if (size_ == 0) return;
    supernodes_ = supernodes_of(lower);
    const Index count = supernodes_.count();
    child_begin_.assign(static_cast<std::size_t>(count) + 1, 0);
    for (Index s = 0; s < count; ++s) {
        if (supernodes_.parent[s] != -1) ++child_begin_[supernodes_.parent[s] + 1];
    }
    for (Index s = 0; s < count; ++s) child_begin_[s + 1] += child_begin_[s];
    child_.resize(static_cast<std::size_t>(child_begin_[count]));
    std::vector<Index> next(child_begin_.begin(), child_begin_.end() - 1);
    for (Index s = 0; s < count; ++s) {
        if (supernodes_.parent[s] != -1) child_[next[supernodes_.parent[s]]++] = s;
    }
    panel_begin_.assign(static_cast<std::size_t>(count) + 1, 0);
    for (Index s = 0; s < count; ++s) {
        const std::int64_t width = supernodes_.width(s);
        panel_begin_[s + 1] = panel_begin_[s] + width * (width + supernodes_.below(s));
    }
    panels_.resize(static_cast<std::size_t>(panel_begin_[count]));
    place_entries(lower);
    cut_tasks();
}

// Entries are dealt out to supernodes first; then each supernode, which knows the place of every row in its front, reads its own.
void FrontFactor::place_entries(const SparseMatrix& lower)
{
    struct Dealt {
        Index from, row, column;
    };
    const std::vector<Index> position = inverse_order(supernodes_.order);
    const Index count = supernodes_.count();
    std::vector<Index> owner(static_cast<std::size_t>(size_));
    for (Index s = 0; s < count; ++s) {
        for (Index k = supernodes_.first[s]; k < supernodes_.first[s + 1]; ++k) owner[k] = s;
    }
    entry_begin_.assign(static_cast<std::size_t>(count) + 1, 0);
    for (Index c = 0; c < size_; ++c) {
        for (SparseMatrix::InnerIterator e(lower, c); e; ++e)
            ++entry_begin_[owner[std::min(position[e.row()], position[c])] + 1];
    }
    for (Index s = 0; s < count; ++s) entry_begin_[s + 1] += entry_begin_[s];
    std::vector<Dealt> dealt(static_cast<std::size_t>(lower.nonZeros()));
    std::vector<std::int64_t> next(entry_begin_.begin(), entry_begin_.end() - 1);
    Index from = 0;
    for (Index c = 0; c < size_; ++c) {
        for (SparseMatrix::InnerIterator e(lower, c); e; ++e, ++from) {
            const auto [column, row] = std::minmax(position[e.row()], position[c]);
            dealt[next[owner[column]]++] = {from, row, column};
        }
    }
    entries_.resize(dealt.size());
    std::vector<Index> local(static_cast<std::size_t>(size_), 0);
    for (Index s = 0; s < count; ++s) {
        const Index first = supernodes_.first[s], width = supernodes_.width(s), below = supernodes_.below(s);
        for (Index k = 0; k < width; ++k) local[first + k] = k;
        for (Index r = 0; r < below; ++r) local[supernodes_.rows(s)[r]] = width + r;
        for (std::int64_t e = entry_begin_[s]; e < entry_begin_[s + 1]; ++e)
            entries_[e] = {dealt[e].from, local[dealt[e].row] + (dealt[e].column - first) * (width + below)};
    }
}

// Subtrees of at most a share of the work each become tasks; what lies above them is eliminated after them.
void FrontFactor::cut_tasks()
{
    const Index count = supernodes_.count();
    std::vector<double> work(static_cast<std::size_t>(count), 0.0);
    std::vector<Index> lowest(static_cast<std::size_t>(count));
    double total = 0.0;
    for (Index s = 0; s < count; ++s) {
        const double size = supernodes_.width(s) + supernodes_.below(s);
        const double own = supernodes_.width(s) * size * size;
        total += own;
        work[s] += own;
        lowest[s] = child_begin_[s] == child_begin_[s + 1] ? s : lowest[child_[child_begin_[s]]];
        if (supernodes_.parent[s] != -1) work[supernodes_.parent[s]] += work[s];
    }
    const double most = std::max(kTaskShare * total, kTaskWork);
    tasks_.clear();
    task_of_.assign(static_cast<std::size_t>(count), -1);
    update_.assign(static_cast<std::size_t>(count), 0);
    for (Index s = 0; s < count; ++s) {
        const Index parent = supernodes_.parent[s];
        if (work[s] > most || (parent != -1 && work[parent] <= most)) continue;
        Task task;
        task.first = lowest[s];
        task.last = s;
        for (Index t = lowest[s]; t <= s; ++t) task_of_[t] = static_cast<Index>(tasks_.size());
        tasks_.push_back(std::move(task));
    }
    top_ = Task{};
    top_.first = 0;
    top_.last = count - 1;
    for (Task& task : tasks_) place_updates(task);
    place_updates(top_);
}

// A postorder makes the updates of all children of s the topmost ones: what s leaves takes the place of the first.
void FrontFactor::place_updates(Task& task)
{
    const bool is_top = &task == &top_;
    const Index mine = is_top ? -1 : static_cast<Index>(&task - tasks_.data());
    std::int64_t top = 0, most = 0;
    std::int64_t front = 0;
    Index width_most = 0;
    for (Index s = task.first; s <= task.last; ++s) {
        if (task_of_[s] != mine) continue;
        for (Index k = child_begin_[s]; k < child_begin_[s + 1]; ++k) {
            if (task_of_[child_[k]] != mine) continue;
            top = update_[child_[k]];
            break;
        }
        update_[s] = top;
        const std::int64_t below = supernodes_.below(s);
        const std::int64_t size = below + supernodes_.width(s);
        top += below * below;
        most = std::max(most, top);
        front = std::max(front, size * size);
        width_most = std::max(width_most, supernodes_.width(s));
    }
    task.stack_size = most;
    task.front_size = front;
    task.width_most = width_most;
    const auto below = static_cast<std::size_t>(is_top || task.last < 0 ? 0 : supernodes_.below(task.last));
    task.left.resize(below * below);
}

// Room for the task; grown, never shrunk.
void FrontFactor::fit(Desk& desk, const Task& task) const
{
    const auto grow = [](auto& values, std::int64_t size) {
        if (values.size() < static_cast<std::size_t>(size)) values.resize(static_cast<std::size_t>(size));
    };
    grow(desk.stack, task.stack_size);
    grow(desk.front, task.front_size);
    grow(desk.diagonal, task.width_most);
    grow(desk.local, size_);
}

// The lower triangle of the front: entries of K in the columns of s, and what the children left.
void FrontFactor::gather(Index s, Span<const double> values, Desk& desk) const
{
    const Index first = supernodes_.first[s];
    const Index width = supernodes_.width(s);
    const Index size = width + supernodes_.below(s);
    const Index* rows = supernodes_.rows(s);
    for (Index c = 0; c < size; ++c) {
        double* column = desk.front.data() + static_cast<std::int64_t>(c) * size;
        std::fill(column + c, column + size, 0.0);
    }
    for (std::int64_t e = entry_begin_[s]; e < entry_begin_[s + 1]; ++e)
        desk.front[entries_[e].to] = values[entries_[e].from];
    for (Index k = 0; k < width; ++k)
        desk.diagonal[k] = desk.front[static_cast<std::size_t>(k) * static_cast<std::size_t>(size + 1)];

    for (Index k = 0; k < width; ++k) desk.local[first + k] = k;
    for (Index r = 0; r < size - width; ++r) desk.local[rows[r]] = width + r;
    for (Index k = child_begin_[s]; k < child_begin_[s + 1]; ++k) {
        const Index child = child_[k];
        const bool mine = task_of_[child] == task_of_[s];
        const double* update =
            mine ? desk.stack.data() + update_[child] : tasks_[task_of_[child]].left.data();
        const Index* child_rows = supernodes_.rows(child);
        const Index count = supernodes_.below(child);
        for (Index c = 0; c < count; ++c) {
            double* column = desk.front.data() + static_cast<std::int64_t>(desk.local[child_rows[c]]) * size;
            const double* from = update + static_cast<std::int64_t>(c) * count;
            for (Index r = c; r < count; ++r) column[desk.local[child_rows[r]]] += from[r];
        }
    }
}

bool FrontFactor::eliminate(Index s, Span<const double> values, Desk& desk, bool cut) const
{
    gather(s, values, desk);
    const Index width = supernodes_.width(s);
    const Index size = width + supernodes_.below(s);
    Front front(desk.front.data(), size, size);
    for (Index k = 0; k < width; k += kBlock) {
        const Index block = std::min(kBlock, width - k);
        const Index done = k + block;
        auto diagonal = front.block(k, k, block, block);
        if (!eliminate_block(diagonal, desk.diagonal.data() + k)) return false;
        auto panel = front.block(done, k, size - done, block);
        diagonal.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(panel);
        update_columns(front, k, done, done, width, cut);
    }
    update_columns(front, 0, width, width, size, cut);
    std::copy(desk.front.begin(), desk.front.begin() + static_cast<std::int64_t>(size) * width,
              panels_.begin() + panel_begin_[s]);
    const Index below = size - width;
    for (Index c = 0; c < below; ++c) {
        const double* from = &front(width + c, width + c);
        std::copy(from, from + below - c,
                  desk.stack.data() + update_[s] + static_cast<std::int64_t>(c) * (below + 1));
    }
    return true;
}

void FrontFactor::run(Task& task, Span<const double> values, Desk& desk, bool cut) const
{
    const Index mine = cut ? -1 : static_cast<Index>(&task - tasks_.data());
    fit(desk, task);
    task.failed = false;
    for (Index s = task.first; s <= task.last && !task.failed; ++s) {
        if (task_of_[s] == mine) task.failed = !eliminate(s, values, desk, cut);
    }
    if (cut || task.failed) return;
    const auto first = desk.stack.begin() + update_[task.last];
    std::copy(first, first + static_cast<std::int64_t>(task.left.size()), task.left.begin());
}

void FrontFactor::run_subtrees(Span<const double> values) const
{
    parallel_for(static_cast<Index>(tasks_.size()), 1, [&](Index t) {
        std::unique_ptr<Desk> desk;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            if (!desks_.empty()) {
                desk = std::move(desks_.back());
                desks_.pop_back();
            }
        }
        if (!desk) desk = std::make_unique<Desk>();
        run(tasks_[t], values, *desk, false);
        const std::lock_guard<std::mutex> lock(mutex_);
        desks_.push_back(std::move(desk));
    });
}

bool FrontFactor::factorize(Span<const double> values)
{
    if (size_ == 0) return true;
    STICTION_ASSERT(values.size() == entries_.size());
    run_subtrees(values);
    for (const Task& task : tasks_) {
        if (task.failed) return false;
    }
    run(top_, values, top_desk_, true);
    return !top_.failed;
}

// The same with vectors, which Eigen's kernels for matrices take for very thin ones.
void FrontFactor::solve_one(Span<double> b)
{
    using Eigen::VectorXd;
    Eigen::Map<VectorXd> x(permuted_.data(), size_);
    for (Index k = 0; k < size_; ++k) x[k] = b[supernodes_.order[k]];
    for (Index s = 0; s < supernodes_.count(); ++s) {
        const Index width = supernodes_.width(s), below = supernodes_.below(s);
        const Eigen::Map<const MatrixXd> panel(panels_.data() + panel_begin_[s], width + below, width);
        auto own = x.segment(supernodes_.first[s], width);
        panel.topRows(width).triangularView<Eigen::Lower>().solveInPlace(own);
        Eigen::Map<VectorXd> rest(rows_.data(), below);
        rest.noalias() = panel.bottomRows(below) * own;
        const Index* rows = supernodes_.rows(s);
        for (Index r = 0; r < below; ++r) x[rows[r]] -= rest[r];
    }
    for (Index s = supernodes_.count() - 1; s >= 0; --s) {
        const Index width = supernodes_.width(s), below = supernodes_.below(s);
        const Eigen::Map<const MatrixXd> panel(panels_.data() + panel_begin_[s], width + below, width);
        auto own = x.segment(supernodes_.first[s], width);
        Eigen::Map<VectorXd> rest(rows_.data(), below);
        const Index* rows = supernodes_.rows(s);
        for (Index r = 0; r < below; ++r) rest[r] = x[rows[r]];
        own.noalias() -= panel.bottomRows(below).transpose() * rest;
        panel.topRows(width).triangularView<Eigen::Lower>().transpose().solveInPlace(own);
    }
    for (Index k = 0; k < size_; ++k) b[supernodes_.order[k]] = x[k];
}

void FrontFactor::solve(Span<double> b, Index columns)
{
    STICTION_ASSERT(b.size() == static_cast<std::size_t>(size_) * static_cast<std::size_t>(columns));
    if (size_ == 0) return;
    permuted_.resize(b.size());
    rows_.resize(b.size());
    if (columns == 1) {
        solve_one(b);
        return;
    }
    Eigen::Map<MatrixXd> right(b.data(), size_, columns);
    Eigen::Map<MatrixXd> x(permuted_.data(), size_, columns);
    for (Index k = 0; k < size_; ++k) x.row(k) = right.row(supernodes_.order[k]);
    for (Index s = 0; s < supernodes_.count(); ++s) {
        const Index width = supernodes_.width(s), below = supernodes_.below(s);
        const Eigen::Map<const MatrixXd> panel(panels_.data() + panel_begin_[s], width + below, width);
        auto own = x.middleRows(supernodes_.first[s], width);
        panel.topRows(width).triangularView<Eigen::Lower>().solveInPlace(own);
        Eigen::Map<MatrixXd> rest(rows_.data(), below, columns);
        rest.noalias() = panel.bottomRows(below) * own;
        for (Index r = 0; r < below; ++r) x.row(supernodes_.rows(s)[r]) -= rest.row(r);
    }
    for (Index s = supernodes_.count() - 1; s >= 0; --s) {
        const Index width = supernodes_.width(s), below = supernodes_.below(s);
        const Eigen::Map<const MatrixXd> panel(panels_.data() + panel_begin_[s], width + below, width);
        auto own = x.middleRows(supernodes_.first[s], width);
        Eigen::Map<MatrixXd> rest(rows_.data(), below, columns);
        for (Index r = 0; r < below; ++r) rest.row(r) = x.row(supernodes_.rows(s)[r]);
        own.noalias() -= panel.bottomRows(below).transpose() * rest;
        panel.topRows(width).triangularView<Eigen::Lower>().transpose().solveInPlace(own);
    }
    for (Index k = 0; k < size_; ++k) right.row(supernodes_.order[k]) = x.row(k);
}

std::int64_t FrontFactor::factor_entries() const
{
    std::int64_t sum = 0;
    for (Index s = 0; s < supernodes_.count(); ++s)
        sum += panel_entries(supernodes_.width(s), supernodes_.below(s));
    return sum;
}

FactorEstimate estimate_factor(const SparseMatrix& lower)
{
    FactorEstimate sum;
    if (lower.cols() == 0) return sum;
    const Supernodes supernodes = supernodes_of(lower);
    for (Index s = 0; s < supernodes.count(); ++s) {
        const double width = supernodes.width(s), below = supernodes.below(s);
        sum.entries += width * (0.5 * (width + 1.0) + below);
        // Half of the sum over columns of height^2, heights from below + 1 to below + width.
        sum.multiplications += 0.5 * width * (below * below + below * width + width * width / 3.0);
    }
    return sum;
}

}  // namespace stiction
