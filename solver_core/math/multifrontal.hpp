#pragma once

#include "solver_core/math/supernodes.hpp"

#include <Eigen/Core>

#include <functional>

namespace stiction {

// Takes the finished panel of supernode s: (width + rows below) x width; above the diagonal it holds rubbish.
using PanelSink = std::function<void(Index s, const Eigen::Ref<const Eigen::MatrixXd>& panel)>;

// Numeric Cholesky factorisation by fronts: for each supernode, in order, the dense matrix of its columns and
// rows is gathered from P and from what its children left, its columns are eliminated, the rest is left to
// its parent. Throws InputError naming the node whose pivot is not positive.
void factorize_fronts(const SparseMatrix& p, const Supernodes& supernodes, const PanelSink& sink);

}  // namespace stiction
