#include "solver_core/math/front_factor.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/math/pivot_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace stiction {
namespace {

template <class Scalar>
using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

// Columns of an update done together, and given to one thread: few of a small front, whose upper triangle would cost, more of a
// large one, whose rows are packed anew for each of them.
constexpr Index kUpdateBlock = 64;
constexpr Index kLargeUpdateBlock = 128;
constexpr Index kLargeUpdate = 512;  // columns

// A pivot below this part of its diagonal entry is rounding.
template <class Scalar>
constexpr Scalar kLeastPivot = kPivotTolerance;
template <>
constexpr float kLeastPivot<float> = 4.0f * std::numeric_limits<float>::epsilon();

// Eliminates the columns of a small diagonal block; false at a pivot that is not clearly positive.
template <class Scalar>
bool eliminate_block(Eigen::Ref<Dense<Scalar>> a, const Scalar* diagonal)
{
    const Index n = static_cast<Index>(a.cols());
    for (Index k = 0; k < n; ++k) {
        const Scalar pivot = a(k, k);
        if (!(pivot > kLeastPivot<Scalar> * diagonal[k]) || !std::isfinite(pivot)) return false;
        const Scalar root = std::sqrt(pivot);
        a(k, k) = root;
        a.col(k).tail(n - k - 1) /= root;
        for (Index j = k + 1; j < n; ++j) a.col(j).tail(n - j) -= a(j, k) * a.col(k).tail(n - j);
    }
    return true;
}

// Columns first ... last of the front, rows from the diagonal down, less L L^T of the columns from ... to.
template <class Front>
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

// x(rows[r]) -= part(r), and part(r) = x(rows[r]).
template <class X, class Part>
void scatter(const Index* rows, const Part& part, X& x)
{
    for (Index r = 0; r < part.rows(); ++r) x.row(rows[r]) -= part.row(r);
}

template <class X, class Part>
void collect(const Index* rows, const X& x, Part& part)
{
    for (Index r = 0; r < part.rows(); ++r) part.row(r) = x.row(rows[r]);
}

}  // namespace

template <class Scalar>
const char* FrontFactor<Scalar>::name() const
{
    return std::is_same_v<Scalar, float> ? "single_fronts" : "fronts";
}

template <class Scalar>
void FrontFactor<Scalar>::analyse(const SparseMatrix& lower)
{
    plan_.analyse(lower);
    if (plan_.size() == 0) return;
    panels_.resize(static_cast<std::size_t>(plan_.panel_size()));
    left_.resize(plan_.tasks().size());
    failed_.assign(plan_.tasks().size(), 0);
    for (std::size_t t = 0; t < left_.size(); ++t)
        left_[t].resize(
            static_cast<std::size_t>(update_size(plan_.supernodes().below(plan_.tasks()[t].last))));
}

// A free desk with room for the task; grown, never shrunk.
template <class Scalar>
std::unique_ptr<typename FrontFactor<Scalar>::Desk> FrontFactor<Scalar>::take_desk(
    const FrontPlan::Task& task)
{
    std::unique_ptr<Desk> desk;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!desks_.empty()) {
            // The largest one, so that not each of them grows to the size of the top.
            const auto largest = std::max_element(
                desks_.begin(), desks_.end(),
                [](const auto& a, const auto& b) { return a->front.size() < b->front.size(); });
            std::swap(*largest, desks_.back());
            desk = std::move(desks_.back());
            desks_.pop_back();
        }
    }
    if (!desk) desk = std::make_unique<Desk>();
    const auto grow = [](auto& values, std::int64_t size) {
        if (values.size() < static_cast<std::size_t>(size)) values.resize(static_cast<std::size_t>(size));
    };
    grow(desk->stack, task.stack_size);
    grow(desk->front, task.front_size);
    grow(desk->diagonal, task.width_most);
    grow(desk->local, plan_.size());
    return desk;
}

template <class Scalar>
void FrontFactor<Scalar>::give_back(std::unique_ptr<Desk> desk)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    desks_.push_back(std::move(desk));
}

