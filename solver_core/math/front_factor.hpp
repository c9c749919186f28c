#pragma once

#include "solver_core/math/front_plan.hpp"
#include "solver_core/math/sparse_factor.hpp"

#include <Eigen/Core>

#include <memory>
#include <mutex>
#include <vector>

namespace stiction {

// Multifrontal Cholesky K = L L^T that keeps its symbolic work, and its storage, between factorisations.
//
// For each supernode, children first, the dense matrix of its columns and rows (its front) is gathered from K and from
// what its children left; its columns are eliminated; the rest is left to its parent on a stack, which a postorder keeps
// short. Subtrees of about equal work are tasks, each with a stack while it runs; above them the updates of one front are cut
// into column blocks. Both cuts depend on the pattern alone, so that any number of threads gives the same bits.
//
// All numbers lie in storage that begins on a 32-byte border: where Eigen cuts a loop into vectors depends on the address,
// and a product it rounds once in a vector it rounds twice outside.
//
// In single precision it takes half of the memory and of the time; K is then solved to some six digits less its condition.
template <class Scalar>
class FrontFactor final : public SparseFactor {
public:
    const char* name() const override;
    void analyse(const SparseMatrix& lower) override;
    bool factorize(Span<const double> values) override;
    void solve(Span<double> b, Index columns) override;
    std::int64_t factor_entries() const override { return plan_.factor_entries(); }

private:
    using Numbers = std::vector<Scalar, Eigen::aligned_allocator<Scalar>>;
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
    // What a task works in. There are no more of them than tasks under way: together those of all tasks would take more memory
    // than the factor.
    struct Desk {
        Numbers stack, front, diagonal;
        std::vector<Index> local;  // row of the current front of a column of L
    };

    std::unique_ptr<Desk> take_desk(const FrontPlan::Task& task);
    void give_back(std::unique_ptr<Desk> desk);
    bool run(const FrontPlan::Task& task, Index number, Span<const double> values, Desk& desk);
    bool eliminate(Index s, Span<const double> values, Desk& desk, bool cut);
    void gather(Index s, Span<const double> values, Desk& desk) const;
    void keep(Index s, Desk& desk);
    template <class Unknowns>
    void substitute(Unknowns& x);

    FrontPlan plan_;
    Numbers panels_;
    std::vector<Numbers> left_;                 // what the last supernode of a task leaves to those above
    std::vector<char> failed_;                  // tasks
    std::vector<std::unique_ptr<Desk>> desks_;  // free ones
    std::mutex mutex_;                          // of desks_
    Numbers permuted_, rows_;                   // of a solve
};

extern template class FrontFactor<double>;
extern template class FrontFactor<float>;

}  // namespace stiction
