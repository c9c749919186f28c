#pragma once

#ifdef STICTION_HAS_MKL

#include "solver_core/math/pardiso_handle.hpp"
#include "solver_core/math/sparse_factor.hpp"

namespace stiction {

// Intel MKL's PARDISO behind the interface of all Cholesky factorisations. The column-wise lower triangle is the row-wise
// upper triangle that PARDISO wants.
class PardisoFactor final : public SparseFactor {
public:
    const char* name() const override { return "pardiso"; }
    void analyse(const SparseMatrix& lower) override { handle_.analyse(lower, PardisoHandle::Kind::spd); }
    bool factorize(Span<const double> values) override { return handle_.factorize(values); }
    void solve(Span<double> b, Index columns) override { handle_.solve(b, columns); }
    std::int64_t factor_entries() const override { return handle_.entries(); }

private:
    PardisoHandle handle_;
};

}  // namespace stiction

#endif
