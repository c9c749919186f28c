#pragma once

#ifdef STICTION_HAS_MKL

#include "solver_core/math/linear_solver.hpp"

#include <array>
#include <mutex>

namespace stiction {

// Intel MKL's PARDISO, sequential, with its nested dissection ordering. Calls are taken one at a time: the
// handle carries PARDISO's own work space.
class PardisoSolver final : public SpdSolver {
public:
    explicit PardisoSolver(const SparseMatrix& p);
    ~PardisoSolver() override;
    PardisoSolver(const PardisoSolver&) = delete;
    PardisoSolver& operator=(const PardisoSolver&) = delete;

    const char* name() const override { return "pardiso"; }
    Index size() const override { return size_; }
    std::int64_t factor_entries() const override { return entries_; }
    void solve(Span<Vec3> b, SolveScratch& scratch) const override;

private:
    int call(int phase, int columns, double* b, double* x) const;
    void release() const;

    Index size_;
    std::int64_t entries_ = 0;
    SparseMatrix lower_;  // column-wise lower triangle = row-wise upper triangle, as PARDISO wants it
    mutable std::array<void*, 64> handle_{};
    mutable std::array<int, 64> options_{};
    mutable std::mutex mutex_;
};

}  // namespace stiction

#endif
