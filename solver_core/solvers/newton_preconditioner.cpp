#include "solver_core/solvers/newton_preconditioner.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/math/factor_pattern.hpp"

#include <Eigen/LU>

#include <algorithm>

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;
// A multiplication of a factorisation takes this part of the time of one in a product, which waits for memory.
constexpr double kDenseShare = 1.0 / 8.0;
// Of blocks in one time step at least, where a factor is quick to make: it takes more memory as well.
constexpr double kLeastBlockIterations = 50.0;
constexpr double kMostBlockIterations = 1e6;
constexpr double kEntriesAnIteration = 64.0;
// Of a factor: iterations that do not halve the residual before it is given up, and those that an old one has at least.
constexpr Index kPatience = 30;
constexpr Index kOldFactorIterations = 6;

}  // namespace

void NewtonPreconditioner::forget()
{
    factored_ = fresh_ = outdated_ = refused_ = precise_ = false;
    block_iterations_ = factorisations_ = 0;
    spent_ = solves_ = 0.0;
    half_.forget();
}

// By the pattern of elements alone, so that a resumed run finds the same.
void NewtonPreconditioner::set_block_budget(NewtonSystem& system)
{
    block_budget_ = 0;
    budget_nodes_ = system.nodes();
    const SparseMatrix* const elements = system.element_pattern();
    if (elements == nullptr) return;
    const FactorEstimate factor = estimate_factor(*elements);
    // Two products with both triangles.
    const double iteration = std::max(1.0, 4.0 * static_cast<double>(elements->nonZeros()));
    block_budget_ = static_cast<Index>(std::clamp(kDenseShare * factor.multiplications / iteration,
                                                  kLeastBlockIterations, kMostBlockIterations));
}

bool NewtonPreconditioner::wants_factor(NewtonSystem& system, PreconditionerKind kind)
{
    if (refused_ || kind == PreconditionerKind::blocks) return false;
    if (kind == PreconditionerKind::factor || factored_) return true;
    if (block_budget_ == 0 || budget_nodes_ != system.nodes()) set_block_budget(system);
    return block_iterations_ >= block_budget_;
}

bool NewtonPreconditioner::make_factor(NewtonSystem& system)
{
    if (!system.symmetric_pattern(half_)) return false;
    const SparseFactorKind kind = precise_ ? SparseFactorKind::automatic : SparseFactorKind::single_fronts;
    if (!factor_ || factor_kind_ != kind) {
        factor_.reset();
        factor_ = make_sparse_factor(kind);
        factor_kind_ = kind;
        analysed_ = -1;
    }
    if (analysed_ != half_.version()) {
        factor_->analyse(half_.matrix());
        analysed_ = half_.version();
    }
    system.symmetric_part(HessianKind::exact, half_);
    if (!factor_->factorize(half_.values())) {
        system.symmetric_part(HessianKind::positive, half_);
        if (!factor_->factorize(half_.values())) return false;
    }
    spent_ = factor_cost();
    solves_ = 0.0;
    ++factorisations_;
    return true;
}

double NewtonPreconditioner::factor_cost() const
{
    const double unknowns = std::max(1.0, static_cast<double>(half_.matrix().cols()));
    return static_cast<double>(factor_->factor_entries()) / unknowns / kEntriesAnIteration;
}

void NewtonPreconditioner::prepare(NewtonSystem& system, PreconditionerKind kind)
{
    fresh_ = false;
    if (!wants_factor(system, kind)) {
        factored_ = false;
    } else if (!factored_ || outdated_) {
        factored_ = fresh_ = make_factor(system);
        if (!factored_ && !precise_) {
            precise_ = true;
            factored_ = fresh_ = make_factor(system);
        }
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
    if (factored_ && !fresh_)
        return std::min(most, std::max(kOldFactorIterations, static_cast<Index>(factor_cost())));
    if (factored_ || refused_ || kind == PreconditionerKind::blocks || block_budget_ == 0) return most;
    return std::min(most, std::max<Index>(1, block_budget_ - block_iterations_));
}

Index NewtonPreconditioner::patience() const { return factored_ ? kPatience : 0; }

bool NewtonPreconditioner::can_improve(PreconditionerKind kind) const
{
    if (factored_) return outdated_;
    return !refused_ && kind == PreconditionerKind::automatic && block_budget_ > 0;
}

void NewtonPreconditioner::note(Index iterations, bool failed)
{
    if (!factored_) {
        // Blocks that fail have had their share.
        block_iterations_ =
            failed ? std::max(block_iterations_, block_budget_) : block_iterations_ + iterations;
        return;
    }
    const double cost = static_cast<double>(iterations);
    outdated_ = solves_ > 0.0 && cost > (spent_ + cost) / (solves_ + 1.0);
    if (failed) {
        outdated_ = !fresh_ || !precise_;
        precise_ = precise_ || fresh_;
    }
    spent_ += cost;
    solves_ += 1.0;
}

}  // namespace stiction
