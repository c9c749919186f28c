#include "solver_core/solvers/response_columns.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Numbers kept at most, 128 MB; what one step needs is always kept.
constexpr std::size_t kMostValues = std::size_t(1) << 24;

}  // namespace

void ResponseColumns::forget()
{
    values_.clear();
    group_of_.assign(static_cast<std::size_t>(size_ / 3 + 1), -1);
}

void ResponseColumns::add(Index triple, SolveScratch& scratch)
{
    unit_.assign(static_cast<std::size_t>(size_), Vec3::Zero());
    for (Index k = 0; k < 3 && 3 * triple + k < size_; ++k) unit_[3 * triple + k][k] = 1.0;
    factor_->solve(unit_, scratch);
    group_of_[triple] = static_cast<Index>(values_.size() / (static_cast<std::size_t>(size_) * 3));
    for (const Vec3& row : unit_) values_.insert(values_.end(), {row.x(), row.y(), row.z()});
}

void ResponseColumns::require(const std::shared_ptr<const SpdSolver>& factor,
                              const std::vector<Index>& unknowns, SolveScratch& scratch)
{
    if (factor_ != factor) {
        factor_ = factor;
        size_ = factor->size();
        forget();
    }
    const auto missing =
        std::count_if(unknowns.begin(), unknowns.end(), [&](Index j) { return group_of_[j / 3] < 0; });
    const std::size_t most = static_cast<std::size_t>(missing) * 3 * static_cast<std::size_t>(size_);
    if (values_.size() + most > kMostValues) forget();
    for (const Index j : unknowns)
        if (group_of_[j / 3] < 0) add(j / 3, scratch);
}

}  // namespace stiction
