#pragma once

#include "solver_core/math/linear_solver.hpp"

#include <vector>

namespace stiction {

enum class FillOrdering {
    nested_dissection,  // METIS; balanced elimination trees, so that subtrees can be solved side by side
    minimum_degree,     // Eigen's AMD; for small or edgeless matrices
};

// An elimination order of the nodes of P with little fill: order[k] = the node eliminated k-th.
std::vector<Index> fill_reducing_order(const SparseMatrix& p, FillOrdering method);

}  // namespace stiction
