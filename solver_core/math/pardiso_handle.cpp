#ifdef STICTION_HAS_MKL

#include "solver_core/math/pardiso_handle.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/math/mkl_setup.hpp"

#include <fmt/format.h>
#include <mkl_pardiso.h>

#include <algorithm>

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
constexpr int kPivotPerturbation = 9;
constexpr int kTransposed = 11;
constexpr int kFactorEntries = 17;
constexpr int kBadPivot = 29;
constexpr int kZeroBased = 34;

[[noreturn]] void fail(const char* doing, int error)
{
    throw InputError("linear system", fmt::format("PARDISO could not {}, error {}: {}; try another solver",
                                                  doing, error, pardiso_meaning(error)));
}

}  // namespace

void PardisoHandle::release()
{
    if (analysed_) call(kRelease, 1, nullptr, nullptr);
    analysed_ = false;
}

void PardisoHandle::analyse(const SparseMatrix& pattern, Kind kind)
{
    STICTION_ASSERT(pattern.rows() == pattern.cols() && pattern.isCompressed());
    release();
    matrix_ = pattern;
    kind_ = kind;
    if (size() == 0) return;
    set_up_mkl();
    handle_.fill(nullptr);
    options_.fill(0);
    options_[kOptionsGiven] = 1;
    options_[kOrdering] = 2;        // nested dissection (METIS)
    options_[kFactorEntries] = -1;  // asks for the count
    options_[kZeroBased] = 1;
    if (kind == Kind::general) {
        // PARDISO reads rows: our columns are the transposed matrix to it.
        options_[kTransposed] = 2;
        // Pivots below 1e-13 of the largest entry are lifted; refinement takes back what that does to the answer.
        options_[kPivotPerturbation] = 13;
        options_[kRefinementSteps] = 2;
    }
    analysed_ = true;
    const int error = call(kAnalyse, 1, nullptr, nullptr);
    if (error != 0) fail("analyse", error);
    entries_ = options_[kFactorEntries];
}

bool PardisoHandle::factorize(Span<const double> values)
{
    if (size() == 0) return true;
    STICTION_ASSERT(values.size() == static_cast<std::size_t>(matrix_.nonZeros()));
    std::copy(values.begin(), values.end(), matrix_.valuePtr());
    const int error = call(kFactorize, 1, nullptr, nullptr);
    if (error != 0 && error != kZeroPivot) fail("factorize", error);
    return error == 0;
}

Index PardisoHandle::bad_pivot() const
{
    return std::clamp(options_[kBadPivot] - 1, 0, std::max(size() - 1, 0));
}

void PardisoHandle::solve(Span<double> b, Index columns)
{
    if (size() == 0) return;
    STICTION_ASSERT(b.size() == static_cast<std::size_t>(size()) * static_cast<std::size_t>(columns));
    solution_.resize(b.size());
    const int error = call(kSolve, columns, b.data(), solution_.data());
    if (error != 0) fail("solve", error);
    std::copy(solution_.begin(), solution_.end(), b.begin());
}

int PardisoHandle::call(int phase, int columns, double* b, double* x)
{
    const int factors = 1;
    const int which = 1;
    const int type = kind_ == Kind::spd ? 2 : 11;  // real: symmetric positive definite, unsymmetric
    const int silent = 0;
    const int size = this->size();
    int unused = 0;
    int error = 0;
    pardiso(handle_.data(), &factors, &which, &type, &phase, &size, matrix_.valuePtr(),
            matrix_.outerIndexPtr(), matrix_.innerIndexPtr(), &unused, &columns, options_.data(), &silent, b,
            x, &error);
    return error;
}

}  // namespace stiction

#endif
