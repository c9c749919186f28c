#pragma once

#include "solver_core/math/elimination_tree.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

// Supernode s: consecutive columns of L that share one set of rows below them, stored as a dense panel.
//
//   columns   first[s] ... first[s+1]-1
//   rows      row_index[row_start[s] ... row_start[s+1]-1], ascending, all after the last column
struct Supernodes {
    std::vector<Index> order;   // order[k] = node eliminated k-th
    std::vector<Index> first;   // first column, and the number of columns at the end
    std::vector<Index> parent;  // supernode of the first row below; -1: root. parent[s] > s
    std::vector<std::int64_t> row_start;
    std::vector<Index> row_index;

    Index count() const { return static_cast<Index>(parent.size()); }
    Index width(Index s) const { return first[s + 1] - first[s]; }
    Index below(Index s) const { return static_cast<Index>(row_start[s + 1] - row_start[s]); }
    const Index* rows(Index s) const { return row_index.data() + row_start[s]; }
};

// Entries of the triangle and the rectangle of a panel.
inline std::int64_t panel_entries(std::int64_t width, std::int64_t below)
{
    return width * (width + 1) / 2 + width * below;
}

// What supernodes are to make quick.
enum class PanelUse {
    solve,      // one factorisation, then back-solves without end: zeros cost, panels cost little
    factorize,  // ever new values: a front of its own is written and read several times, whatever its width
};

// Finds the supernodes of the tree and merges a child into its parent where the zeros this stores cost less
// time than one more panel.
//
// With more than one unknown a node, p and the tree are those of the nodes; the supernodes are those of the unknowns, node a's
// being unknowns * a and those that follow. It is what p with a full block for every entry would give, sooner.
Supernodes find_supernodes(const SparseMatrix& p, const EliminationTree& tree, Index unknowns = 1,
                           PanelUse use = PanelUse::solve);

}  // namespace stiction