// The lower triangle of the front: entries of K in the columns of s, and what the children left.
template <class Scalar>
void FrontFactor<Scalar>::gather(Index s, Span<const double> values, Desk& desk) const
{
    const Supernodes& supernodes = plan_.supernodes();
    const Index first = supernodes.first[s];
    const Index width = supernodes.width(s);
    const Index size = width + supernodes.below(s);
    const Index* rows = supernodes.rows(s);
    const auto column_of = [&](Index c) { return desk.front.data() + static_cast<std::int64_t>(c) * size; };
    for (Index c = 0; c < size; ++c) std::fill(column_of(c) + c, column_of(c) + size, Scalar(0));
    for (const FrontPlan::Entry& entry : plan_.entries(s))
        desk.front[entry.to] = static_cast<Scalar>(values[entry.from]);
    for (Index k = 0; k < width; ++k) desk.diagonal[k] = column_of(k)[k];

    for (Index k = 0; k < width; ++k) desk.local[first + k] = k;
    for (Index r = 0; r < size - width; ++r) desk.local[rows[r]] = width + r;
    for (const Index child : plan_.children(s)) {
        const bool mine = plan_.task_of(child) == plan_.task_of(s);
        const Scalar* update =
            mine ? desk.stack.data() + plan_.update(child) : left_[plan_.task_of(child)].data();
        const Index* child_rows = supernodes.rows(child);
        const Index count = supernodes.below(child);
        for (Index c = 0; c < count; ++c) {
            Scalar* column = column_of(desk.local[child_rows[c]]);
            for (Index r = c; r < count; ++r) column[desk.local[child_rows[r]]] += *update++;
        }
    }
}

// What is done with a front: its columns to the panel, the rest to the stack.
template <class Scalar>
void FrontFactor<Scalar>::keep(Index s, Desk& desk)
{
    const Index width = plan_.supernodes().width(s), below = plan_.supernodes().below(s);
    const Index size = width + below;
    const auto from = [&](Index c) { return desk.front.data() + static_cast<std::int64_t>(c) * size; };
    for_each_block(width, below, [&](const PanelBlock& block) {
        Scalar* to = panels_.data() + plan_.panel_begin(s) + block.begin;
        for (Index c = block.first; c < block.first + block.columns; ++c)
            to = std::copy(from(c) + block.first, from(c) + size, to);
    });
    Scalar* to = desk.stack.data() + plan_.update(s);
    for (Index c = width; c < size; ++c) to = std::copy(from(c) + c, from(c) + size, to);
}

template <class Scalar>
bool FrontFactor<Scalar>::eliminate(Index s, Span<const double> values, Desk& desk, bool cut)
{
    gather(s, values, desk);
    const Index width = plan_.supernodes().width(s);
    const Index size = width + plan_.supernodes().below(s);
    Eigen::Map<Matrix> front(desk.front.data(), size, size);
    for (Index k = 0; k < width; k += kPanelBlock) {
        const Index block = std::min(kPanelBlock, width - k);
        const Index done = k + block;
        auto diagonal = front.block(k, k, block, block);
        if (!eliminate_block<Scalar>(diagonal, desk.diagonal.data() + k)) return false;
        auto panel = front.block(done, k, size - done, block);
        diagonal.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(
            panel);
        update_columns(front, k, done, done, width, cut);
    }
    update_columns(front, 0, width, width, size, cut);
    keep(s, desk);
    return true;
}

template <class Scalar>
bool FrontFactor<Scalar>::run(const FrontPlan::Task& task, Index number, Span<const double> values,
                              Desk& desk)
{
    for (Index s = task.first; s <= task.last; ++s)
        if (plan_.task_of(s) == number && !eliminate(s, values, desk, number < 0)) return false;
    return true;
}

