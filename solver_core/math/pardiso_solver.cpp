#ifdef STICTION_HAS_MKL

#include "solver_core/math/pardiso_solver.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/math/mkl_setup.hpp"
#include "solver_core/math/pivot_error.hpp"

#include <fmt/format.h>
#include <mkl_pardiso.h>

#include <algorithm>
#include <cassert>

namespace stiction {
namespace {

constexpr int kAnalyse = 11;
constexpr int kFactorize = 22;
constexpr int kSolve = 33;
constexpr int kRelease = -1;
constexpr int kZeroPivot = -4;

// Positions in PARDISO's option array, counted from zero.
constexpr int kOptionsGiven = 0;
constexpr int kOrdering = 1;
constexpr int kRefinementSteps = 7;
constexpr int kFactorEntries = 17;
constexpr int kBadPivot = 29;
constexpr int kZeroBased = 34;

}  // namespace

PardisoSolver::PardisoSolver(const SparseMatrix& p) : size_(static_cast<Index>(p.cols()))
{
    if (size_ == 0) return;
    set_up_mkl();
    lower_ = p.triangularView<Eigen::Lower>();
    lower_.makeCompressed();
    options_[kOptionsGiven] = 1;
    options_[kOrdering] = 2;  // nested dissection (METIS)
    options_[kRefinementSteps] = 0;
    options_[kFactorEntries] = -1;  // asks for the count
    options_[kZeroBased] = 1;

    for (const int phase : {kAnalyse, kFactorize}) {
        const int error = call(phase, 1, nullptr, nullptr);
        if (error == 0) continue;
        const int pivot = options_[kBadPivot];
        release();
        if (error == kZeroPivot) throw_bad_pivot(std::clamp(pivot - 1, 0, size_ - 1), 0.0);
        throw InputError("linear system",
                         fmt::format("PARDISO stopped in phase {} with error {}: {}; try the "
                                     "solver interleaved",
                                     phase, error, pardiso_meaning(error)));
    }
    entries_ = options_[kFactorEntries];
}

PardisoSolver::~PardisoSolver()
{
    if (size_ > 0) release();
}

int PardisoSolver::call(int phase, int columns, double* b, double* x) const
{
    const int factors = 1;
    const int which = 1;
    const int type = 2;  // real, symmetric positive definite
    const int silent = 0;
    int unused = 0;
    int error = 0;
    pardiso(handle_.data(), &factors, &which, &type, &phase, &size_, lower_.valuePtr(),
            lower_.outerIndexPtr(), lower_.innerIndexPtr(), &unused, &columns, options_.data(), &silent, b, x,
            &error);
    return error;
}

void PardisoSolver::release() const { call(kRelease, 1, nullptr, nullptr); }

void PardisoSolver::solve(Span<Vec3> b, SolveScratch& scratch) const
{
    assert(b.size() == static_cast<std::size_t>(size_));
    if (size_ == 0) return;
    const std::size_t n = b.size();
    scratch.columns.resize(6 * n);
    double* const right = scratch.columns.data();
    double* const solution = right + 3 * n;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t c = 0; c < 3; ++c) right[c * n + i] = b[i][static_cast<Index>(c)];
    }
    int error = 0;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        error = call(kSolve, 3, right, solution);
    }
    if (error != 0) {
        throw InputError("linear system", fmt::format("PARDISO could not solve, error {}: {}; try the solver "
                                                      "interleaved",
                                                      error, pardiso_meaning(error)));
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t c = 0; c < 3; ++c) b[i][static_cast<Index>(c)] = solution[c * n + i];
    }
}

}  // namespace stiction

#endif
