#include "solver_core/math/interleaved_cholesky.hpp"

#include "solver_core/math/fill_ordering.hpp"
#include "solver_core/math/interleaved_solve.hpp"
#include "solver_core/math/multifrontal.hpp"
#include "solver_core/math/single_cholesky.hpp"

#include <cassert>

namespace stiction {

InterleavedCholesky::InterleavedCholesky(const SparseMatrix& p) : size_(static_cast<Index>(p.cols()))
{
    const std::vector<Index> order = fill_reducing_order(p, FillOrdering::nested_dissection);
    const Supernodes supernodes = find_supernodes(p, elimination_tree(p, order));
    InterleavedLayout layout = lay_out(supernodes, cut_into_tasks(supernodes));
    factorize_fronts(p, supernodes, [&](Index s, const Eigen::Ref<const Eigen::MatrixXd>& panel) {
        store_panel(layout.factor, layout.first_strip[s], panel);
    });
    factor_ = std::make_shared<const InterleavedFactor>(std::move(layout.factor));
}

void InterleavedCholesky::solve(Span<Vec3> b, SolveScratch& scratch) const
{
    assert(b.size() == static_cast<std::size_t>(size_));
    solve_interleaved(*factor_, factor_->values.data(), b, scratch.nodes, scratch.progress);
}

std::unique_ptr<const SpdSolver> InterleavedCholesky::single_precision() const
{
    return std::make_unique<SingleCholesky>(factor_, size_);
}

}  // namespace stiction
