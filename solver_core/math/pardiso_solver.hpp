#pragma once

#ifdef STICTION_HAS_MKL

#include "solver_core/math/linear_solver.hpp"
#include "solver_core/math/pardiso_handle.hpp"

#include <mutex>

namespace stiction {

// Intel MKL's PARDISO for one matrix and many right-hand sides. Calls are taken one at a time: the handle carries
// PARDISO's own work space.
class PardisoSolver final : public SpdSolver {
public:
    explicit PardisoSolver(const SparseMatrix& p);

    const char* name() const override { return "pardiso"; }
    Index size() const override { return handle_.size(); }
    std::int64_t factor_entries() const override { return handle_.entries(); }
    void solve(Span<Vec3> b, SolveScratch& scratch) const override;

private:
    mutable PardisoHandle handle_;
    mutable std::mutex mutex_;
};

}  // namespace stiction

#endif
