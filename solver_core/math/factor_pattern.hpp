#pragma once

// The pattern of a Cholesky factor of a matrix whose values change: order of elimination and supernodes, from the lower triangle.
// Where that is made of full 3x3 blocks all of it is found on the graph of nodes.

#include "solver_core/math/linear_solver.hpp"
#include "solver_core/math/supernodes.hpp"

namespace stiction {

// By nested dissection, merged for factorisations.
Supernodes factor_supernodes(const SparseMatrix& lower);

// What a factorisation of this pattern will take, without making room for it.
struct FactorEstimate {
    double entries = 0.0;          // of the triangular factor
    double multiplications = 0.0;  // to make it
};
FactorEstimate estimate_factor(const SparseMatrix& lower);

}  // namespace stiction
