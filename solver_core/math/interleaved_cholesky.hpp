#pragma once

#include "solver_core/math/interleaved_factor.hpp"
#include "solver_core/math/linear_solver.hpp"

namespace stiction {

// Supernodal Cholesky whose triangular solves treat x, y and z of a node in one register and run independent
// parts of the elimination tree side by side.
class InterleavedCholesky final : public SpdSolver {
public:
    explicit InterleavedCholesky(const SparseMatrix& p);
    const char* name() const override { return "interleaved"; }
    Index size() const override { return size_; }
    std::int64_t factor_entries() const override { return factor_->entries; }
    void solve(Span<Vec3> b, SolveScratch& scratch) const override;
    std::unique_ptr<const SpdSolver> single_precision() const override;

private:
    Index size_;
    std::shared_ptr<const InterleavedFactor> factor_;
};

}  // namespace stiction
