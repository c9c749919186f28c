#pragma once

#include "solver_core/math/linear_solver.hpp"

#include <vector>

namespace stiction {

// The elimination tree of P = L L^T in a postorder: a child is eliminated before its parent, and a subtree is
// a range of consecutive columns.
struct EliminationTree {
    std::vector<Index> order;  // order[k] = node eliminated k-th
    std::vector<Index>
        parent;  // parent[k] = row of the first entry below the diagonal of column k of L; -1: root
    std::vector<Index> below;  // entries of column k of L below the diagonal
};

// Takes an order of the nodes and turns it into an equivalent one (same fill) that is a postorder.
EliminationTree elimination_tree(const SparseMatrix& p, const std::vector<Index>& order);

// position[order[k]] = k.
std::vector<Index> inverse_order(const std::vector<Index>& order);

// A postorder of a forest given by parents; parents come after their children, roots and siblings in index
// order.
std::vector<Index> postorder(const std::vector<Index>& parent);

}  // namespace stiction
