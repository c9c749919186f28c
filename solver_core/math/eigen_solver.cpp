#include "solver_core/math/eigen_solver.hpp"

#include "solver_core/math/pivot_error.hpp"

#include <cassert>

namespace stiction {
namespace {

// The first column whose pivot is not clearly positive, found by an LDL^T that does not stop there.
[[noreturn]] void explain_failure(const SparseMatrix& p)
{
    const Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower, Eigen::AMDOrdering<Index>> ldlt(p);
    if (ldlt.info() == Eigen::Success) {
        const auto pivots = ldlt.vectorD();
        for (Index k = 0; k < p.cols(); ++k) {
            const Index node = ldlt.permutationPinv().indices()[k];
            if (!(pivots[k] > kPivotTolerance * p.coeff(node, node))) throw PivotError(node, pivots[k]);
        }
    }
    // LDL^T stops only at an exact zero: without a position, the smallest diagonal entry is the best hint.
    Index node = 0;
    for (Index k = 1; k < p.cols(); ++k) {
        if (p.coeff(k, k) < p.coeff(node, node)) node = k;
    }
    throw PivotError(node, 0.0);
}

}  // namespace

EigenSolver::EigenSolver(const SparseMatrix& p) : size_(static_cast<Index>(p.cols()))
{
    if (size_ == 0) return;
    factor_.compute(p);
    if (factor_.info() != Eigen::Success) explain_failure(p);
    const auto& l = factor_.matrixL().nestedExpression();
    entries_ = l.nonZeros();
    for (Index k = 0; k < size_; ++k) {
        const Index node = factor_.permutationPinv().indices()[k];
        const double root = l.valuePtr()[l.outerIndexPtr()[k]];
        if (!(root * root > kPivotTolerance * p.coeff(node, node))) throw PivotError(node, root * root);
    }
}

void EigenSolver::solve(Span<Vec3> b, SolveScratch& scratch) const
{
    assert(b.size() == static_cast<std::size_t>(size_));
    if (size_ == 0) return;
    scratch.columns.resize(3 * b.size());
    Eigen::Map<Eigen::MatrixX3d> columns(scratch.columns.data(), size_, 3);
    const auto& node = factor_.permutationPinv().indices();
    for (Index k = 0; k < size_; ++k) columns.row(k) = b[node[k]].transpose();
    factor_.matrixL().solveInPlace(columns);
    factor_.matrixU().solveInPlace(columns);
    for (Index k = 0; k < size_; ++k) b[node[k]] = columns.row(k).transpose();
}

}  // namespace stiction
