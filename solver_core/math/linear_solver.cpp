#include "solver_core/math/linear_solver.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/math/eigen_solver.hpp"
#include "solver_core/math/interleaved_cholesky.hpp"
#include "solver_core/math/pardiso_solver.hpp"

#include <fmt/format.h>

namespace stiction {

bool is_available(LinearSolverKind kind)
{
#ifdef STICTION_HAS_MKL
    (void)kind;
    return true;
#else
    return kind != LinearSolverKind::pardiso;
#endif
}

std::unique_ptr<const SpdSolver> factorize(const SparseMatrix& p, LinearSolverKind kind)
{
    if (p.rows() != p.cols()) {
        throw InputError(
            "linear system",
            fmt::format("the matrix has {} rows and {} columns; it must be square", p.rows(), p.cols()));
    }
    switch (kind) {
        case LinearSolverKind::eigen: return std::make_unique<EigenSolver>(p);
        case LinearSolverKind::pardiso: break;
        case LinearSolverKind::automatic:
        case LinearSolverKind::interleaved: return std::make_unique<InterleavedCholesky>(p);
    }
#ifdef STICTION_HAS_MKL
    return std::make_unique<PardisoSolver>(p);
#else
    throw InputError("linear system",
                     "the solver pardiso is not part of this build; allowed: automatic, eigen, interleaved; "
                     "build with Intel MKL to have it");
#endif
}

}  // namespace stiction
