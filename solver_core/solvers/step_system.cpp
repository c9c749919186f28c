#include "solver_core/solvers/step_system.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>

namespace stiction {
namespace {

constexpr Index kPositiveRuns = 2;  // factorisations with the positive Hessian after the exact one failed

const ConstraintRows& rows_of(const StepProblem& problem)
{
    static const ConstraintRows none;
    return problem.constraints ? problem.constraints->rows() : none;
}

bool same(const std::vector<Index>& kept, const Index* values, std::size_t count)
{
    return kept.size() == count && std::equal(kept.begin(), kept.end(), values);
}

}  // namespace

bool StepSystem::set_up(const StepProblem& problem, SparseFactorKind kind)
{
    positive_left_ = 0;
    const SparseMatrix& h = problem.objective->pattern();
    STICTION_ASSERT(h.isCompressed() && h.cols() == 3 * problem.objective->nodes());
    const ConstraintRows& rows = rows_of(problem);
    const std::size_t columns = static_cast<std::size_t>(h.cols()) + 1;
    const std::size_t entries = static_cast<std::size_t>(h.nonZeros());
    const bool known =
        factor_ && kind == kind_ && same(outer_, h.outerIndexPtr(), columns) &&
        same(inner_, h.innerIndexPtr(), entries) && same(row_begin_, rows.begin.data(), rows.begin.size()) &&
        same(row_node_, rows.node.data(), rows.node.size()) && held_.size() == problem.held.size() &&
        std::equal(held_.begin(), held_.end(), problem.held.begin());
    if (known) return false;
    if (!factor_ || kind != kind_) factor_ = make_sparse_factor(kind);
    kind_ = kind;
    outer_.assign(h.outerIndexPtr(), h.outerIndexPtr() + columns);
    inner_.assign(h.innerIndexPtr(), h.innerIndexPtr() + entries);
    row_begin_ = rows.begin;
    row_node_ = rows.node;
    held_.assign(problem.held.begin(), problem.held.end());
    number_nodes(problem);
    find_blocks(problem);
    const SparseMatrix k = pattern();
    place_entries();
    values_.resize(static_cast<std::size_t>(k.nonZeros()));
    hessian_.resize(entries);
    factor_->analyse(k);
    return true;
}

void StepSystem::number_nodes(const StepProblem& problem)
{
    const Index nodes = problem.objective->nodes();
    free_of_.assign(static_cast<std::size_t>(nodes), -1);
    node_of_.clear();
    for (Index a = 0; a < nodes; ++a) {
        if (!held_.empty() && held_[a] != 0) continue;
        free_of_[a] = static_cast<Index>(node_of_.size());
        node_of_.push_back(a);
    }
}

void StepSystem::find_blocks(const StepProblem& problem)
{
    const Index count = free_nodes();
    std::vector<std::vector<Index>> below(static_cast<std::size_t>(count));
    for (Index f = 0; f < count; ++f) below[f].push_back(f);
    const auto link = [&](Index a, Index b) {
        const Index fa = free_of_[a], fb = free_of_[b];
        if (fa >= 0 && fb >= 0) below[std::min(fa, fb)].push_back(std::max(fa, fb));
    };
    const Index nodes = problem.objective->nodes();
    for (Index c = 0; c < 3 * nodes; ++c) {
        for (Index e = outer_[c]; e < outer_[c + 1]; ++e) {
            const Index row = inner_[e] / 3;
            if (row != c / 3 && (e == outer_[c] || inner_[e - 1] / 3 != row)) link(c / 3, row);
        }
    }
    for (std::size_t i = 0; i + 1 < row_begin_.size(); ++i) {
        for (Index e = row_begin_[i]; e < row_begin_[i + 1]; ++e) {
            for (Index f = row_begin_[i]; f < e; ++f) link(row_node_[e], row_node_[f]);
        }
    }
    block_begin_.assign(1, 0);
    block_row_.clear();
    for (std::vector<Index>& rows : below) {
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        block_row_.insert(block_row_.end(), rows.begin(), rows.end());
        block_begin_.push_back(static_cast<Index>(block_row_.size()));
    }
}

// Place of a block among those of its column.
Index StepSystem::block_place(Index row, Index column) const
{
    const auto first = block_row_.begin() + block_begin_[column];
    const auto last = block_row_.begin() + block_begin_[column + 1];
    return static_cast<Index>(std::lower_bound(first, last, row) - first);
}

// Place of entry (i, j) of the block in the values. The diagonal block of a column holds six, the others nine numbers:
// scalar columns j = 0, 1, 2 of k blocks have 3k, 3k - 1, 3k - 2 entries.
Index StepSystem::place(Index column, Index block, Index i, Index j) const
{
    const Index k = block_begin_[column + 1] - block_begin_[column];
    const Index base = 9 * block_begin_[column] - 3 * column;
    const Index start = base + j * 3 * k - j * (j - 1) / 2;
    return start + 3 * block + i - j;
}

SparseMatrix StepSystem::pattern() const
{
    const Index count = free_nodes();
    SparseMatrix k(3 * count, 3 * count);
    k.resizeNonZeros(9 * block_begin_[count] - 3 * count);
    Index next = 0;
    for (Index c = 0; c < count; ++c) {
        for (Index j = 0; j < 3; ++j) {
            k.outerIndexPtr()[3 * c + j] = next;
            for (Index b = block_begin_[c]; b < block_begin_[c + 1]; ++b) {
                for (Index i = block_row_[b] == c ? j : 0; i < 3; ++i)
                    k.innerIndexPtr()[next++] = 3 * block_row_[b] + i;
            }
        }
    }
    k.outerIndexPtr()[3 * count] = next;
    std::fill(k.valuePtr(), k.valuePtr() + next, 0.0);
    return k;
}

// Where the objective's entries and the blocks of the constraints' pairs go.
void StepSystem::place_entries()
{
    entry_place_.assign(inner_.size(), -1);
    for (Index c = 0; c + 1 < static_cast<Index>(outer_.size()); ++c) {
        const Index column = free_of_[c / 3];
        if (column < 0) continue;
        for (Index e = outer_[c]; e < outer_[c + 1]; ++e) {
            const Index row = free_of_[inner_[e] / 3];
            if (row >= 0) entry_place_[e] = place(column, block_place(row, column), inner_[e] % 3, c % 3);
        }
    }
    pair_begin_.assign(1, 0);
    pair_place_.clear();
    for (std::size_t i = 0; i + 1 < row_begin_.size(); ++i) {
        for (Index e = row_begin_[i]; e < row_begin_[i + 1]; ++e) {
            for (Index f = row_begin_[i]; f <= e; ++f) {
                const Index fe = free_of_[row_node_[e]], ff = free_of_[row_node_[f]];
                STICTION_ASSERT(e == f || row_node_[e] != row_node_[f]);
                const bool free = fe >= 0 && ff >= 0;
                pair_place_.push_back(free ? block_place(std::max(fe, ff), std::min(fe, ff)) : -1);
            }
        }
        pair_begin_.push_back(static_cast<Index>(pair_place_.size()));
    }
}

void StepSystem::add_block(Index row, Index column, Index block, const Mat3& values)
{
    const Index height = 3 * (block_begin_[column + 1] - block_begin_[column]);
    double* at = &values_[place(column, block, 0, 0)];
    for (Index j = 0; j < 3; ++j) {
        for (Index i = row == column ? j : 0; i < 3; ++i) at[i] += values(i, j);
        at += height - j - 1;
    }
}

void StepSystem::assemble_objective(const StepProblem& problem, Span<const Vec3> v, HessianKind kind)
{
    problem.objective->hessian(v, kind, hessian_);
    std::fill(values_.begin(), values_.end(), 0.0);
    for (std::size_t e = 0; e < hessian_.size(); ++e) {
        if (entry_place_[e] >= 0) values_[entry_place_[e]] = hessian_[e];
    }
}

void StepSystem::diagonal(Span<double> out) const
{
    for (Index f = 0; f < free_nodes(); ++f)
        out[f] =
            std::max({values_[place(f, 0, 0, 0)], values_[place(f, 0, 1, 1)], values_[place(f, 0, 2, 2)]});
}

bool StepSystem::factorize(const StepProblem& problem, Span<const Vec3> v, HessianKind kind,
                           const StepTerms& terms, ConstrainedStepStats& stats)
{
    if (kind == HessianKind::exact && positive_left_ == 0) {
        if (try_factor(problem, v, HessianKind::exact, terms, stats)) return true;
        positive_left_ = kPositiveRuns;
    } else if (positive_left_ > 0) {
        --positive_left_;
    }
    return try_factor(problem, v, HessianKind::positive, terms, stats);
}

bool StepSystem::try_factor(const StepProblem& problem, Span<const Vec3> v, HessianKind kind,
                            const StepTerms& terms, ConstrainedStepStats& stats)
{
    const bool bent = problem.constraints && !problem.constraints->is_linear();
    assemble_objective(problem, v, kind);
    add_constraints(problem, v, terms, bent && kind == HessianKind::exact);
    if (!terms.response.empty()) add_friction(terms);
    ++stats.factorizations;
    const bool found = factor_->factorize(values_);
    if (!found) ++stats.indefinite;
    return found;
}

void StepSystem::add_constraints(const StepProblem& problem, Span<const Vec3> v, const StepTerms& terms,
                                 bool curvature)
{
    const Span<const Vec3> gradient = terms.gradient;
    const Span<const double> penalty = terms.penalty, multiplier = terms.multiplier;
    for (std::size_t i = 0; i + 1 < row_begin_.size(); ++i) {
        const Index begin = row_begin_[i], end = row_begin_[i + 1];
        const bool bent = curvature && multiplier[i] != 0.0;
        if (penalty[i] == 0.0 && !bent) continue;
        if (bent) {
            curvature_.resize(3 * (end - begin), 3 * (end - begin));
            problem.constraints->hessian(static_cast<Index>(i), v, curvature_);
        }
        Index pair = pair_begin_[i];
        for (Index e = begin; e < end; ++e) {
            for (Index f = begin; f <= e; ++f, ++pair) {
                if (pair_place_[pair] < 0) continue;
                const Index fe = free_of_[row_node_[e]], ff = free_of_[row_node_[f]];
                const bool upright = fe >= ff;
                const Index row = upright ? e : f, column = upright ? f : e;
                Mat3 block = penalty[i] * gradient[row] * gradient[column].transpose();
                if (bent)
                    block -= multiplier[i] * curvature_.block<3, 3>(3 * (row - begin), 3 * (column - begin));
                add_block(std::max(fe, ff), std::min(fe, ff), pair_place_[pair], block);
            }
        }
    }
}

void StepSystem::add_friction(const StepTerms& terms)
{
    const Span<const Mat3> block = terms.block, response = terms.response;
    for (std::size_t i = 0; i + 1 < row_begin_.size(); ++i) {
        if (response[i].isZero(0.0)) continue;
        Index pair = pair_begin_[i];
        for (Index e = row_begin_[i]; e < row_begin_[i + 1]; ++e) {
            for (Index f = row_begin_[i]; f <= e; ++f, ++pair) {
                if (pair_place_[pair] < 0) continue;
                const Index fe = free_of_[row_node_[e]], ff = free_of_[row_node_[f]];
                const Index row = fe >= ff ? e : f, column = fe >= ff ? f : e;
                add_block(std::max(fe, ff), std::min(fe, ff), pair_place_[pair],
                          block[row].transpose() * response[i] * block[column]);
            }
        }
    }
}

}  // namespace stiction
