#include "solver_core/math/sparse_factor.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/math/front_factor.hpp"
#include "solver_core/math/pardiso_factor.hpp"
#include "solver_core/math/pivot_error.hpp"

#include <Eigen/SparseCholesky>

#include <algorithm>

namespace stiction {
namespace {

// Eigen's simplicial Cholesky with approximate-minimum-degree ordering.
class EigenFactor final : public SparseFactor {
public:
    const char* name() const override { return "eigen"; }
    void analyse(const SparseMatrix& lower) override
    {
        lower_ = lower;
        if (lower_.cols() > 0) factor_.analyzePattern(lower_);
    }
    bool factorize(Span<const double> values) override
    {
        STICTION_ASSERT(values.size() == static_cast<std::size_t>(lower_.nonZeros()));
        if (lower_.cols() == 0) return true;
        std::copy(values.begin(), values.end(), lower_.valuePtr());
        factor_.factorize(lower_);
        if (factor_.info() != Eigen::Success) return false;
        const auto& l = factor_.matrixL().nestedExpression();
        for (Index k = 0; k < lower_.cols(); ++k) {
            const Index column = factor_.permutationPinv().indices()[k];
            const double root = l.valuePtr()[l.outerIndexPtr()[k]];
            const double diagonal = lower_.valuePtr()[lower_.outerIndexPtr()[column]];
            if (!(root * root > kPivotTolerance * diagonal)) return false;
        }
        return true;
    }
    void solve(Span<double> b, Index columns) override
    {
        if (lower_.cols() == 0) return;
        Eigen::Map<Eigen::MatrixXd> right(b.data(), lower_.cols(), columns);
        answer_ = factor_.solve(right);
        right = answer_;
    }
    std::int64_t factor_entries() const override { return factor_.matrixL().nestedExpression().nonZeros(); }

private:
    SparseMatrix lower_;
    Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower, Eigen::AMDOrdering<Index>> factor_;
    Eigen::MatrixXd answer_;
};

}  // namespace

bool is_available(SparseFactorKind kind)
{
#ifdef STICTION_HAS_MKL
    (void)kind;
    return true;
#else
    return kind != SparseFactorKind::pardiso;
#endif
}

std::unique_ptr<SparseFactor> make_sparse_factor(SparseFactorKind kind)
{
    switch (kind) {
        case SparseFactorKind::eigen: return std::make_unique<EigenFactor>();
        case SparseFactorKind::pardiso: break;
        case SparseFactorKind::automatic:
        case SparseFactorKind::fronts: return std::make_unique<FrontFactor<double>>();
        case SparseFactorKind::single_fronts: return std::make_unique<FrontFactor<float>>();
    }
#ifdef STICTION_HAS_MKL
    return std::make_unique<PardisoFactor>();
#else
    throw InputError(
        "linear system",
        "the factorisation pardiso is not part of this build; allowed: automatic, eigen, fronts; "
        "build with Intel MKL to have it");
#endif
}

}  // namespace stiction
