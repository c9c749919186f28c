#pragma once

#include "solver_core/math/interleaved_factor.hpp"
#include "solver_core/math/linear_solver.hpp"

namespace stiction {

// A copy of an interleaved factor in single precision. Beyond the caches a solve takes as long as its factor takes to
// read, and this one has half the bytes. Everything but the values is shared with the original.
class SingleCholesky final : public SpdSolver {
public:
    SingleCholesky(std::shared_ptr<const InterleavedFactor> factor, Index size);
    const char* name() const override { return "interleaved, single precision"; }
    Index size() const override { return size_; }
    std::int64_t factor_entries() const override { return factor_->entries; }
    void solve(Span<Vec3> b, SolveScratch& scratch) const override;

private:
    std::shared_ptr<const InterleavedFactor> factor_;
    Index size_;
    LargeArray<float> values_;
};

}  // namespace stiction