template <class Scalar>
bool FrontFactor<Scalar>::factorize(Span<const double> values)
{
    if (plan_.size() == 0) return true;
    STICTION_ASSERT(values.size() == plan_.entry_count());
    parallel_for(static_cast<Index>(plan_.tasks().size()), 1, [&](Index t) {
        const FrontPlan::Task& task = plan_.tasks()[t];
        std::unique_ptr<Desk> desk = take_desk(task);
        failed_[t] = run(task, t, values, *desk) ? 0 : 1;
        std::copy_n(desk->stack.begin() + plan_.update(task.last), left_[t].size(), left_[t].begin());
        give_back(std::move(desk));
    });
    if (std::count(failed_.begin(), failed_.end(), 0) != static_cast<std::ptrdiff_t>(failed_.size()))
        return false;
    std::unique_ptr<Desk> desk = take_desk(plan_.top());
    const bool done = run(plan_.top(), -1, values, *desk);
    give_back(std::move(desk));
    return done;
}

// L y = x and L^T x = y, in place, in the order of elimination.
template <class Scalar>
template <class Unknowns>
void FrontFactor<Scalar>::substitute(Unknowns& x)
{
    const Supernodes& supernodes = plan_.supernodes();
    const Index columns = static_cast<Index>(x.cols());
    const auto panel_of = [&](Index s, const PanelBlock& block) {
        return Eigen::Map<const Matrix>(panels_.data() + plan_.panel_begin(s) + block.begin, block.rows,
                                        block.columns);
    };
    for (Index s = 0; s < supernodes.count(); ++s) {
        const Index first = supernodes.first[s], width = supernodes.width(s), below = supernodes.below(s);
        Unknowns part(rows_.data(), below, columns);
        part.setZero();
        for_each_block(width, below, [&](const PanelBlock& block) {
            const auto panel = panel_of(s, block);
            const Index n = block.columns, after = width - block.first - n;
            auto own = x.middleRows(first + block.first, n);
            panel.topRows(n).template triangularView<Eigen::Lower>().solveInPlace(own);
            x.middleRows(first + block.first + n, after).noalias() -= panel.middleRows(n, after) * own;
            part.noalias() += panel.bottomRows(below) * own;
        });
        scatter(supernodes.rows(s), part, x);
    }
    for (Index s = supernodes.count() - 1; s >= 0; --s) {
        const Index first = supernodes.first[s], width = supernodes.width(s), below = supernodes.below(s);
        Unknowns part(rows_.data(), below, columns);
        collect(supernodes.rows(s), x, part);
        for_each_block_backwards(width, below, [&](const PanelBlock& block) {
            const auto panel = panel_of(s, block);
            const Index n = block.columns, after = width - block.first - n;
            auto own = x.middleRows(first + block.first, n);
            own.noalias() -=
                panel.middleRows(n, after).transpose() * x.middleRows(first + block.first + n, after);
            own.noalias() -= panel.bottomRows(below).transpose() * part;
            panel.topRows(n).template triangularView<Eigen::Lower>().transpose().solveInPlace(own);
        });
    }
}

template <class Scalar>
void FrontFactor<Scalar>::solve(Span<double> b, Index columns)
{
    const Index size = plan_.size();
    STICTION_ASSERT(b.size() == static_cast<std::size_t>(size) * static_cast<std::size_t>(columns));
    if (size == 0) return;
    permuted_.resize(b.size());
    rows_.resize(b.size());
    const std::vector<Index>& order = plan_.supernodes().order;
    Eigen::Map<Eigen::MatrixXd> right(b.data(), size, columns);
    Eigen::Map<Matrix> x(permuted_.data(), size, columns);
    for (Index c = 0; c < columns; ++c)
        for (Index k = 0; k < size; ++k) x(k, c) = static_cast<Scalar>(right(order[k], c));
    if (columns == 1) {
        // Eigen's kernels for matrices take longer for very thin ones.
        Eigen::Map<Vector> single(permuted_.data(), size);
        substitute(single);
    } else {
        substitute(x);
    }
    for (Index c = 0; c < columns; ++c)
        for (Index k = 0; k < size; ++k) right(order[k], c) = static_cast<double>(x(k, c));
}

template class FrontFactor<double>;
template class FrontFactor<float>;

}  // namespace stiction
