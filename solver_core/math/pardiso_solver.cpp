#ifdef STICTION_HAS_MKL

#include "solver_core/math/pardiso_solver.hpp"

#include "solver_core/math/pivot_error.hpp"

#include <cassert>

namespace stiction {

PardisoSolver::PardisoSolver(const SparseMatrix& p)
{
    SparseMatrix lower = p.triangularView<Eigen::Lower>();
    lower.makeCompressed();
    handle_.analyse(lower, PardisoHandle::Kind::spd);
    const Span<const double> values(lower.valuePtr(), static_cast<std::size_t>(lower.nonZeros()));
    if (!handle_.factorize(values)) throw PivotError(handle_.bad_pivot(), 0.0);
}

void PardisoSolver::solve(Span<Vec3> b, SolveScratch& scratch) const
{
    assert(b.size() == static_cast<std::size_t>(size()));
    const std::size_t n = b.size();
    scratch.columns.resize(3 * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t c = 0; c < 3; ++c) scratch.columns[c * n + i] = b[i][static_cast<Index>(c)];
    }
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        handle_.solve(scratch.columns, 3);
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t c = 0; c < 3; ++c) b[i][static_cast<Index>(c)] = scratch.columns[c * n + i];
    }
}

}  // namespace stiction

#endif
