#pragma once

#ifdef STICTION_HAS_MKL

#include "solver_core/base/span.hpp"
#include "solver_core/math/linear_solver.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stiction {

// One matrix in the hands of Intel MKL's PARDISO, sequential, with its nested dissection ordering; the analysis is kept
// between factorisations of the same pattern.
class PardisoHandle {
public:
    enum class Kind {
        spd,      // by its lower triangle
        general,  // unsymmetric; the pattern alone is symmetric
    };

    PardisoHandle() = default;
    ~PardisoHandle() { release(); }
    PardisoHandle(const PardisoHandle&) = delete;
    PardisoHandle& operator=(const PardisoHandle&) = delete;

    // Only the pattern counts, column by column. Throws InputError when PARDISO refuses it.
    void analyse(const SparseMatrix& pattern, Kind kind);
    // False for a zero pivot, and for a negative one of an spd matrix.
    bool factorize(Span<const double> values);
    void solve(Span<double> b, Index columns);
    // Where factorize failed, counted from zero.
    Index bad_pivot() const;
    Index size() const { return static_cast<Index>(matrix_.cols()); }
    std::int64_t entries() const { return entries_; }

private:
    int call(int phase, int columns, double* b, double* x);
    void release();

    SparseMatrix matrix_;
    Kind kind_ = Kind::spd;
    bool analysed_ = false;
    std::int64_t entries_ = 0;
    std::vector<double> solution_;
    std::array<void*, 64> handle_{};
    std::array<int, 64> options_{};
};

}  // namespace stiction

#endif
