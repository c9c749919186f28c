#pragma once

#ifdef STICTION_HAS_MKL

#include "solver_core/math/sparse_factor.hpp"

#include <array>
#include <vector>

namespace stiction {

// Intel MKL's PARDISO, sequential, with its nested dissection ordering; the analysis is kept between factorisations.
class PardisoFactor final : public SparseFactor {
public:
    PardisoFactor() = default;
    ~PardisoFactor() override;
    PardisoFactor(const PardisoFactor&) = delete;
    PardisoFactor& operator=(const PardisoFactor&) = delete;

    const char* name() const override { return "pardiso"; }
    void analyse(const SparseMatrix& lower) override;
    bool factorize(Span<const double> values) override;
    void solve(Span<double> b, Index columns) override;
    std::int64_t factor_entries() const override { return entries_; }

private:
    int call(int phase, int columns, double* b, double* x);
    void release();

    SparseMatrix lower_;  // column-wise lower triangle = row-wise upper triangle, as PARDISO wants it
    bool analysed_ = false;
    std::int64_t entries_ = 0;
    std::vector<double> solution_;
    std::array<void*, 64> handle_{};
    std::array<int, 64> options_{};
};

}  // namespace stiction

#endif
