#pragma once

// Columns of P^-1, kept from step to step: what an impulse on one node does to all the others.
//
// P is constant, so a column is computed when its node first touches something and is then only looked up. Columns come
// three at a time (a back-solve has three right-hand sides), always the same three together: what is kept already
// changes the speed and never a bit of the result.

#include "solver_core/math/linear_solver.hpp"

#include <memory>
#include <vector>

namespace stiction {

class ResponseColumns {
public:
    // Makes the columns of these unknowns available; all others may be forgotten when memory is short.
    void require(const std::shared_ptr<const SpdSolver>& factor, const std::vector<Index>& unknowns,
                 SolveScratch& scratch);

    // (P^-1)_ij for a j that was required.
    double operator()(Index i, Index j) const
    {
        const std::size_t group = static_cast<std::size_t>(group_of_[j / 3]);
        return values_[(group * static_cast<std::size_t>(size_) + static_cast<std::size_t>(i)) * 3 + j % 3];
    }

private:
    void forget();
    void add(Index triple, SolveScratch& scratch);

    std::shared_ptr<const SpdSolver>
        factor_;  // whose columns these are; held, so that no other can take its address
    Index size_ = 0;
    std::vector<Index> group_of_;  // place of a triple of columns, -1 where there is none
    std::vector<double> values_;   // [group][i][three columns]
    std::vector<Vec3> unit_;
};

}  // namespace stiction
