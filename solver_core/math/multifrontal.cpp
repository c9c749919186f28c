#include "solver_core/math/multifrontal.hpp"

#include "solver_core/math/pivot_error.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Eigen::MatrixXd;
using Front = Eigen::Map<MatrixXd>;

// Columns eliminated together; the rest of the front is updated once a block.
constexpr Index kBlock = 48;

// Eliminates the columns of a small diagonal block. Returns the first column without a clearly positive
// pivot, or -1.
Index eliminate_block(Eigen::Ref<MatrixXd> a, const double* diagonal_of_p)
{
    const Index n = static_cast<Index>(a.cols());
    for (Index k = 0; k < n; ++k) {
        const double pivot = a(k, k);
        if (!(pivot > kPivotTolerance * diagonal_of_p[k]) || !std::isfinite(pivot)) return k;
        const double root = std::sqrt(pivot);
        a(k, k) = root;
        const Index rest = n - k - 1;
        a.col(k).tail(rest) /= root;
        for (Index j = k + 1; j < n; ++j) a.col(j).tail(n - j) -= a(j, k) * a.col(k).tail(n - j);
    }
    return -1;
}

class FrontFactorizer {
public:
    FrontFactorizer(const SparseMatrix& p, const Supernodes& supernodes)
        : p_(p),
          supernodes_(supernodes),
          position_(inverse_order(supernodes.order)),
          local_(supernodes.order.size(), 0),
          children_(supernodes.parent.size()),
          updates_(supernodes.parent.size())
    {
        for (Index s = 0; s < supernodes.count(); ++s) {
            if (supernodes.parent[s] != -1) children_[supernodes.parent[s]].push_back(s);
        }
    }

    void factorize(Index s, const PanelSink& sink)
    {
        const Index width = supernodes_.width(s);
        const Index size = width + supernodes_.below(s);
        storage_.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 0.0);
        Front front(storage_.data(), size, size);
        gather(s, front);
        eliminate(s, front);
        sink(s, front.leftCols(width));
        if (size > width) leave_update(s, front);
    }

private:
    // The lower triangle of the front: entries of P in the columns of s, and the children's updates.
    void gather(Index s, Front& front)
    {
        const Index first = supernodes_.first[s];
        const Index width = supernodes_.width(s);
        const Index* rows = supernodes_.rows(s);
        for (Index k = 0; k < width; ++k) local_[first + k] = k;
        for (Index r = 0; r < supernodes_.below(s); ++r) local_[rows[r]] = width + r;

        diagonal_.assign(static_cast<std::size_t>(width), 0.0);
        for (Index k = 0; k < width; ++k) {
            for (SparseMatrix::InnerIterator entry(p_, supernodes_.order[first + k]); entry; ++entry) {
                const Index row = position_[entry.row()];
                if (row >= first + k) front(local_[row], k) += entry.value();
            }
            diagonal_[k] = front(k, k);
        }
        for (const Index child : children_[s]) {
            const MatrixXd& update = updates_[child];
            const Index* child_rows = supernodes_.rows(child);
            const Index count = supernodes_.below(child);
            for (Index c = 0; c < count; ++c) {
                double* column = &front(0, local_[child_rows[c]]);
                for (Index r = c; r < count; ++r) column[local_[child_rows[r]]] += update(r, c);
            }
            updates_[child].resize(0, 0);
        }
    }

    // P_11 = L_11 L_11^T, L_21 = P_21 L_11^-T for the columns of s, in blocks.
    void eliminate(Index s, Front& front) const
    {
        const Index width = supernodes_.width(s);
        const Index size = static_cast<Index>(front.rows());
        for (Index k = 0; k < width; k += kBlock) {
            const Index block = std::min(kBlock, width - k);
            const Index done = k + block;
            auto diagonal = front.block(k, k, block, block);
            const Index bad = eliminate_block(diagonal, diagonal_.data() + k);
            if (bad >= 0) {
                throw PivotError(supernodes_.order[supernodes_.first[s] + k + bad], diagonal(bad, bad));
            }
            auto panel = front.block(done, k, size - done, block);
            diagonal.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(panel);
            for (Index next = done; next < width; next += kBlock) {
                const Index columns = std::min(kBlock, width - next);
                front.block(next, next, size - next, columns).noalias() -=
                    panel.bottomRows(size - next) * panel.middleRows(next - done, columns).transpose();
            }
        }
    }

    // P_22 - L_21 L_21^T, lower triangle.
    void leave_update(Index s, const Front& front)
    {
        const Index width = supernodes_.width(s);
        const Index below = supernodes_.below(s);
        MatrixXd& update = updates_[s];
        update = front.bottomRightCorner(below, below);
        update.selfadjointView<Eigen::Lower>().rankUpdate(front.block(width, 0, below, width), -1.0);
    }

    const SparseMatrix& p_;
    const Supernodes& supernodes_;
    std::vector<Index> position_;
    std::vector<Index> local_;  // row of the front of a column of L, valid for the rows of the current front
    std::vector<std::vector<Index>> children_;
    std::vector<MatrixXd> updates_;
    std::vector<double> storage_;
    std::vector<double> diagonal_;
};

}  // namespace

void factorize_fronts(const SparseMatrix& p, const Supernodes& supernodes, const PanelSink& sink)
{
    FrontFactorizer factorizer(p, supernodes);
    for (Index s = 0; s < supernodes.count(); ++s) factorizer.factorize(s, sink);
}

}  // namespace stiction
