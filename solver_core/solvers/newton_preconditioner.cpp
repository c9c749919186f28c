#include "solver_core/solvers/newton_preconditioner.hpp"

#include "solver_core/base/parallel.hpp"

#include <Eigen/LU>

#include <algorithm>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;
// Of blocks in one time step, before `automatic` goes over to a factor.
constexpr Index kBlockIterations = 300;
constexpr double kEntriesAnIteration = 64.0;

}  // namespace

void NewtonPreconditioner::forget()
{
    factored_ = outdated_ = refused_ = false;
    block_iterations_ = factorisations_ = 0;
    spent_ = solves_ = 0.0;
}

bool NewtonPreconditioner::wants_factor(PreconditionerKind kind) const
{
    if (refused_ || kind == PreconditionerKind::blocks) return false;
    return kind == PreconditionerKind::factor || factored_ || block_iterations_ >= kBlockIterations;
}

bool NewtonPreconditioner::make_factor(NewtonSystem& system)
{
    const SparseMatrix* const pattern = system.symmetric_pattern();
    if (!factor_) factor_ = make_sparse_factor(SparseFactorKind::automatic);
    if (pattern_ != pattern) {
        factor_->analyse(*pattern);
        pattern_ = pattern;
    }
    values_.resize(static_cast<std::size_t>(pattern->nonZeros()));
    system.symmetric_part(HessianKind::exact, values_);
    if (!factor_->factorize(values_)) {
        system.symmetric_part(HessianKind::positive, values_);
        if (!factor_->factorize(values_)) return false;
    }
    const auto unknowns = static_cast<double>(std::max<Index>(1, static_cast<Index>(pattern->cols())));
    spent_ = static_cast<double>(factor_->factor_entries()) / unknowns / kEntriesAnIteration;
    solves_ = 0.0;
    ++factorisations_;
    return true;
}

void NewtonPreconditioner::prepare(NewtonSystem& system, PreconditionerKind kind)
{
    if (!system.symmetric_pattern()) refused_ = true;
    if (!wants_factor(kind)) {
        factored_ = false;
    } else if (!factored_ || outdated_) {
        factored_ = make_factor(system);
        refused_ = !factored_;
    }
    outdated_ = false;
    if (!factored_) {
        system.diagonal(blocks_);
        for (Mat3& block : blocks_) block = block.inverse().eval();
    }
    const auto solve = [&](Vec3Array& u) { apply_sparse(u, u); };
    const Span<const RankOneTerm> terms = system.dense_terms();
    if (!dense_.prepare(terms, static_cast<std::size_t>(system.nodes()), solve)) dense_.prepare({}, 0, solve);
}

void NewtonPreconditioner::apply_sparse(Span<const Vec3> x, Span<Vec3> y)
{
    if (!factored_) {
        parallel_for(static_cast<Index>(x.size()), kNodeChunk, [&](Index i) { y[i] = blocks_[i] * x[i]; });
        return;
    }
    if (x.data() != y.data()) std::copy(x.begin(), x.end(), y.begin());
    factor_->solve({y.data()->data(), 3 * y.size()}, 1);
}

void NewtonPreconditioner::apply(Span<const Vec3> x, Span<Vec3> y)
{
    apply_sparse(x, y);
    dense_.correct(y);
}

Index NewtonPreconditioner::limit(PreconditionerKind kind, Index most) const
{
    if (factored_ || refused_ || kind == PreconditionerKind::blocks) return most;
    return std::min(most, std::max<Index>(1, kBlockIterations - block_iterations_));
}

void NewtonPreconditioner::note(Index iterations, bool failed)
{
    if (!factored_) {
        block_iterations_ += failed ? kBlockIterations : iterations;
        return;
    }
    const double cost = static_cast<double>(iterations);
    if (solves_ > 0.0) outdated_ = failed || cost > (spent_ + cost) / (solves_ + 1.0);
    spent_ += cost;
    solves_ += 1.0;
}

}  // namespace stiction
