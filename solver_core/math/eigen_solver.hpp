#pragma once

#include "solver_core/math/linear_solver.hpp"

#include <Eigen/SparseCholesky>

namespace stiction {

// Eigen's simplicial Cholesky, P = L L^T with approximate-minimum-degree ordering: the plain reference.
class EigenSolver final : public SpdSolver {
public:
    explicit EigenSolver(const SparseMatrix& p);
    const char* name() const override { return "eigen"; }
    Index size() const override { return size_; }
    std::int64_t factor_entries() const override { return entries_; }
    void solve(Span<Vec3> b, SolveScratch& scratch) const override;

private:
    Index size_;
    std::int64_t entries_ = 0;
    Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower, Eigen::AMDOrdering<Index>> factor_;
};

}  // namespace stiction
