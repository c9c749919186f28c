#include "solver_core/math/single_cholesky.hpp"

#include "solver_core/math/interleaved_solve.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace stiction {

SingleCholesky::SingleCholesky(std::shared_ptr<const InterleavedFactor> factor, Index size)
    : factor_(std::move(factor)), size_(size), values_(factor_->values.size())
{
    const double* values = factor_->values.data();
    std::transform(values, values + factor_->values.size(), values_.data(),
                   [](double value) { return static_cast<float>(value); });
}

void SingleCholesky::solve(Span<Vec3> b, SolveScratch& scratch) const
{
    assert(b.size() == static_cast<std::size_t>(size_));
    solve_interleaved(*factor_, values_.data(), b, scratch.single_nodes, scratch.progress);
}

}  // namespace stiction
