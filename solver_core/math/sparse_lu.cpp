#include "solver_core/math/sparse_lu.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/math/pardiso_handle.hpp"

#include <Eigen/SparseLU>

#include <algorithm>

namespace stiction {
namespace {

class EigenLu final : public SparseLu {
public:
    const char* name() const override { return "eigen"; }
    void analyse(const SparseMatrix& pattern) override
    {
        matrix_ = pattern;
        if (matrix_.cols() > 0) factor_.analyzePattern(matrix_);
    }
    bool factorize(Span<const double> values) override
    {
        STICTION_ASSERT(values.size() == static_cast<std::size_t>(matrix_.nonZeros()));
        if (matrix_.cols() == 0) return true;
        std::copy(values.begin(), values.end(), matrix_.valuePtr());
        factor_.factorize(matrix_);
        return factor_.info() == Eigen::Success;
    }
    void solve(Span<double> b) override
    {
        if (matrix_.cols() == 0) return;
        Eigen::Map<Eigen::VectorXd> right(b.data(), matrix_.cols());
        answer_ = factor_.solve(right);
        right = answer_;
    }
    std::int64_t factor_entries() const override { return factor_.nnzL() + factor_.nnzU(); }

private:
    SparseMatrix matrix_;
    Eigen::SparseLU<SparseMatrix, Eigen::COLAMDOrdering<Index>> factor_;
    Eigen::VectorXd answer_;
};

#ifdef STICTION_HAS_MKL
class PardisoLu final : public SparseLu {
public:
    const char* name() const override { return "pardiso"; }
    void analyse(const SparseMatrix& pattern) override
    {
        handle_.analyse(pattern, PardisoHandle::Kind::general);
    }
    bool factorize(Span<const double> values) override { return handle_.factorize(values); }
    void solve(Span<double> b) override { handle_.solve(b, 1); }
    std::int64_t factor_entries() const override { return handle_.entries(); }

private:
    PardisoHandle handle_;
};
#endif

}  // namespace

bool is_available(SparseLuKind kind)
{
#ifdef STICTION_HAS_MKL
    (void)kind;
    return true;
#else
    return kind != SparseLuKind::pardiso;
#endif
}

std::unique_ptr<SparseLu> make_sparse_lu(SparseLuKind kind)
{
#ifdef STICTION_HAS_MKL
    if (kind != SparseLuKind::eigen) return std::make_unique<PardisoLu>();
#else
    if (kind == SparseLuKind::pardiso)
        throw InputError("linear system",
                         "the factorisation pardiso is not part of this build; allowed: automatic, eigen; "
                         "build with Intel MKL to have it");
#endif
    return std::make_unique<EigenLu>();
}

}  // namespace stiction
